import { atom } from 'jotai'
import { unwrap } from 'jotai/utils'
import { startTransition } from 'react'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import { api, isTransientError } from '#web/lib/api.ts'
import { createSerialQueue } from '#web/lib/serial-queue.ts'
import { writeStored } from '#web/lib/storage.ts'
import { type Group, groupItemIds, type Item } from './item.ts'

/** The list, or the error. */
export type LoadedItems = { items: Item[] } | { error: unknown }

const versionAtom = atom(0)

// Stars changed here that the server's list may not include yet, by item.
const starsAtom = atom<ReadonlyMap<string, number>>(new Map())

// The last list received, and when: it stays on screen while the server fails.
let last: { uid: string; items: Item[]; at: number } | undefined

/** The items of the current user in their own order. Suspends. */
export const readItemsAtom = atom(async (get): Promise<LoadedItems> => {
  get(versionAtom)
  const user = await get(sessionAtom)
  if (!user) return { items: [] }
  try {
    const items = await api.item.myList()
    last = { uid: user.uid, items, at: Date.now() }
    return { items }
  } catch (error) {
    if (!isTransientError(error) || last?.uid !== user.uid) return { error }
    last = { ...last, at: 0 } // the next refetchIfStaleAtom fetches again
    return { items: last.items }
  }
})

/** Stars changed since the list was fetched, by item. */
export const starChangesAtom = atom((get) => get(starsAtom))

/** The items if known; undefined otherwise. Never suspends. */
export const cachedItemsAtom = unwrap(readItemsAtom)

/** Refetches the list; the previous one stays on screen in the meantime. */
export const reloadItemsAtom = atom(null, (_get, set) =>
  startTransition(() => {
    set(versionAtom, (version) => version + 1)
    set(starsAtom, new Map())
  }),
)

/** Refetches the list if it is at least that old, in ms. */
export const refetchIfStaleAtom = atom(null, (_get, set, olderThanMs: number) => {
  if (Date.now() - (last?.at ?? 0) >= olderThanMs) set(reloadItemsAtom)
})

/** Storage key that changes whenever items are added, removed or starred, so that other tabs notice. */
export const itemsKey = 'docstead.items-changed'

const tellOtherTabs = () => void writeStored(itemsKey, Date.now())

/** Call after changing items: refetches the list here and in the other tabs. */
export const itemsChangedAtom = atom(null, (_get, set) => {
  tellOtherTabs()
  set(reloadItemsAtom)
})

const inTurn = createSerialQueue()

/** Stars or unstars an item: at once here, and reverts if the server rejects it. @throws the server's error */
export const starAtom = atom(null, async (get, set, item_id: string, on: boolean) => {
  const before = get(starsAtom)
  set(starsAtom, new Map(before).set(item_id, on ? 1 : 0))
  try {
    await inTurn(async () => (on ? api.item.star({ item_id }) : api.item.unstar({ item_id })))
    tellOtherTabs()
    const is_star = on ? 1 : 0
    // Keeps the star even if refetching the list fails.
    if (last) last.items = last.items.map((item) => (item.item_id === item_id ? { ...item, is_star } : item))
  } catch (error) {
    const back = new Map(get(starsAtom))
    back.set(item_id, on ? 0 : 1)
    set(starsAtom, back)
    throw error
  }
})

const groupsVersionAtom = atom(0)

let lastGroups: { uid: string; groups: Group[] } | undefined

const readGroupsAtom = atom(async (get): Promise<{ groups: Group[] } | { error: unknown }> => {
  get(groupsVersionAtom)
  const user = await get(sessionAtom)
  if (!user) return { groups: [] }
  try {
    const groups = await api.itemGroup.getList()
    lastGroups = { uid: user.uid, groups }
    return { groups }
  } catch (error) {
    return isTransientError(error) && lastGroups?.uid === user.uid ? { groups: lastGroups.groups } : { error }
  }
})

/** The user's own groups, or the error; undefined at first. The previous ones stay while refetching. */
export const groupsAtom = unwrap(readGroupsAtom, (former) => former)

/** Refetches the groups. */
export const reloadGroupsAtom = atom(null, (_get, set) => set(groupsVersionAtom, (version) => version + 1))

/** Creates a group (`id` '0'), or changes its name or items. @throws the server's error */
export const saveGroupAtom = atom(
  null,
  async (_get, set, group: { id: string; group_name: string; item_ids?: readonly string[] }) => {
    const { item_ids, ...rest } = group
    await api.itemGroup.save({ ...rest, ...(item_ids && { item_ids: item_ids.join(',') }) })
    set(reloadGroupsAtom)
  },
)

/** Adds an item to a group or removes it, whatever else the group contains by then. @throws the server's error */
export const putInGroupAtom = atom(null, (get, set, item_id: string, id: string, on: boolean) =>
  inTurn(async () => {
    const read = await get(readGroupsAtom)
    if ('error' in read) throw read.error
    const group = read.groups.find((one) => one.id === id)
    if (!group) return
    const others = groupItemIds(group).filter((one) => one !== item_id)
    await set(saveGroupAtom, { id, group_name: group.group_name, item_ids: on ? [...others, item_id] : others })
  }),
)

/** Deletes a group; its items stay. @throws the server's error */
export const deleteGroupAtom = atom(null, async (_get, set, id: string) => {
  await api.itemGroup.delete({ id })
  set(reloadGroupsAtom)
})

/** Saves the order of the groups. @throws the server's error */
export const sortGroupsAtom = atom(null, async (_get, set, ids: readonly string[]) => {
  try {
    const groups = JSON.stringify(ids.map((id, at) => ({ id, s_number: at + 1 })))
    await inTurn(() => api.itemGroup.saveSort({ groups }))
  } finally {
    set(reloadGroupsAtom)
  }
})
