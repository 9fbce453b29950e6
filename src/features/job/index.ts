export { job } from './handlers.ts'
export type { JobRow } from './queries.ts'
export {
  addCheckedJob,
  cancelJob,
  failInterruptedJobs,
  type JobInput,
  type JobRun,
  listOwnJobs,
  parseJobInput,
  removeOldJobs,
  replaceResult,
  requireCheckedJob,
  requireOwnJob,
  runJob,
  startJob,
  stopJobs,
} from './service.ts'
