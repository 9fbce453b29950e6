import type { api } from '#web/lib/api.ts'

/** One item in the list of a person, as the server tells it. */
export type Item = Awaited<ReturnType<typeof api.item.myList>>[number]

/** One of a person's own groups of items. */
export type Group = Awaited<ReturnType<typeof api.itemGroup.getList>>[number]

/** The path of an item: its own address, or its id. */
export const itemPath = (item: Pick<Item, 'item_id' | 'item_domain'>): string => `/${item.item_domain || item.item_id}`

/** The ids of the items in a group. */
export const groupItemIds = (group: Pick<Group, 'item_ids'>): string[] => group.item_ids.split(',').filter(Boolean)
