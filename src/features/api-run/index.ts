export { apiRun } from './handlers.ts'
export { type RunScheduler, startDueRuns, startRunSchedule } from './service.ts'
