import { atom } from 'jotai'
import { api, isApiError } from '#web/lib/api.ts'
import { finishedSince, hasRunning, type Job, startedJobs } from './jobs.ts'

const listAtom = atom<readonly Job[]>([])

/** The current user's jobs of the last day, newest first, as last fetched. */
export const jobsAtom = atom((get) => startedJobs(get(listAtom)))

/** Whether the job drawer is open. */
export const jobDrawerAtom = atom(false)

/** The job that a dialog shows: its end needs no notification. */
export const watchedJobAtom = atom<string | null>(null)

const finishedAtom = atom(0)

/** Incremented whenever a job of the current user ends: views of its results reload. */
export const finishedJobsAtom = atom((get) => get(finishedAtom))

const unseenAtom = atom(false)

/** Whether a job has ended since the drawer was last open. */
export const hasUnseenAtom = atom((get) => get(unseenAtom))

/** The error of the last job request; undefined when it succeeded. */
export const jobsErrorAtom = atom<unknown>()

/** Whether a job is running and can be polled: a signed-out user is asked to sign in once, not on every poll. */
export const isWorkingAtom = atom((get) => hasRunning(get(listAtom)) && !isApiError(get(jobsErrorAtom), 'notLoggedIn'))

/** Fetches the jobs. @returns those that have ended since the last fetch and that no dialog shows */
export const reloadJobsAtom = atom(null, async (get, set) => {
  const now = await api.job.list({}, { isBackground: true }).catch((error: unknown) => {
    set(jobsErrorAtom, error)
    throw error
  })
  set(jobsErrorAtom, undefined)
  const ended = finishedSince(get(listAtom), now)
  set(listAtom, now)
  if (ended.length === 0) return []
  set(finishedAtom, (count) => count + 1)
  const unwatched = ended.filter((job) => job.job_id !== get(watchedJobAtom))
  if (unwatched.length > 0 && !get(jobDrawerAtom)) set(unseenAtom, true)
  return unwatched
})

/** Opens or closes the job drawer. */
export const openJobsAtom = atom(null, (_get, set, open: boolean) => {
  set(jobDrawerAtom, open)
  set(unseenAtom, false)
})

/** Adds a job that was just started, so that it is polled. */
export const followJobAtom = atom(null, (_get, set, job: Pick<Job, 'job_id' | 'kind' | 'title' | 'total'>) => {
  const begun: Job = {
    ...job,
    state: 'running',
    done: 0,
    item_id: 0,
    error_name: '',
    error_message: '',
    file_name: '',
    file_bytes: 0,
    format: '',
    notes: [],
    note_count: 0,
    addtime: Math.floor(Date.now() / 1000),
  }
  set(listAtom, (jobs) => [begun, ...jobs.filter((one) => one.job_id !== job.job_id)])
})

/** Cancels a job; what it wrote is reverted. */
export const cancelJobAtom = atom(null, async (_get, set, job_id: string) => {
  await api.job.cancel({ job_id })
  return set(reloadJobsAtom)
})

/** Clears the jobs, for the next user of this browser. */
export const forgetJobsAtom = atom(null, (_get, set) => {
  set(listAtom, [])
  set(unseenAtom, false)
  set(jobDrawerAtom, false)
})
