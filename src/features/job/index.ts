export { job } from './handlers.ts'
export type { JobRow } from './queries.ts'
export {
  addCheckedJob,
  failInterruptedJobs,
  type JobInput,
  type JobRun,
  parseJobInput,
  removeOldJobs,
  requireCheckedJob,
  runJob,
  startJob,
  stopJobs,
} from './service.ts'
