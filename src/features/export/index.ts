export { writeItemDescription, writePagesDescription } from './api/description-file.ts'
export { exports } from './handlers.ts'
export { describePage, type PageDescription } from './openapi/describe-page.ts'
export { exportToFile, makeExportFile } from './service.ts'
