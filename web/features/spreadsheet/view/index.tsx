export { BookDiffTable } from './book-diff.tsx'
export { SheetTable } from './sheet-table.tsx'
