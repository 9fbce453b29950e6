export { SheetEditor } from './sheet-editor.tsx'
