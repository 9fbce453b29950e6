import { createStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#shared/contract/client.ts'
import { started, withCell } from '#tests/support/grid.ts'
import { lockAtom } from '#web/features/spreadsheet/grid/lock.ts'
import { loadBookAtom, markEditedAtom, updateBufferAtom } from '#web/features/spreadsheet/grid/save.ts'
import { isUnsavedAtom, loadedBookAtom, sheetSession } from '#web/features/spreadsheet/grid/sheet-session.ts'

const calls = vi.hoisted(() => ({ save: vi.fn() }))
vi.mock('#web/lib/api.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/api.ts')>()),
  api: { page: calls },
}))

beforeEach(() => {
  vi.resetAllMocks()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

test('a spreadsheet that reached no server is saved again, until it is saved', async () => {
  const saved = JSON.stringify([{ name: 'S', rows: { 0: { cells: { 0: { text: 'stored' } } } } }])
  const store = createStore()
  store.set(sheetSession.beginAtom, {
    page_id: 7,
    item_id: 1,
    page_title: 'Prices',
    uid: '1',
    saved,
    base_version: 1,
    saved_at: undefined,
    sent: [],
  })
  store.set(lockAtom, { state: 'held' })
  store.set(loadBookAtom, saved, 'Sheet1')
  const board = store.get(loadedBookAtom)
  if (!board) throw new Error('no board')
  const sheets = started(board.serializer)
  store.set(updateBufferAtom, board.id, sheets)
  store.set(updateBufferAtom, board.id, withCell(sheets, 0, 0, 0, { v: 'mine', m: 'mine' }))
  const offline = { error_code: -1, error_name: 'offline' as const, error_message: '', request_id: '' }
  calls.save.mockRejectedValueOnce(new ApiError(offline)).mockRejectedValueOnce(new ApiError(offline))
  calls.save.mockResolvedValue({ page_id: 7, page_version: 2 })
  store.set(markEditedAtom)
  await vi.advanceTimersByTimeAsync(400)
  expect(calls.save).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(5000)
  expect(calls.save).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(5000)
  expect(calls.save).toHaveBeenCalledTimes(3)
  expect(store.get(isUnsavedAtom)).toBe(false)
})
