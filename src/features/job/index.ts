export { job } from './handlers.ts'
export type { JobRow } from './queries.ts'
export {
  addCheckedJob,
  cancelJob,
  failInterruptedJobs,
  type JobInput,
  type JobNote,
  type JobRun,
  listOwnJobs,
  parseJobInput,
  removeJobsBeyond,
  removeOldJobs,
  replaceResult,
  requireCheckedJob,
  requireOwnJob,
  runJob,
  startJob,
  stopJobs,
} from './service.ts'
