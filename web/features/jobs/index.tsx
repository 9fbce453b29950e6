export {
  cancelJobAtom,
  finishedJobsAtom,
  followJobAtom,
  jobsAtom,
  jobsErrorAtom,
  openJobsAtom,
  watchedJobAtom,
} from './atoms.ts'
export { JobButton } from './job-button.tsx'
export { downloadJobFile } from './job-file.ts'
export { JobHost } from './job-host.tsx'
export type { Job } from './jobs.ts'
