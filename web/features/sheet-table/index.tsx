export { BookDiffTable } from './book-diff.tsx'
export { isSheetText } from './is-sheet-text.ts'
export { SheetTable } from './sheet-table.tsx'
