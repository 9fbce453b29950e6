import { createStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import { ApiError } from '#shared/contract/client.ts'
import { checkFileAtom, importStateAtom, startImportAtom } from '#web/features/item/import/atoms.ts'
import { jobsAtom } from '#web/features/jobs/index.tsx'

const { start, check } = vi.hoisted(() => ({ start: vi.fn(), check: vi.fn() }))
vi.mock('#web/lib/api.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/api.ts')>()),
  api: { import: { start, check } },
}))

const refusal = (error_name: 'offline' | 'jobNotReady') =>
  new ApiError({ error_code: -1, error_name, error_message: '', request_id: '' })

test('follows an import that started although its response was lost, when it is started again', async () => {
  const store = createStore()
  check.mockResolvedValueOnce({ job_id: 'a1', report: {} })
  await store.set(checkFileAtom, new File(['{}'], 'pets.json'), '0')
  const begin = () => store.set(startImportAtom, { job_id: 'a1', title: 'Pets', total: 2 }, {})
  start.mockRejectedValueOnce(refusal('offline'))
  await expect(begin()).rejects.toMatchObject({ errorName: 'offline' })
  expect(store.get(importStateAtom)).toMatchObject({ step: 'check' })
  start.mockRejectedValueOnce(refusal('jobNotReady'))
  await begin()
  expect(store.get(importStateAtom)).toEqual({ step: 'result', job_id: 'a1', title: 'Pets' })
  expect(store.get(jobsAtom)).toMatchObject([{ job_id: 'a1', state: 'running' }])
})
