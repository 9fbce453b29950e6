import { expect, test } from 'vitest'
import { arrange, itemPath } from '#web/features/item-list/arrange.ts'
import type { Item } from '#web/features/item-list/atoms.ts'

const item = (part: Partial<Item>): Item => ({
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
  creator: 1,
  manage: 1,
  is_private: 0,
  is_star: 0,
  username: 'ann',
  page_count: 0,
  ...part,
})

const items = [
  item({ item_id: '1', item_name: 'Item 10', last_update_time: '100' }),
  item({ item_id: '2', item_name: 'Item 2', last_update_time: '300', item_description: 'Payments of the shop' }),
  item({ item_id: '3', item_name: '支付接口', last_update_time: '200', item_domain: 'pay' }),
]
const idsOf = (...args: [filter: string, sort: 'updated' | 'name']) =>
  arrange(items, ...args, 'en').map(({ item_id }) => item_id)

test('the list is sorted by last update, or by name with numbers in their order', () => {
  expect(idsOf('', 'updated')).toEqual(['2', '3', '1'])
  expect(idsOf('', 'name')).toEqual(['2', '1', '3'])
})

test.each([
  ['ITEM', ['2', '1']],
  ['shop item', ['2']],
  ['支付', ['3']],
  ['pay', ['2', '3']],
  ['nothing', []],
])('the filter %j finds by name, description and address', (filter, found) => {
  expect(idsOf(filter, 'updated')).toEqual(found)
})

test('an item stands at its own address, else at its id', () => {
  expect(itemPath(item({ item_domain: 'pay' }))).toBe('/pay')
  expect(itemPath(item({ item_id: '617' }))).toBe('/617')
})
