export {
  cancelJobAtom,
  finishedJobsAtom,
  followJobAtom,
  jobDrawerAtom,
  jobsAtom,
  jobsErrorAtom,
  openJobsAtom,
  watchedJobAtom,
} from './atoms.ts'
export { JobButton } from './job-button.tsx'
export { JobHost } from './job-host.tsx'
export type { Job } from './jobs.ts'
export { beginTransferAtom, changeTransferAtom, type Transfer, transfersAtom } from './transfers.ts'
