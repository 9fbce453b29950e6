export { addressImport, apiSource, openSource } from './handlers.ts'
export { type SourceScheduler, startSourceSchedule } from './schedule.ts'
export { pushDescription } from './service.ts'
