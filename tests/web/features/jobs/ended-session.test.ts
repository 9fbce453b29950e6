import { createStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import { ApiError } from '#shared/contract/client.ts'
import { followJobAtom, isWorkingAtom, jobsErrorAtom, reloadJobsAtom } from '#web/features/jobs/atoms.ts'

const list = vi.hoisted(() => vi.fn())
vi.mock('#web/lib/api.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/api.ts')>()),
  api: { job: { list } },
}))

const refusal = (error_name: 'offline' | 'notLoggedIn') =>
  new ApiError({ error_code: -1, error_name, error_message: '', request_id: '' })

test('polls jobs while the server is unreachable, but not while signed out', async () => {
  const store = createStore()
  const job = { job_id: 'a', kind: 'import' as const, title: 'Pets', total: 2 }
  store.set(followJobAtom, job)
  const after = async (answer: Promise<unknown>) => {
    list.mockReturnValueOnce(answer)
    await store.set(reloadJobsAtom).catch(() => undefined)
    return [store.get(isWorkingAtom), (store.get(jobsErrorAtom) as ApiError | undefined)?.errorName]
  }
  expect(await after(Promise.reject(refusal('offline')))).toEqual([true, 'offline'])
  expect(await after(Promise.reject(refusal('notLoggedIn')))).toEqual([false, 'notLoggedIn'])
  expect(await after(Promise.resolve([{ ...job, state: 'running' }]))).toEqual([true, undefined])
})
