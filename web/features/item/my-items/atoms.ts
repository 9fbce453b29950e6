import { atom } from 'jotai'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import { api } from '#web/lib/api.ts'
import { dependentQueryAtom, queryAtom, queryValue } from '#web/lib/query.ts'
import { createSerialQueue } from '#web/lib/serial-queue.ts'
import { writeStored } from '#web/lib/storage.ts'
import { groupItemIds } from './item.ts'

/** The items of the current user in their own order, with the starred ones of others; none for a visitor. */
export const itemListAtom = dependentQueryAtom((get) => {
  const session = get(sessionAtom)
  return queryAtom(async () => ((await session) ? api.item.myList({ with_starred: true }) : []))
})

/** The items if known; undefined otherwise. */
export const cachedItemsAtom = atom((get) => queryValue(get(itemListAtom)))

/** Refetches the list; the previous one stays on screen in the meantime. */
export const reloadItemsAtom = atom(null, (_get, set) => void set(itemListAtom, 'invalidate'))

/** Refetches the list if it is at least that old, in ms. */
export const refetchIfStaleAtom = atom(null, (_get, set, olderThanMs: number) => void set(itemListAtom, olderThanMs))

/** Storage key that changes whenever items are added, removed or starred, so that other tabs notice. */
export const itemsKey = 'docstead.items-changed'

const notifyOtherTabs = () => void writeStored(itemsKey, Date.now())

/** Call after changing items: refetches the list here and in the other tabs. */
export const itemsChangedAtom = atom(null, (_get, set) => {
  notifyOtherTabs()
  set(reloadItemsAtom)
})

const inTurn = createSerialQueue()

/** Stars or unstars an item: at once here, and reverts if the server rejects it. @throws the server's error */
export const starAtom = atom(null, async (get, set, item_id: string, on: boolean) => {
  const show = (is_star: number) =>
    set(itemListAtom, (items) => items.map((item) => (item.item_id === item_id ? { ...item, is_star } : item)))
  void show(on ? 1 : 0)
  try {
    await inTurn(async () => (on ? api.item.star({ item_id }) : api.item.unstar({ item_id })))
    notifyOtherTabs()
    // somebody else's item is in the list because of its star
    if (get(cachedItemsAtom)?.find((item) => item.item_id === item_id)?.is_member !== 1) set(reloadItemsAtom)
  } catch (error) {
    void show(on ? 0 : 1)
    throw error
  }
})

/** The user's own groups; none for a visitor. */
export const groupsAtom = dependentQueryAtom((get) => {
  const session = get(sessionAtom)
  return queryAtom(async () => ((await session) ? api.itemGroup.getList() : []))
})

/** Refetches the groups; the previous ones stay on screen in the meantime. */
export const reloadGroupsAtom = atom(null, (_get, set) => void set(groupsAtom, 'invalidate'))

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
    await set(groupsAtom)
    const result = get(groupsAtom)
    if (result && 'error' in result) throw result.error
    const group = queryValue(result)?.find((one) => one.id === id)
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
