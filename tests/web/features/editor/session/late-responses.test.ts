import { createStore } from 'jotai'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeApps, createTestApp, type TestApp } from '#tests/support/app.ts'
import { started, withCell } from '#tests/support/grid.ts'
import { lockAtom } from '#web/features/spreadsheet/grid/lock.ts'
import { closeBookAtom, openBookAtom, openStateAtom, retryLockAtom } from '#web/features/spreadsheet/grid/open-book.ts'
import { markEditedAtom, saveAtom, updateBufferAtom } from '#web/features/spreadsheet/grid/save.ts'
import { loadedBookAtom, sheetSession, sheetSessionAtom } from '#web/features/spreadsheet/grid/sheet-session.ts'

let app: TestApp
let item_id: number
let page_id: number
/** The call whose next response is held back, although the server has completed the request, and what lets it go. */
let held: { call: string; isReached: () => void; release: Promise<void> } | undefined

beforeAll(async () => {
  app = await createTestApp({ shared: true })
})
afterAll(() => closeApps({ shared: true }))

const bookOf = (...texts: string[]) => {
  const cells = Object.fromEntries(texts.map((text, column) => [column, { text }]))
  return JSON.stringify([{ name: 'S', rows: { 0: { cells } } }])
}

beforeEach(async () => {
  item_id = await app.rows.newItem({ owner: 'writer', item_type: '4' })
  page_id = app.rows.newPage(item_id, 'Prices', { author: 'writer', page_content: bookOf('stored') })
  app.rows.newMember(item_id, 'other', 'edit')
  held = undefined
  const token = app.token('writer')
  vi.stubGlobal('navigator', { languages: ['en'], userAgent: '' })
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  vi.stubGlobal('window', {})
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (!address.startsWith('/')) return fetch(address, init) // another user
    const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` }
    const response = await fetch(new URL(address, app.url), { ...init, headers })
    const now = held
    if (!now || !address.endsWith(now.call)) return response
    held = undefined
    now.isReached()
    await now.release
    return response
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Holds back the response of the next such call. Resolves once the server has answered it. */
function hold(call: string) {
  const reached = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  held = { call, isReached: reached.resolve, release: release.promise }
  return { reached: reached.promise, release: release.resolve }
}

const open = (store: ReturnType<typeof createStore>) => store.set(openBookAtom, { page_id, item_id }, 'Sheet1')

/** Starts the grid. @returns a function that writes a text into a cell of the first row */
function startGrid(store: ReturnType<typeof createStore>) {
  const board = store.get(loadedBookAtom)
  if (!board) throw new Error('no board')
  let sheets = started(board.serializer)
  store.set(updateBufferAtom, board.id, sheets)
  return (column: number, text: string) => {
    sheets = withCell(sheets, 0, 0, column, { v: text, m: text, ct: { fa: 'General', t: 'g' } })
    store.set(updateBufferAtom, board.id, sheets)
    store.set(markEditedAtom)
  }
}

const isLocked = async () => (await app.as('other').page.isLock({ page_id, item_id })).lock === 1
const storedText = async () => (await app.as('writer').page.info({ page_id })).page_content

describe('closing a spreadsheet', () => {
  test('while it takes a lock that has become free leaves no lock', async () => {
    await app.as('other').page.setLock({ page_id, item_id })
    const store = createStore()
    await open(store)
    expect(store.get(lockAtom)).toMatchObject({ state: 'taken' })
    await app.as('other').page.setLock({ page_id, item_id, lock_to: 1000 })
    const response = hold('/page/setLock')
    const retried = store.set(retryLockAtom)
    await response.reached
    expect(await isLocked()).toBe(true)
    await store.set(closeBookAtom)
    response.release()
    await retried
    await vi.waitFor(async () => expect(await isLocked()).toBe(false))
    expect(store.get(lockAtom)).toEqual({ state: 'none' })
  })

  test('during a save also saves what was written after the save began', async () => {
    const store = createStore()
    await open(store)
    const write = startGrid(store)
    write(0, 'first')
    const response = hold('/page/save')
    const saved = store.set(saveAtom)
    await response.reached
    write(1, 'second')
    const closed = store.set(closeBookAtom)
    response.release()
    await Promise.all([saved, closed])
    expect(await storedText()).toContain('second')
    expect(await isLocked()).toBe(false)
  })
})

test('the response to a save changes nothing in a later visit of the same spreadsheet', async () => {
  const store = createStore()
  await open(store)
  startGrid(store)(0, 'mine')
  const response = hold('/page/save')
  const saved = store.set(saveAtom)
  await response.reached
  const former = store.get(sheetSessionAtom)
  if (!former) throw new Error('no session')
  store.set(sheetSession.endAtom)
  store.set(sheetSession.beginAtom, { ...former, saved: bookOf('read later'), base_version: 7, sent: [] })
  const next = store.get(sheetSessionAtom)
  response.release()
  await saved
  expect(store.get(sheetSessionAtom)).toBe(next)
  expect(store.get(openStateAtom)).toEqual({ state: 'open' })
})
