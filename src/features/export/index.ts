export { exports } from './handlers.ts'
export { exportToFile } from './service.ts'
