import { atom } from 'jotai'
import { unwrap } from 'jotai/utils'
import { reloadItemsAtom } from '#web/features/item/data/index.tsx'
import { api } from '#web/lib/api.ts'
import { createSerialQueue } from '#web/lib/serial-queue.ts'

type Orders = ReadonlyMap<number, readonly string[]>

// Orders set in this tab, by group; they take precedence over the server's.
const madeAtom = atom<Orders>(new Map())

/** The group whose order is needed besides the order of all items, which comes with the list; 0 for none. */
export const orderedGroupAtom = atom(0)

const readOrderAtom = atom(async (get): Promise<readonly string[] | undefined> => {
  const group = get(orderedGroupAtom)
  if (group === 0) return undefined
  try {
    return (await api.item.myList({ item_group_id: group })).map(({ item_id }) => item_id)
  } catch {
    return undefined // the order of all items is used instead
  }
})

const knownOrderAtom = unwrap(readOrderAtom)

/** The order of the current group, as set here or sent by the server; undefined if it is the order of the list. */
export const orderAtom = atom((get) => get(madeAtom).get(get(orderedGroupAtom)) ?? get(knownOrderAtom))

const inTurn = createSerialQueue()

/**
 * Saves the order of the items in a group: locally at once, then on the server, one request at a time. @throws the
 * server's error
 */
export const saveOrderAtom = atom(null, async (_get, set, group: number, ids: readonly string[]) => {
  set(madeAtom, (orders) => new Map(orders).set(group, ids))
  const data = JSON.stringify(Object.fromEntries(ids.map((id, at) => [id, at + 1])))
  try {
    await inTurn(() => api.item.sort({ data, item_group_id: group }))
  } catch (error) {
    set(madeAtom, (orders) => new Map([...orders].filter(([of, made]) => of !== group || made !== ids)))
    set(reloadItemsAtom)
    throw error
  }
})
