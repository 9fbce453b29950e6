import { atom } from 'jotai'
import { startTransition } from 'react'
import { sessionAtom } from '#web/features/session/index.tsx'
import { api } from '#web/lib/api.ts'

/** One item in the list, as the server tells it. */
export type Item = Awaited<ReturnType<typeof api.item.myList>>[number]

/** The list, or why there is none. */
type Loaded = { items: Item[] } | { error: unknown }

const load = async (): Promise<Loaded> => {
  try {
    return { items: await api.item.myList() }
  } catch (error) {
    return { error }
  }
}

const versionAtom = atom(0)

/** The items of the current user; read it under Suspense. */
export const itemsAtom = atom(async (get): Promise<Loaded> => {
  get(versionAtom)
  return (await get(sessionAtom)) ? load() : { items: [] }
})

/** Reads the list again; the former one stays on show meanwhile. */
export const reloadItemsAtom = atom(null, (_get, set) => startTransition(() => set(versionAtom, (n) => n + 1)))

/** What the form of an item sends. */
export interface ItemInput {
  item_name: string
  item_description: string
  item_domain: string
  is_private: boolean
  password: string
}

/** Creates an item. @returns its id */
export const addItemAtom = atom(null, async (_get, set, item_type: number, input: ItemInput) => {
  const { item_id } = await api.item.add({ ...input, item_type })
  set(reloadItemsAtom)
  return item_id
})

/** Saves the base info of an item. */
export const updateItemAtom = atom(null, async (_get, set, item_id: string, input: ItemInput) => {
  await api.item.update({ ...input, item_id })
  set(reloadItemsAtom)
})

/** How long a deletion stays on show before the list comes back, in ms. Source: specification 9. */
const afterDeleteMs = 500

/** Deletes an item with the password of the caller's account; done half a second after the server has done it. */
export const deleteItemAtom = atom(null, async (_get, set, item_id: string, password: string) => {
  await api.item.delete({ item_id, password })
  await new Promise((done) => window.setTimeout(done, afterDeleteMs))
  set(reloadItemsAtom)
})
