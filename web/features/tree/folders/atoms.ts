import { getItemType } from '#shared/item-types.ts'
import { api } from '#web/lib/api.ts'
import { queryFamily } from '#web/lib/query.ts'
import type { NestedCatalog } from './catalog-paths.ts'

/** The catalogs of items, by item_id. */
export const catalogsAtom = queryFamily(
  (item_id, signal): Promise<readonly NestedCatalog[]> => api.catalog.catListGroup({ item_id }, { signal }),
  5,
)

/** An item that can be selected. */
interface ItemChoice {
  value: string
  label: string
  hint: string
}

/** Fetches the items other than `item_id` that content may be moved or copied to. */
export async function readOtherItems(item_id: string, signal: AbortSignal): Promise<ItemChoice[]> {
  const items = await api.item.myList({}, { signal })
  return items
    .filter((item) => item.item_id !== item_id && getItemType(item.item_type).hasFolders && item.is_archived !== '1')
    .map((item) => ({ value: item.item_id, label: item.item_name, hint: item.item_description }))
}
