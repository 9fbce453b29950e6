import type { api } from '#web/lib/api.ts'

/** A background job of the current user, as the server returns it. */
export type Job = Awaited<ReturnType<typeof api.job.list>>[number]

/** Whether a job is still running. */
export const hasRunning = (jobs: readonly Job[]): boolean => jobs.some((job) => job.state === 'running')

/** Returns the jobs to show: without those that wait for the user's confirmation, which have not started. */
export const startedJobs = (jobs: readonly Job[]): Job[] => jobs.filter((job) => job.state !== 'checked')

/** Returns the jobs that were running in `before` and no longer are. */
export const finishedSince = (before: readonly Job[], now: readonly Job[]): Job[] => {
  const ran = new Set(before.filter((job) => job.state === 'running').map((job) => job.job_id))
  return now.filter((job) => ran.has(job.job_id) && job.state !== 'running')
}
