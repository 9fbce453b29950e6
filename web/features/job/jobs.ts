import type { api } from '#web/lib/api.ts'

/** A long deed of the current user, as the server tells it. */
export type Job = Awaited<ReturnType<typeof api.job.list>>[number]

/** Whether anything is still going on. */
export const hasRunning = (jobs: readonly Job[]): boolean => jobs.some((job) => job.state === 'running')

/** The jobs worth showing: one that only waits for its owner's word has not begun. */
export const startedJobs = (jobs: readonly Job[]): Job[] => jobs.filter((job) => job.state !== 'checked')

/** The jobs that were running in `before` and are not any more. */
export const finishedSince = (before: readonly Job[], now: readonly Job[]): Job[] => {
  const ran = new Set(before.filter((job) => job.state === 'running').map((job) => job.job_id))
  return now.filter((job) => ran.has(job.job_id) && job.state !== 'running')
}
