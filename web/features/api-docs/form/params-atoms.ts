import { atom } from 'jotai'
import { itemsAtom } from '#web/features/item/opened-items/index.ts'
import { api } from '#web/lib/api.ts'
import { queryFamily } from '#web/lib/query.ts'

/** The parameters of every request of an item's API pages. */
export type ItemParams = Awaited<ReturnType<typeof api.item.getGlobalParam>>

/** The editable lists of the parameters. */
export const paramParts = ['header', 'query', 'body', 'cookies'] as const

/** Fetches the request parameters of an item. */
export const readItemParams = (item_id: string, signal: AbortSignal): Promise<ItemParams> =>
  api.item.getGlobalParam({ item_id: Number(item_id) }, { signal })

/** The request parameters of items, by item_id. */
export const itemParamsAtom = queryFamily(readItemParams, 5)

/** Saves the lists and reloads them wherever the item is open. */
export const saveItemParamsAtom = atom(null, async (get, set, item_id: string, lists: Partial<ItemParams>) => {
  await api.item.setGlobalParam({ item_id: Number(item_id), global_param: JSON.stringify(lists) })
  void set(get(itemParamsAtom).of(item_id), 'invalidate')
  await set(get(itemsAtom).of(item_id), 0)
})
