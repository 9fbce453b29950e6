export { ImportDialog } from './import-dialog.tsx'
export { ImportInto } from './import-into.tsx'
