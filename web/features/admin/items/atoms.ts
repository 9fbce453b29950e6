import { atom } from 'jotai'
import { getItemType } from '#shared/item-types.ts'
import { visibilities } from '#web/features/item/visibility/index.tsx'
import { api } from '#web/lib/api.ts'
import { addressQuery, parsePage } from '../address.ts'
import { pageSize } from '../paged-table.tsx'

/** An item, as the server lists it for administrators. */
export type SiteItem = Awaited<ReturnType<typeof api.adminItem.getList>>['items'][number]

/** The items that the URL query selects. */
export const siteItemsAtom = addressQuery(['view', 'q', 'owner', 'type', 'visibility', 'page'], (query) => {
  const item_type = query.get('type') ?? ''
  return api.adminItem.getList({
    item_name: query.get('q') ?? '',
    username: query.get('owner') ?? '',
    item_type: getItemType(item_type).isForeign ? '' : item_type,
    visibility: visibilities.find((one) => one === query.get('visibility')) ?? '',
    is_del: query.get('view') === 'deleted',
    page: parsePage(query),
    count: pageSize,
  })
})

/** Runs an action and reloads the list, also after an error: another user may have changed it. */
const changing = <A extends unknown[]>(action: (item: SiteItem, ...more: A) => Promise<unknown>) =>
  atom(null, async (get, set, item: SiteItem, ...more: A) => {
    try {
      await action(item, ...more)
    } finally {
      await set(get(siteItemsAtom))
    }
  })

/** Transfers an item to another user. */
export const transferItemAtom = changing(({ item_id }, username: string) => api.adminItem.attorn({ item_id, username }))

/** Deletes an item; it can be restored. */
export const deleteSiteItemAtom = changing(({ item_id }) => api.adminItem.deleteItem({ item_id }))

/** Restores a deleted item. */
export const restoreItemAtom = changing(({ item_id }) => api.adminItem.recoverItem({ item_id }))

/** Deletes an item permanently. */
export const removeItemAtom = changing(({ item_id }) => api.adminItem.hardDeleteItem({ item_id }))
