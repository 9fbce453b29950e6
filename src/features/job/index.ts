export { job } from './handlers.ts'
export type { JobRow } from './queries.ts'
export {
  addCheckedJob,
  failInterruptedJobs,
  inputOf,
  type JobInput,
  type JobRun,
  removeOldJobs,
  requireCheckedJob,
  runJob,
  startJob,
  stopJobs,
} from './service.ts'
