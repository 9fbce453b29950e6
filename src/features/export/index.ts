export { writeItemDescription, writePagesDescription } from './api/description-file.ts'
export { exports } from './handlers.ts'
export { documentedResponses } from './openapi/documented.ts'
export { exportToFile, makeExportFile } from './service.ts'
