import { createStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import {
  checkFileAtom,
  importStateAtom,
  leaveImportAtom,
  pastedAtom,
  restartImportAtom,
  startImportAtom,
} from '#web/features/item/import/atoms.ts'
import { jobsAtom, watchedJobAtom } from '#web/features/jobs/index.tsx'

const calls = vi.hoisted(() => ({ check: vi.fn(), start: vi.fn() }))
vi.mock('#web/lib/api.ts', async (original) => ({ ...(await original<object>()), api: { import: calls } }))

const file = new File(['{}'], 'a.json')
const checked = { job_id: '7', title: 'Orders', total: 3 }

test.each([
  ['leaves the dialog', leaveImportAtom],
  ['chooses another file', restartImportAtom],
])('who %s before the import starts finds its result among the jobs only', async (_, leaving) => {
  const store = createStore()
  const begun = Promise.withResolvers<void>()
  calls.check.mockResolvedValue({ job_id: '7', report: {} })
  calls.start.mockReturnValueOnce(begun.promise)
  await store.set(checkFileAtom, file, '0')
  const started = store.set(startImportAtom, checked, {})
  store.set(leaving)
  begun.resolve()
  await started
  expect(store.get(importStateAtom)).toEqual({ step: 'file', refusal: undefined })
  expect(store.get(watchedJobAtom)).toBeNull()
  expect(store.get(jobsAtom)).toMatchObject([{ job_id: '7', title: 'Orders' }])
})

test('keeps pasted text after an error and discards it with the dialog', async () => {
  const store = createStore()
  store.set(pastedAtom, '{"openapi":"3.1.0"}')
  calls.check.mockRejectedValueOnce(new Error('no description'))
  await store.set(checkFileAtom, file, '0')
  expect(store.get(importStateAtom)).toMatchObject({ step: 'file', refusal: {} })
  expect(store.get(pastedAtom)).toBe('{"openapi":"3.1.0"}')
  store.set(leaveImportAtom)
  expect(store.get(pastedAtom)).toBe('')
})
