import type { Item } from '#web/features/item/my-items/item.ts'

/** An item of a list, with these parts. */
export const item = (part: Partial<Item>): Item => ({
  item_id: '1',
  uid: '1',
  item_name: 'Orders',
  item_domain: '',
  item_type: '0',
  last_update_time: '100',
  item_description: '',
  is_del: '0',
  is_archived: '0',
  s_number: 0,
  is_member: 1,
  creator: 1,
  manage: 1,
  is_private: 0,
  visibility: 'public',
  is_star: 0,
  username: 'ann',
  owner_name: '',
  page_count: 0,
  ...part,
})
