export {
  cancelJobAtom,
  finishedJobsAtom,
  followJobAtom,
  jobDrawerAtom,
  jobsAtom,
  jobsErrorAtom,
  openJobsAtom,
  reloadJobsAtom,
  watchedJobAtom,
} from './atoms.ts'
export { JobButton } from './job-button.tsx'
export { JobHost } from './job-host.tsx'
export { downloadJobFile, type Job } from './jobs.ts'
