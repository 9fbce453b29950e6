export { exports } from './handlers.ts'
export { exportToFile, makeExportFile } from './service.ts'
