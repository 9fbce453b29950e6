import { createStore } from 'jotai'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { started, withCell } from '#tests/support/grid.ts'
import { lockAtom } from '#web/features/spreadsheet/grid/lock.ts'
import { closeBookAtom, openBookAtom, openStateAtom } from '#web/features/spreadsheet/grid/open-book.ts'
import { markEditedAtom, updateBufferAtom } from '#web/features/spreadsheet/grid/save.ts'
import { loadedBookAtom, sheetSessionAtom } from '#web/features/spreadsheet/grid/sheet-session.ts'

const calls = vi.hoisted(() => ({ save: vi.fn(), info: vi.fn(), setLock: vi.fn(), isLock: vi.fn() }))
vi.mock('#web/lib/api.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/api.ts')>()),
  api: { page: calls, user: { info: async () => ({ uid: '1' }) } },
}))
vi.mock('#web/features/spreadsheet/grid/drafts.ts', () => ({
  drafts: { keep: async () => true, remove: async () => {}, find: async () => undefined },
}))

const bookOf = (text: string) => JSON.stringify([{ name: 'S', rows: { 0: { cells: { 0: { text } } } } }])
const pageOf = (page_content: string) => ({ page_title: 'Prices', page_content, page_version: '1' })

/** The lock requests to the server, in order. */
const asked = () =>
  calls.setLock.mock.calls.map(([{ page_id, lock_to }]) => `${lock_to === undefined ? 'take' : 'release'} ${page_id}`)

// each test has its own pages: lock state outlives the screen
let page_id = 0
beforeEach(() => {
  vi.resetAllMocks()
  page_id += 10
  calls.isLock.mockResolvedValue({ lock: 0 })
  calls.setLock.mockResolvedValue({})
  calls.info.mockImplementation(async () => pageOf(bookOf('stored')))
})

const enter = (store: ReturnType<typeof createStore>, of = page_id) =>
  store.set(openBookAtom, { page_id: of, item_id: 1 }, 'Sheet1')

/** Writes into the open grid. */
function write(store: ReturnType<typeof createStore>) {
  const board = store.get(loadedBookAtom)
  if (!board) throw new Error('no board')
  const sheets = started(board.serializer)
  store.set(updateBufferAtom, board.id, sheets)
  store.set(
    updateBufferAtom,
    board.id,
    withCell(sheets, 0, 0, 0, { v: 'mine', m: 'mine', ct: { fa: 'General', t: 'g' } }),
  )
  store.set(markEditedAtom)
}

describe('closing a spreadsheet', () => {
  test('while it opens leaves no lock', async () => {
    const store = createStore()
    const answer = Promise.withResolvers<object>()
    calls.setLock.mockReturnValueOnce(answer.promise)
    const entered = enter(store)
    await vi.waitFor(() => expect(asked()).toEqual([`take ${page_id}`]))
    await store.set(closeBookAtom)
    answer.resolve({})
    await entered
    await vi.waitFor(() => expect(asked().at(-1)).toBe(`release ${page_id}`))
    expect(store.get(sheetSessionAtom)).toBeUndefined()
  })

  test('before its lock is checked takes none', async () => {
    const store = createStore()
    const answer = Promise.withResolvers<object>()
    calls.isLock.mockReturnValueOnce(answer.promise)
    const entered = enter(store)
    await vi.waitFor(() => expect(calls.isLock).toHaveBeenCalled())
    await store.set(closeBookAtom)
    answer.resolve({ lock: 0 })
    await entered
    expect(asked()).toEqual([])
  })

  test('leaves no lock when it was no spreadsheet or could not be read', async () => {
    const store = createStore()
    calls.info.mockResolvedValueOnce(pageOf('no spreadsheet'))
    await enter(store)
    expect(store.get(openStateAtom)).toMatchObject({ state: 'unreadable' })
    await store.set(closeBookAtom)
    expect(asked()).toEqual([`take ${page_id}`, `release ${page_id}`])
    calls.info.mockRejectedValueOnce(new Error('gone'))
    await enter(store, page_id + 1)
    expect(store.get(openStateAtom)).toMatchObject({ state: 'failed' })
    await store.set(closeBookAtom)
    expect(asked().slice(2)).toEqual([`take ${page_id + 1}`, `release ${page_id + 1}`])
  })

  test('saves it before the next one opens, which stays open', async () => {
    const store = createStore()
    await enter(store)
    write(store)
    const answer = Promise.withResolvers<object>()
    calls.save.mockReturnValueOnce(answer.promise)
    const left = store.set(closeBookAtom)
    const entered = enter(store, page_id + 1)
    await vi.waitFor(() => expect(calls.save).toHaveBeenCalledTimes(1))
    answer.resolve({ page_version: '2' })
    await Promise.all([left, entered])
    expect(store.get(sheetSessionAtom)).toMatchObject({ page_id: page_id + 1 })
    expect(store.get(openStateAtom)).toEqual({ state: 'open' })
    expect(store.get(lockAtom)).toEqual({ state: 'held' })
    expect(asked()).toEqual([`take ${page_id}`, `release ${page_id}`, `take ${page_id + 1}`])
  })

  test('for two others in a row opens the last', async () => {
    const store = createStore()
    await enter(store)
    write(store)
    calls.save.mockResolvedValueOnce({ page_version: '2' })
    await Promise.all([store.set(closeBookAtom), enter(store, page_id + 1), enter(store, page_id + 2)])
    expect(calls.save).toHaveBeenCalledTimes(1)
    expect(store.get(sheetSessionAtom)).toMatchObject({ page_id: page_id + 2 })
    expect(asked()).toEqual([`take ${page_id}`, `release ${page_id}`, `take ${page_id + 2}`])
  })
})
