export { addressImport, apiSource, openSource } from './handlers.ts'
export { startSourceSchedule } from './schedule.ts'
export { pushDescription } from './service.ts'
