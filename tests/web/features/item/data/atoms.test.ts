import { createStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#shared/contract/client.ts'
import type { ErrorName } from '#shared/contract/errors.ts'
import {
  groupsAtom,
  putInGroupAtom,
  readItemsAtom,
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

test.each([
  ['no answer', refused('offline', -1)],
  ['too many requests', refused('tooManyRequests', 10429)],
  ['a fault of the server', refused('internal', 10500)],
])('%s keeps the list and the groups, and the next reload reads them again', async (_, passing) => {
  const store = createStore()
  store.sub(readItemsAtom, () => undefined)
  store.sub(groupsAtom, () => undefined)
  expect(await store.get(readItemsAtom)).toEqual({ items })
  await vi.waitFor(() => expect(store.get(groupsAtom)).toEqual({ groups }))
  calls.myList.mockRejectedValue(passing)
  calls.getList.mockRejectedValue(passing)
  store.set(reloadItemsAtom)
  store.set(reloadGroupsAtom)
  expect(await store.get(readItemsAtom)).toEqual({ items })
  await vi.waitFor(() => expect(calls.getList).toHaveBeenCalledTimes(2))
  await new Promise((done) => setTimeout(done))
  expect(store.get(groupsAtom)).toEqual({ groups })
  const more = [...items, { item_id: '2', item_name: 'Invoices' }]
  calls.myList.mockResolvedValue(more)
  store.set(refetchIfStaleAtom, 30_000)
  expect(await store.get(readItemsAtom)).toEqual({ items: more })
})

test('keeps a new star when the list cannot be reloaded', async () => {
  const store = createStore()
  store.sub(readItemsAtom, () => undefined)
  calls.myList.mockResolvedValue([{ ...items[0], is_star: 0 }])
  await store.get(readItemsAtom)
  await store.set(starAtom, '1', true)
  calls.myList.mockRejectedValue(refused('internal', 10500))
  store.set(reloadItemsAtom)
  expect(await store.get(readItemsAtom)).toEqual({ items: [{ ...items[0], is_star: 1 }] })
})

test('shows the error in place of the list after a rejection, and for another user', async () => {
  const store = createStore()
  store.sub(readItemsAtom, () => undefined)
  await store.get(readItemsAtom)
  const ended = refused('notLoggedIn', 10102)
  calls.myList.mockRejectedValue(ended)
  store.set(reloadItemsAtom)
  expect(await store.get(readItemsAtom)).toEqual({ error: ended })
  const internal = refused('internal', 10500)
  calls.info.mockResolvedValue({ uid: '10' })
  calls.myList.mockRejectedValue(internal)
  store.set(refreshSessionAtom)
  expect(await store.get(readItemsAtom)).toEqual({ error: internal })
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
