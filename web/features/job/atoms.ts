import { atom } from 'jotai'
import { api, isApiError } from '#web/lib/api.ts'
import { finishedSince, hasRunning, type Job, startedJobs } from './jobs.ts'
import { dropTransfersAtom } from './transfers.ts'

const listAtom = atom<readonly Job[]>([])

/** My jobs of the last day, newest first, as last asked for. */
export const jobsAtom = atom((get) => startedJobs(get(listAtom)))

/** Whether the drawer with the jobs is open. */
export const jobDrawerAtom = atom(false)

/** The job that a dialog shows now: nobody needs to be told of its end. */
export const watchedJobAtom = atom<string | null>(null)

const finishedAtom = atom(0)

/** Grows whenever a job of mine has ended: what shows its results reads them again. */
export const finishedJobsAtom = atom((get) => get(finishedAtom))

const unseenAtom = atom(false)

/** Whether a job has ended since the drawer was last open. */
export const hasUnseenAtom = atom((get) => get(unseenAtom))

/** Why my jobs could not be asked for the last time; undefined when they could. */
export const jobsErrorAtom = atom<unknown>()

/** Whether one of them is running, and can be asked for: whoever is signed out is asked to sign in once, not at every turn. */
export const isWorkingAtom = atom((get) => hasRunning(get(listAtom)) && !isApiError(get(jobsErrorAtom), 'notLoggedIn'))

/** Asks the server for my jobs. @returns those that have ended since it was last asked, and nobody was watching */
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

/** Opens or closes the drawer. */
export const openJobsAtom = atom(null, (_get, set, open: boolean) => {
  set(jobDrawerAtom, open)
  set(unseenAtom, false)
})

/** Makes a job that has just been started known, so that it is followed from now on. */
export const followJobAtom = atom(null, (_get, set, job: Pick<Job, 'job_id' | 'kind' | 'title' | 'total'>) => {
  const begun: Job = {
    ...job,
    state: 'running',
    done: 0,
    item_id: 0,
    error_name: '',
    error_message: '',
    addtime: Math.floor(Date.now() / 1000),
  }
  set(listAtom, (jobs) => [begun, ...jobs.filter((one) => one.job_id !== job.job_id)])
})

/** Stops a job; what it wrote is taken back. */
export const cancelJobAtom = atom(null, async (_get, set, job_id: string) => {
  await api.job.cancel({ job_id })
  return set(reloadJobsAtom)
})

/** Forgets the jobs, for the next person at this browser. */
export const forgetJobsAtom = atom(null, (_get, set) => {
  set(listAtom, [])
  set(dropTransfersAtom)
  set(unseenAtom, false)
  set(jobDrawerAtom, false)
})
