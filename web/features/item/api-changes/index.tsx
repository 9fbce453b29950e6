export { ApiChangeMark } from './api-change-mark.tsx'
export { ApiChangesDialog } from './api-changes-dialog.tsx'
