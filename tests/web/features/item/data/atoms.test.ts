import { createStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#shared/contract/client.ts'
import type { ErrorName } from '#shared/contract/errors.ts'
import {
  groupsAtom,
  itemListAtom,
  itemsChangedAtom,
  itemsKey,
  putInGroupAtom,
  refetchIfStaleAtom,
  reloadGroupsAtom,
  reloadItemsAtom,
  sortGroupsAtom,
  starAtom,
} from '#web/features/item/data/atoms.ts'
import { refreshSessionAtom } from '#web/features/account/session/index.tsx'

const calls = vi.hoisted(() => ({
  info: vi.fn(),
  myList: vi.fn(),
  getList: vi.fn(),
  star: vi.fn(),
  unstar: vi.fn(),
  save: vi.fn(),
  saveSort: vi.fn(),
}))
vi.mock('#web/lib/api.ts', async (original) => ({
  ...(await original<object>()),
  api: {
    user: { info: calls.info },
    item: { myList: calls.myList, star: calls.star, unstar: calls.unstar },
    itemGroup: { getList: calls.getList, save: calls.save, saveSort: calls.saveSort },
  },
}))

const refused = (error_name: ErrorName | 'offline', error_code: number) =>
  new ApiError({ error_code, error_name, error_message: '', request_id: '' })

const items = [{ item_id: '1', item_name: 'Orders' }]
const groups = [{ id: '3', group_name: 'Papers', item_ids: '1' }]

beforeEach(() => {
  calls.info.mockResolvedValue({ uid: '9' })
  calls.myList.mockReset().mockResolvedValue(items)
  calls.getList.mockReset().mockResolvedValue(groups)
})

async function newList() {
  const store = createStore()
  store.sub(itemListAtom, () => undefined)
  const shown = (result: object) => vi.waitFor(() => expect(store.get(itemListAtom)).toMatchObject(result))
  await shown({ value: items.map(({ item_id }) => ({ item_id })) })
  return { store, shown }
}

test.each([
  ['no answer', refused('offline', -1)],
  ['too many requests', refused('tooManyRequests', 10429)],
  ['a fault of the server', refused('internal', 10500)],
])('%s keeps the list and the groups, and the next reload reads them again', async (_, passing) => {
  const { store, shown } = await newList()
  store.sub(groupsAtom, () => undefined)
  await vi.waitFor(() => expect(store.get(groupsAtom)).toMatchObject({ value: groups }))
  calls.myList.mockRejectedValue(passing)
  calls.getList.mockRejectedValue(passing)
  store.set(reloadItemsAtom)
  store.set(reloadGroupsAtom)
  await vi.waitFor(() => expect(calls.getList).toHaveBeenCalledTimes(2))
  await shown({ value: items, at: 0 })
  await vi.waitFor(() => expect(store.get(groupsAtom)).toMatchObject({ value: groups, at: 0 }))
  const more = [...items, { item_id: '2', item_name: 'Invoices' }]
  calls.myList.mockResolvedValue(more)
  store.set(refetchIfStaleAtom, 30_000)
  await shown({ value: more })
})

test('refetches the list on returning only when it is old', async () => {
  const { store } = await newList()
  store.set(refetchIfStaleAtom, 30_000)
  await new Promise((done) => setTimeout(done))
  expect(calls.myList).toHaveBeenCalledTimes(1)
  store.set(refetchIfStaleAtom, 0)
  await vi.waitFor(() => expect(calls.myList).toHaveBeenCalledTimes(2))
})

test('a change of items refetches the list on screen, and tells the other tabs', async () => {
  vi.stubGlobal('localStorage', { setItem: vi.fn() })
  const { store } = await newList()
  store.set(itemsChangedAtom)
  await vi.waitFor(() => expect(calls.myList).toHaveBeenCalledTimes(2))
  expect(localStorage.setItem).toHaveBeenCalledWith(itemsKey, expect.any(String))
})

test('keeps a new star when the list cannot be reloaded', async () => {
  calls.myList.mockResolvedValue([{ ...items[0], is_star: 0 }])
  const { store, shown } = await newList()
  await store.set(starAtom, '1', true)
  calls.myList.mockRejectedValue(refused('internal', 10500))
  store.set(reloadItemsAtom)
  await shown({ value: [{ ...items[0], is_star: 1 }], at: 0 })
})

test('shows a star at once, and takes it back when the server rejects it', async () => {
  calls.myList.mockResolvedValue([{ ...items[0], is_star: 0 }])
  const { store, shown } = await newList()
  const sent = Promise.withResolvers<object>()
  calls.star.mockReturnValueOnce(sent.promise)
  const starring = store.set(starAtom, '1', true)
  await shown({ value: [{ is_star: 1 }] })
  sent.reject(refused('noRight', 10103))
  await expect(starring).rejects.toThrow()
  await shown({ value: [{ is_star: 0 }] })
})

test('shows the error in place of the list after a rejection, and for another user', async () => {
  const { store, shown } = await newList()
  const ended = refused('notLoggedIn', 10102)
  calls.myList.mockRejectedValue(ended)
  store.set(reloadItemsAtom)
  await shown({ error: ended })
  const internal = refused('internal', 10500)
  calls.info.mockResolvedValue({ uid: '10' })
  calls.myList.mockRejectedValue(internal)
  store.set(refreshSessionAtom)
  await shown({ error: internal })
})

test('requests no list for a visitor', async () => {
  calls.info.mockRejectedValue(refused('notLoggedIn', 10102))
  const store = createStore()
  store.sub(itemListAtom, () => undefined)
  await vi.waitFor(() => expect(store.get(itemListAtom)).toMatchObject({ value: [] }))
  expect(calls.myList).not.toHaveBeenCalled()
})

test('sends starring and unstarring in quick succession in that order', async () => {
  const store = createStore()
  const given = Promise.withResolvers<object>()
  calls.star.mockReturnValueOnce(given.promise)
  calls.unstar.mockResolvedValue([])
  const deeds = [store.set(starAtom, '1', true), store.set(starAtom, '1', false)]
  await new Promise((done) => setTimeout(done))
  expect(calls.unstar).not.toHaveBeenCalled()
  given.resolve({ id: 1 })
  await Promise.all(deeds)
  expect(calls.unstar).toHaveBeenCalledTimes(1)
})

test('sends two quick reorderings of the groups in that order', async () => {
  const store = createStore()
  const first = Promise.withResolvers<object>()
  calls.saveSort.mockReturnValueOnce(first.promise).mockResolvedValue([])
  const deeds = [store.set(sortGroupsAtom, ['1', '2']), store.set(sortGroupsAtom, ['2', '1'])]
  await new Promise((done) => setTimeout(done))
  expect(calls.saveSort).toHaveBeenCalledTimes(1)
  first.resolve([])
  await Promise.all(deeds)
  expect(JSON.parse(calls.saveSort.mock.lastCall?.[0].groups)).toMatchObject([{ id: '2' }, { id: '1' }])
})

test('adds two items to a group at once', async () => {
  const store = createStore()
  const group = { id: '4', group_name: 'Own', item_ids: '1' }
  calls.info.mockResolvedValue({ uid: '7' })
  calls.getList.mockImplementation(async () => [{ ...group }])
  calls.save.mockImplementation(async ({ item_ids }: { item_ids: string }) => {
    await new Promise((done) => setTimeout(done))
    group.item_ids = item_ids
  })
  await Promise.all([store.set(putInGroupAtom, '2', '4', true), store.set(putInGroupAtom, '3', '4', true)])
  expect(group.item_ids).toBe('1,2,3')
  await store.set(putInGroupAtom, '2', '4', false)
  expect(group.item_ids).toBe('1,3')
})
