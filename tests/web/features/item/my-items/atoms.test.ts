import { createStore } from 'jotai'
import { beforeEach, expect, test } from 'vitest'
import { openBrowser, shown } from '#tests/web/support/browser.ts'
import { signedInAtom } from '#web/features/account/session/index.tsx'
import {
  deleteGroupAtom,
  groupsAtom,
  itemListAtom,
  itemsChangedAtom,
  itemsKey,
  putInGroupAtom,
  refetchIfStaleAtom,
  reloadGroupsAtom,
  reloadItemsAtom,
  saveGroupAtom,
  sortGroupsAtom,
  starAtom,
} from '#web/features/item/my-items/atoms.ts'
import { queryValue } from '#web/lib/query.ts'

const browser = openBrowser()
let store: ReturnType<typeof createStore>
let item_id: string
let user = 0

/** The name of the user of this test: each has items of their own. */
const me = () => `mo${user}`
const newItem = async (item_name: string) => String(await browser.app.rows.newItem({ owner: me(), item_name }))

beforeEach(async () => {
  user += 1
  store = createStore()
  item_id = await newItem('Orders')
  browser.signIn(me())
})

const names = () => queryValue(store.get(itemListAtom))?.map((item) => item.item_name)
const starOf = (id: string) => queryValue(store.get(itemListAtom))?.find((item) => item.item_id === id)?.is_star

test.each([
  ['no response', undefined],
  ['too many requests', { error_code: 10429, error_name: 'tooManyRequests' }],
  ['a fault of the server', { error_code: 10500, error_name: 'internal' }],
])('%s keeps the list and the groups, and the next reload reads them again', async (_, fault) => {
  await store.set(saveGroupAtom, { id: '0', group_name: 'Papers', item_ids: [item_id] })
  await shown(store, itemListAtom)
  await shown(store, groupsAtom)
  await newItem('Invoices')
  if (fault) for (const path of ['item/myList', 'itemGroup/getList']) browser.fail(path, fault)
  browser.isOffline = fault === undefined
  store.set(reloadItemsAtom)
  store.set(reloadGroupsAtom)
  expect(await shown(store, itemListAtom, ({ at }) => at === 0)).toMatchObject({ value: [{ item_id }] })
  expect(await shown(store, groupsAtom, ({ at }) => at === 0)).toMatchObject({ value: [{ group_name: 'Papers' }] })
  browser.isOffline = false
  store.set(refetchIfStaleAtom, 30_000)
  await shown(store, itemListAtom, ({ at }) => at > 0)
  expect(names()?.toSorted()).toEqual(['Invoices', 'Orders'])
})

test('refetches the list on returning only when it is old', async () => {
  await shown(store, itemListAtom)
  await store.set(itemListAtom, 30_000)
  expect(browser.sent('item/myList')).toHaveLength(1)
  await store.set(itemListAtom, 0)
  expect(browser.sent('item/myList')).toHaveLength(2)
})

test('a change of items refetches the list on screen, and notifies the other tabs', async () => {
  await shown(store, itemListAtom)
  await newItem('Invoices')
  store.set(itemsChangedAtom)
  await shown(store, itemListAtom, (result) => queryValue(result)?.length === 2)
  expect(browser.storage.get(itemsKey)).toMatch(/^\d+$/)
})

test('keeps a new star when the list cannot be reloaded', async () => {
  await shown(store, itemListAtom)
  await store.set(starAtom, item_id, true)
  browser.isOffline = true
  store.set(reloadItemsAtom)
  await shown(store, itemListAtom, ({ at }) => at === 0)
  expect(starOf(item_id)).toBe(1)
})

test('shows a star before the server has confirmed it', async () => {
  await shown(store, itemListAtom)
  const star = browser.hold('item/star')
  const starring = store.set(starAtom, item_id, true)
  expect(starOf(item_id)).toBe(1)
  star.release()
  await starring
  await store.set(itemListAtom)
  expect(starOf(item_id)).toBe(1)
})

test('takes a star back when the server rejects it: the item was deleted in the meantime', async () => {
  await shown(store, itemListAtom)
  browser.app.rows.sqlite.prepare('UPDATE item SET is_del = 1 WHERE item_id = ?').run(item_id)
  await expect(store.set(starAtom, item_id, true)).rejects.toMatchObject({ name: 'ApiError' })
  expect(starOf(item_id)).toBe(0)
  expect(browser.storage.has(itemsKey)).toBe(false)
})

test('shows the error in place of the list when the session has ended', async () => {
  await shown(store, itemListAtom)
  browser.signOut()
  store.set(reloadItemsAtom)
  const result = await shown(store, itemListAtom, (now) => 'error' in now)
  expect(result).toMatchObject({ error: { errorName: 'notLoggedIn' } })
})

test('does not show the list of the former user to the next, even when theirs cannot be loaded', async () => {
  await shown(store, itemListAtom)
  browser.signIn('someone else')
  browser.fail('item/myList')
  await store.set(signedInAtom)
  const result = await shown(store, itemListAtom, (now) => !('value' in now))
  expect(result).toMatchObject({ error: { errorName: 'internal' } })
})

test('requests no list and no groups for a visitor', async () => {
  browser.signOut()
  expect(await shown(store, itemListAtom)).toMatchObject({ value: [] })
  expect(await shown(store, groupsAtom)).toMatchObject({ value: [] })
  expect(browser.calls.map(({ path }) => path)).toEqual(['user/info'])
})

test('sends starring and unstarring in quick succession in that order', async () => {
  await shown(store, itemListAtom)
  const star = browser.hold('item/star')
  const both = [store.set(starAtom, item_id, true), store.set(starAtom, item_id, false)]
  await star.carriedOut
  expect(browser.sent('item/unstar')).toEqual([])
  star.release()
  await Promise.all(both)
  await store.set(itemListAtom)
  expect(starOf(item_id)).toBe(0)
})

const newGroup = async (group_name: string, ...item_ids: string[]) => {
  await store.set(saveGroupAtom, { id: '0', group_name, item_ids })
  await store.set(groupsAtom)
  return queryValue(store.get(groupsAtom))?.find((group) => group.group_name === group_name)?.id ?? ''
}
const groups = async () => {
  await store.set(groupsAtom)
  return queryValue(store.get(groupsAtom))?.map(({ group_name, item_ids }) => [group_name, item_ids])
}

test('the last of two quick reorderings of the groups counts', async () => {
  const [one, two] = [await newGroup('One'), await newGroup('Two')]
  const first = browser.hold('itemGroup/saveSort')
  const both = [store.set(sortGroupsAtom, [one, two]), store.set(sortGroupsAtom, [two, one])]
  await first.carriedOut
  expect(browser.sent('itemGroup/saveSort')).toHaveLength(1)
  first.release()
  await Promise.all(both)
  expect(await groups()).toEqual([
    ['Two', ''],
    ['One', ''],
  ])
})

test('adds two items to a group at once, and takes one of them out again', async () => {
  const [second, third] = [await newItem('Invoices'), await newItem('Returns')]
  const id = await newGroup('Own', item_id)
  await Promise.all([store.set(putInGroupAtom, second, id, true), store.set(putInGroupAtom, third, id, true)])
  expect(await groups()).toEqual([['Own', [item_id, second, third].join()]])
  await store.set(putInGroupAtom, second, id, false)
  expect(await groups()).toEqual([['Own', [item_id, third].join()]])
})

test('does not empty a group that cannot be read before an item is added', async () => {
  const id = await newGroup('Own', item_id)
  const tab = createStore() // knows no groups yet
  browser.fail('itemGroup/getList')
  await expect(tab.set(putInGroupAtom, await newItem('Invoices'), id, true)).rejects.toMatchObject({ code: 10500 })
  expect(await groups()).toEqual([['Own', item_id]])
})

test('adding to a group that was deleted in another tab creates none', async () => {
  const id = await newGroup('Own', item_id)
  await createStore().set(deleteGroupAtom, id)
  await store.set(putInGroupAtom, item_id, id, true)
  expect(await groups()).toEqual([])
})
