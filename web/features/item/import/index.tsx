export { ImportDialog, ImportInto } from './import-dialog.tsx'
