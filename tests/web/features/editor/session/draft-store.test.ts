import { afterEach, expect, test, vi } from 'vitest'
import { createDraftStore } from '#web/features/editor/session/index.ts'

afterEach(() => vi.unstubAllGlobals())

/** A request or a transaction whose event `name` fires soon. */
const firing = (name: string, parts: object) => {
  const target: Record<string, unknown> = { ...parts }
  queueMicrotask(() => (target[name] as (() => void) | undefined)?.())
  return target
}

/** A browser that stores drafts in `held`. */
function stubStorage(held: Map<string, object>) {
  const keys = (range: { from: string; to: string }) =>
    [...held.keys()].filter((key) => key > range.from && key < range.to)
  // a value may arrive after the end of its transaction, as a long one does in Chromium 150
  const arriving = (result: unknown) => firing('onsuccess', { result })
  const store = {
    get: (key: string) => arriving(held.get(key)),
    getAllKeys: (range: { from: string; to: string }) => arriving(keys(range)),
    getAll: (range: { from: string; to: string }) => arriving(keys(range).map((key) => held.get(key))),
    put: (draft: object, key: string) => arriving(held.set(key, draft)),
    delete: (key: string) => arriving(held.delete(key)),
  }
  const database = {
    transaction: () => firing('oncomplete', { objectStore: () => store, commit: () => undefined }),
  }
  vi.stubGlobal('IDBKeyRange', { bound: (from: string, to: string) => ({ from, to }) })
  vi.stubGlobal('indexedDB', { open: vi.fn(() => firing('onsuccess', { result: database })) })
}

const newStore = () => createDraftStore<number, { text: string }>('drafts', (page) => `me/${page}/here`)

test('stores, finds, lists and deletes drafts', async () => {
  const held = new Map<string, object>([
    ['me/1/elsewhere', { text: 'other window' }],
    ['me/10/here', { text: 'other page' }],
  ])
  stubStorage(held)
  const drafts = newStore()
  expect(await drafts.keep(1, { text: 'mine' })).toBe(true)
  expect(await drafts.find(1)).toEqual({ text: 'mine' })
  expect(await drafts.list('me/1')).toEqual([
    { key: 'me/1/elsewhere', text: 'other window' },
    { key: 'me/1/here', text: 'mine' },
  ])
  await drafts.remove(1)
  await drafts.drop(['me/1/elsewhere', 'me/2/here'])
  expect([...held.keys()]).toEqual(['me/10/here'])
  expect(indexedDB.open).toHaveBeenCalledTimes(1)
})

test('finds and stores nothing where the browser has no storage, and tries again later', async () => {
  const drafts = newStore()
  expect(await drafts.keep(1, { text: 'mine' })).toBe(false)
  expect(await drafts.find(1)).toBeUndefined()
  expect(await drafts.list('me/1')).toEqual([])
  await drafts.remove(1)
  stubStorage(new Map())
  expect(await drafts.keep(1, { text: 'mine' })).toBe(true)
})
