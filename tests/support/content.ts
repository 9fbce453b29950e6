import type { Client } from '#shared/contract/client.ts'
import type { Contract } from '#shared/contract/index.ts'

/** The fields of a new item. */
export interface ItemSeed {
  item_name: string
  item_type?: number
  item_domain?: string
  item_description?: string
  /** Makes the item private. */
  password?: string
}

/** Creates an item. Returns its id. */
export async function addItem(client: Client<Contract>, item: ItemSeed): Promise<number> {
  const is_private = item.password === undefined ? 0 : 1
  const { item_id } = await client.item.add({ item_type: 1, ...item, is_private })
  return item_id
}

/** Creates a page. Returns its id. */
export async function addPage(
  client: Client<Contract>,
  item_id: number,
  page_title: string,
  page_content = '',
  cat_id = 0,
): Promise<number> {
  return Number((await client.page.save({ item_id, page_id: 0, page_title, page_content, cat_id })).page_id)
}

/** Creates a catalog. Returns its id. */
export const addCatalog = (client: Client<Contract>, item_id: number, cat_name: string, parent_cat_id = 0) =>
  client.catalog.save({ item_id, cat_name, parent_cat_id })
