export { ExportDialog } from './export-dialog.tsx'
export { ExportScreen } from './export-screen.tsx'
