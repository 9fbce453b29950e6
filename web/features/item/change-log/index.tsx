export { ChangeLogDialog } from './change-log-dialog.tsx'
