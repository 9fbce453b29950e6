import { atom } from 'jotai'
import { unwrap } from 'jotai/utils'
import { startTransition } from 'react'
import { sessionAtom } from '#web/features/session/index.tsx'
import { api, isTransientError } from '#web/lib/api.ts'
import { createSerialQueue } from '#web/lib/serial-queue.ts'
import { writeStored } from '#web/lib/storage.ts'
import { type Group, groupItemIds, type Item } from './item.ts'

/** The list, or why there is none. */
export type LoadedItems = { items: Item[] } | { error: unknown }

const versionAtom = atom(0)

// Stars that were given or taken here and that the server may not have told yet, by item.
const starsAtom = atom<ReadonlyMap<string, number>>(new Map())

// The last list that came, and when: it stays on show while the server gives none.
let last: { uid: string; items: Item[]; at: number } | undefined

/** The items of the current user in their own order; read it under Suspense. */
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
    last = { ...last, at: 0 } // the next occasion asks again
    return { items: last.items }
  }
})

/** What was changed by hand since the list was read: stars by item. */
export const starChangesAtom = atom((get) => get(starsAtom))

/** The items as far as they are known, without waiting; undefined while they are not. */
export const cachedItemsAtom = unwrap(readItemsAtom)

/** Reads the list again; the former one stays on show meanwhile. */
export const reloadItemsAtom = atom(null, (_get, set) =>
  startTransition(() => {
    set(versionAtom, (version) => version + 1)
    set(starsAtom, new Map())
  }),
)

/** Reads the list again when it is as old as that, in ms. */
export const refetchIfStaleAtom = atom(null, (_get, set, olderThanMs: number) => {
  if (Date.now() - (last?.at ?? 0) >= olderThanMs) set(reloadItemsAtom)
})

/** Changed in this browser's storage whenever items have come, gone or got a star, so that the other tabs notice. */
export const itemsKey = 'docstead.items-changed'

const tellOtherTabs = () => void writeStored(itemsKey, Date.now())

/** To be called after a deed on items: reads the list again, here and in the other tabs. */
export const itemsChangedAtom = atom(null, (_get, set) => {
  tellOtherTabs()
  set(reloadItemsAtom)
})

const inTurn = createSerialQueue()

/** Stars an item, or takes the star away: at once here, and back when the server refuses. @throws its refusal */
export const starAtom = atom(null, async (get, set, item_id: string, on: boolean) => {
  const before = get(starsAtom)
  set(starsAtom, new Map(before).set(item_id, on ? 1 : 0))
  try {
    await inTurn(async () => (on ? api.item.star({ item_id }) : api.item.unstar({ item_id })))
    tellOtherTabs()
    const is_star = on ? 1 : 0
    // it stands so, too, if the list cannot be read again
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

/** A person's own groups, or why they are not known; undefined while they are on their way. The former stay meanwhile. */
export const groupsAtom = unwrap(readGroupsAtom, (former) => former)

/** Reads the groups again. */
export const reloadGroupsAtom = atom(null, (_get, set) => set(groupsVersionAtom, (version) => version + 1))

/** Creates a group (`id` '0'), renames or refills one. @throws the server's refusal */
export const saveGroupAtom = atom(
  null,
  async (_get, set, group: { id: string; group_name: string; item_ids?: readonly string[] }) => {
    const { item_ids, ...rest } = group
    await api.itemGroup.save({ ...rest, ...(item_ids && { item_ids: item_ids.join(',') }) })
    set(reloadGroupsAtom)
  },
)

/** Puts an item into a group, or takes it out, whatever else is in it by then. @throws the server's refusal */
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

/** Deletes a group; its items stay. @throws the server's refusal */
export const deleteGroupAtom = atom(null, async (_get, set, id: string) => {
  await api.itemGroup.delete({ id })
  set(reloadGroupsAtom)
})

/** Puts the groups in this order. @throws the server's refusal */
export const sortGroupsAtom = atom(null, async (_get, set, ids: readonly string[]) => {
  try {
    const groups = JSON.stringify(ids.map((id, at) => ({ id, s_number: at + 1 })))
    await inTurn(() => api.itemGroup.saveSort({ groups }))
  } finally {
    set(reloadGroupsAtom)
  }
})
