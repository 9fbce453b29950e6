import { atom } from 'jotai'
import { unwrap } from 'jotai/utils'
import { itemsAtom } from '#web/features/tree/view/index.tsx'
import { api } from '#web/lib/api.ts'

/** The parameters of every request of an item's API pages. */
export type ItemParams = Awaited<ReturnType<typeof api.item.getGlobalParam>>

/** The editable lists of the parameters. */
export const paramParts = ['header', 'query', 'body', 'cookies'] as const

type Read = { value: ItemParams } | { error: unknown }

const read = (item_id: string): Promise<Read> =>
  api.item.getGlobalParam({ item_id: Number(item_id) }).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )

const versions = atom(0)
const made = new Map<string, ReturnType<typeof make>>()

/** The same, but fetched again for each new atom. */
export const freshItemParamsAtom = (item_id: string) => unwrap(atom(() => read(item_id)))

const make = (item_id: string) =>
  unwrap(
    atom((get) => {
      get(versions)
      return read(item_id)
    }),
    (former) => former,
  )

/** The request parameters of an item, or the error; undefined while loading. */
export function itemParamsAtom(item_id: string) {
  const known = made.get(item_id) ?? make(item_id)
  made.set(item_id, known)
  return known
}

/** Saves the lists and reloads them wherever the item is open. */
export const saveItemParamsAtom = atom(null, async (get, set, item_id: string, lists: Partial<ItemParams>) => {
  await api.item.setGlobalParam({ item_id: Number(item_id), global_param: JSON.stringify(lists) })
  set(versions, (count) => count + 1)
  await set(get(itemsAtom).of(item_id), 0)
})
