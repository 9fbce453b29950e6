import { createStore } from 'jotai'
import { beforeEach, expect, test } from 'vitest'
import { openBrowser } from '#tests/web/support/browser.ts'
import {
  cancelJobAtom,
  finishedJobsAtom,
  followJobAtom,
  forgetJobsAtom,
  hasUnseenAtom,
  isWorkingAtom,
  jobDrawerAtom,
  jobsAtom,
  jobsErrorAtom,
  openJobsAtom,
  reloadJobsAtom,
  watchedJobAtom,
} from '#web/features/jobs/atoms.ts'
import { onNotLoggedIn } from '#web/lib/api.ts'

const browser = openBrowser()
let store: ReturnType<typeof createStore>
let uid: number
let nth = 0

beforeEach(() => {
  nth += 1
  store = createStore()
  uid = browser.app.uid(`mo${nth}`)
  browser.signIn(`mo${nth}`)
})

const now = () => Math.floor(Date.now() / 1000)
/** A job on the server, as an import leaves it there. */
function newJob(state: string): { job_id: string; kind: 'import'; title: string; total: number } {
  const job = { job_id: `job${nth}${state}`, kind: 'import' as const, title: 'Pets', total: 2 }
  browser.app.rows.insert('job', { ...job, uid, state, addtime: now() })
  return job
}
const states = () => store.get(jobsAtom).map(({ job_id, state }) => [job_id, state])

test('polls jobs while the server is unreachable, but not while signed out', async () => {
  const job = newJob('running')
  store.set(followJobAtom, job)
  browser.isOffline = true
  await expect(store.set(reloadJobsAtom)).rejects.toMatchObject({ errorName: 'offline' })
  expect(store.get(isWorkingAtom)).toBe(true)
  browser.isOffline = false
  browser.signOut()
  const heard: boolean[] = []
  const stop = onNotLoggedIn((isBackground) => heard.push(isBackground))
  await expect(store.set(reloadJobsAtom)).rejects.toMatchObject({ errorName: 'notLoggedIn' })
  stop()
  expect(heard).toEqual([true]) // so that it does not prompt again
  expect(store.get(isWorkingAtom)).toBe(false)
  expect(states()).toEqual([[job.job_id, 'running']])
  browser.signIn(`mo${nth}`)
  await store.set(reloadJobsAtom)
  expect(store.get(isWorkingAtom)).toBe(true)
  expect(store.get(jobsErrorAtom)).toBeUndefined()
})

test('hides a job that waits for confirmation', async () => {
  newJob('checked')
  await store.set(reloadJobsAtom)
  expect(states()).toEqual([])
})

const finish = (job_id: string) =>
  browser.app.rows.sqlite.prepare("UPDATE job SET state = 'done' WHERE job_id = ?").run(job_id)

test('reports the end of a job once, and as unseen until the drawer opens', async () => {
  const job = newJob('running')
  store.set(followJobAtom, job)
  expect(await store.set(reloadJobsAtom)).toEqual([])
  finish(job.job_id)
  expect(await store.set(reloadJobsAtom)).toMatchObject([{ job_id: job.job_id, state: 'done' }])
  expect(await store.set(reloadJobsAtom)).toEqual([])
  expect([store.get(finishedJobsAtom), store.get(hasUnseenAtom)]).toEqual([1, true])
  store.set(openJobsAtom, true)
  expect([store.get(jobDrawerAtom), store.get(hasUnseenAtom)]).toEqual([true, false])
})

test('does not report the end of a job that a dialog shows, but views of its result reload', async () => {
  const job = newJob('running')
  store.set(followJobAtom, job)
  store.set(watchedJobAtom, job.job_id)
  finish(job.job_id)
  expect(await store.set(reloadJobsAtom)).toEqual([])
  expect([store.get(finishedJobsAtom), store.get(hasUnseenAtom)]).toEqual([1, false])
})

test('the job of another user cannot be cancelled', async () => {
  const { job_id } = newJob('running')
  browser.signIn('stranger')
  await store.set(cancelJobAtom, job_id).catch(() => undefined)
  const [row] = browser.app.rows.all('job').filter((one) => one.job_id === job_id)
  expect(row?.state).toBe('running')
  expect(states()).toEqual([])
})

test('shows the next user nothing of the former one', async () => {
  store.set(followJobAtom, newJob('running'))
  store.set(openJobsAtom, true)
  store.set(forgetJobsAtom)
  expect([states(), store.get(jobDrawerAtom), store.get(isWorkingAtom)]).toEqual([[], false, false])
})
