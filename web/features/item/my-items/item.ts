import type { api } from '#web/lib/api.ts'

/** An item of a user's list, as returned by the server. */
export type Item = Awaited<ReturnType<typeof api.item.myList>>[number]

/** One of a user's own groups of items. */
export type Group = Awaited<ReturnType<typeof api.itemGroup.getList>>[number]

/** Returns the path of an item: its custom address, or its id. */
export const itemPath = (item: Pick<Item, 'item_id' | 'item_domain'>): string => `/${item.item_domain || item.item_id}`

/** Returns the ids of the items in a group. */
export const groupItemIds = (group: Pick<Group, 'item_ids'>): string[] => group.item_ids.split(',').filter(Boolean)
