import { atom } from 'jotai'
import { unwrap } from 'jotai/utils'
import { startTransition } from 'react'
import { sessionAtom } from '#web/features/session/index.tsx'
import { api } from '#web/lib/api.ts'
import type { Group, Item } from './item.ts'

/** The list, or why there is none. */
export type LoadedItems = { items: Item[] } | { error: unknown }

const versionAtom = atom(0)

// Stars that were given or taken here and that the server may not have told yet, by item.
const starsAtom = atom<ReadonlyMap<string, number>>(new Map())

/** The items of the current user in their own order; read it under Suspense. */
export const readItemsAtom = atom(async (get): Promise<LoadedItems> => {
  get(versionAtom)
  if (!(await get(sessionAtom))) return { items: [] }
  try {
    return { items: await api.item.myList() }
  } catch (error) {
    return { error }
  }
})

/** What was changed by hand since the list was read: stars by item. */
export const starChangesAtom = atom((get) => get(starsAtom))

/** The items as far as they are known, without waiting; undefined while they are not. */
export const knownItemsAtom = unwrap(readItemsAtom)

/** Reads the list again; the former one stays on show meanwhile. */
export const reloadItemsAtom = atom(null, (_get, set) =>
  startTransition(() => {
    set(versionAtom, (version) => version + 1)
    set(starsAtom, new Map())
  }),
)

/** Stars an item, or takes the star away: at once here, and back when the server refuses. @throws its refusal */
export const starAtom = atom(null, async (get, set, item_id: string, on: boolean) => {
  const before = get(starsAtom)
  set(starsAtom, new Map(before).set(item_id, on ? 1 : 0))
  try {
    await (on ? api.item.star({ item_id }) : api.item.unstar({ item_id }))
  } catch (error) {
    const back = new Map(get(starsAtom))
    back.set(item_id, on ? 0 : 1)
    set(starsAtom, back)
    throw error
  }
})

const groupsVersionAtom = atom(0)

const readGroupsAtom = atom(async (get): Promise<{ groups: Group[] } | { error: unknown }> => {
  get(groupsVersionAtom)
  if (!(await get(sessionAtom))) return { groups: [] }
  try {
    return { groups: await api.itemGroup.getList() }
  } catch (error) {
    return { error }
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

/** Deletes a group; its items stay. @throws the server's refusal */
export const deleteGroupAtom = atom(null, async (_get, set, id: string) => {
  await api.itemGroup.delete({ id })
  set(reloadGroupsAtom)
})

/** Puts the groups in this order. @throws the server's refusal */
export const sortGroupsAtom = atom(null, async (_get, set, ids: readonly string[]) => {
  try {
    await api.itemGroup.saveSort({ groups: JSON.stringify(ids.map((id, at) => ({ id, s_number: at + 1 }))) })
  } finally {
    set(reloadGroupsAtom)
  }
})
