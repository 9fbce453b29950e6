import { createStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import { ApiError } from '#shared/contract/client.ts'
import { started, withCell } from '#tests/support/grid.ts'
import { lockAtom } from '#web/features/spreadsheet/grid/lock.ts'
import { loadBookAtom, saveAtom, updateBufferAtom } from '#web/features/spreadsheet/grid/save.ts'
import {
  conflictAtom,
  getBookText,
  loadedBookAtom,
  saveErrorAtom,
  sheetSession,
  sheetSessionAtom,
} from '#web/features/spreadsheet/grid/sheet-session.ts'

const calls = vi.hoisted(() => ({ save: vi.fn(), info: vi.fn(), user: vi.fn() }))
vi.mock('#web/lib/api.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/api.ts')>()),
  api: { page: calls, user: { info: calls.user } },
}))
vi.mock('#web/features/spreadsheet/grid/drafts.ts', () => ({
  drafts: { keep: async () => true, remove: async () => {} },
}))

const bookOf = (text: string) => JSON.stringify([{ name: 'S', rows: { 0: { cells: { 0: { text } } } } }])

const at = { page_id: 7, item_id: 1, page_title: 'Prices', uid: '1' }
const unsaid = { base_version: 1, saved_at: undefined, sent: [] }
const changed = () => new ApiError({ error_code: 10101, error_name: 'pageChanged', error_message: '', request_id: '' })

/** A spreadsheet that is open with its lock, as the grid holds it after starting. */
function open(saved: string) {
  const store = createStore()
  store.set(sheetSessionAtom, { ...at, ...unsaid, saved })
  store.set(lockAtom, { state: 'held' })
  store.set(loadBookAtom, saved, 'Sheet1')
  const board = store.get(loadedBookAtom)
  if (!board) throw new Error('no board')
  const sheets = started(board.serializer)
  store.set(updateBufferAtom, board.id, sheets)
  return { store, sheets, hold: (next: typeof sheets) => store.set(updateBufferAtom, board.id, next) }
}

const mine = { v: 'mine', m: 'mine', ct: { fa: 'General', t: 'g' } }

test.each([
  ['Mo Li', 'Mo Li'],
  ['', 'mo'],
])(
  'shows the name of who saved a cell in the meantime, or the username without one: «%s»',
  async (author_name, name) => {
    const { store, sheets, hold } = open(bookOf('base'))
    hold(withCell(sheets, 0, 0, 0, mine))
    calls.save.mockRejectedValueOnce(changed())
    calls.info.mockResolvedValue({
      page_content: bookOf('theirs'),
      page_version: '2',
      author_username: 'mo',
      author_name,
    })
    await store.set(saveAtom)
    expect(store.get(conflictAtom)).toMatchObject({ theirs: { name }, merge: { conflicts: [{}] } })
  },
)

const refused = (error_code: number, error_name: 'notLoggedIn' | 'itemPasswordNeeded') =>
  new ApiError({ error_code, error_name, error_message: '', request_id: '' })

test('reports an ended session when a save is rejected for it', async () => {
  const { store, sheets, hold } = open(bookOf('base'))
  hold(withCell(sheets, 0, 0, 0, mine))
  calls.save.mockRejectedValueOnce(refused(10102, 'notLoggedIn'))
  expect(await store.set(saveAtom)).toBe(false)
  expect(store.get(saveErrorAtom)?.kind).toBe('session')
})

test('detects an ended session when a private item seems to be missing after another save', async () => {
  const { store, sheets, hold } = open(bookOf('base'))
  hold(withCell(sheets, 0, 0, 0, mine))
  calls.save.mockRejectedValueOnce(changed())
  calls.info.mockRejectedValueOnce(refused(10303, 'itemPasswordNeeded'))
  calls.user.mockRejectedValueOnce(refused(10102, 'notLoggedIn'))
  expect(await store.set(saveAtom)).toBe(false)
  expect(store.get(saveErrorAtom)?.kind).toBe('session')
})

test('does not merge what others saved into the spreadsheet opened since', async () => {
  const { store, sheets, hold } = open(bookOf('base'))
  hold(withCell(sheets, 0, 0, 1, mine))
  const read = Promise.withResolvers<object>()
  calls.save.mockRejectedValueOnce(changed())
  calls.info.mockReturnValueOnce(read.promise)
  const saved = store.set(saveAtom)
  await vi.waitFor(() => expect(calls.info).toHaveBeenLastCalledWith({ page_id: 7 }))
  const other = { ...at, ...unsaid, page_id: 8, saved: bookOf('other') }
  store.set(sheetSession.endAtom)
  store.set(sheetSession.beginAtom, other)
  store.set(loadBookAtom, bookOf('other'), 'Sheet1')
  const laid = store.get(loadedBookAtom)
  read.resolve({ page_content: bookOf('theirs'), page_version: '2', author_username: 'mo', author_name: '' })
  await saved
  expect(store.get(sheetSessionAtom)).toEqual(other)
  expect(store.get(loadedBookAtom)).toBe(laid)
  expect(store.get(conflictAtom)).toBeUndefined()
})

test('keeps edits made during a save when others have saved in the meantime', async () => {
  const base = JSON.stringify([{ name: 'S', rows: {} }])
  const theirs = JSON.stringify([{ name: 'S', rows: { 9: { cells: { 0: { text: 'theirs' } } } } }])
  const { store, sheets, hold } = open(base)
  const write = (former: typeof sheets, row: number, v: string) => {
    const next = withCell(former, 0, row, 0, { v, m: v })
    hold(next)
    return next
  }
  const first = write(sheets, 0, 'first')
  calls.save.mockImplementationOnce(async () => {
    write(first, 1, 'second')
    throw changed()
  })
  calls.info.mockResolvedValue({ page_content: theirs, page_version: '2', author_username: 'mo', author_name: '' })
  await store.set(saveAtom)
  const now = store.get(loadedBookAtom)
  if (!now) throw new Error('no board')
  store.set(updateBufferAtom, now.id, started(now.serializer))
  for (const word of ['first', 'second', 'theirs']) expect(getBookText(store.get)).toContain(word)
})
