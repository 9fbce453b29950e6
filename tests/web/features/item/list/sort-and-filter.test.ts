import { expect, test } from 'vitest'
import { filterItems, getIndexAfterMove, orderAfterMove, sortItems } from '#web/features/item/list/sort-and-filter.ts'
import { type Item, itemPath } from '#web/features/item/my-items/item.ts'
import { item } from './items.ts'

const items = [
  item({ item_id: '1', item_name: 'Item 10', last_update_time: '100' }),
  item({ item_id: '2', item_name: 'Item 2', last_update_time: '300', item_description: 'Payments of the shop' }),
  item({ item_id: '3', item_name: '支付接口', last_update_time: '200', item_domain: 'pay' }),
]
const idsOf = (list: readonly Item[]) => list.map(({ item_id }) => item_id)

test('sorts by last update, or by name with numbers in numeric order', () => {
  expect(idsOf(sortItems(items, 'updated', 'en'))).toEqual(['2', '3', '1'])
  expect(idsOf(sortItems(items, 'name', 'en'))).toEqual(['2', '1', '3'])
})

test('puts items that are missing from the custom order last', () => {
  expect(idsOf(sortItems(items, 'own', 'en', ['3', '1']))).toEqual(['3', '1', '2'])
  expect(idsOf(sortItems(items, 'own', 'en'))).toEqual(['1', '2', '3'])
})

test.each([
  ['ITEM', ['1', '2']],
  ['shop item', ['2']],
  ['支付', ['3']],
  ['pay', ['2', '3']],
  ['nothing', []],
])('the filter %j finds by name, description and address', (filter, found) => {
  expect(idsOf(filterItems(items, filter))).toEqual(found)
})

test('keeps hidden items in place when a visible one moves', () => {
  const order = ['a', 'b', 'c', 'd', 'e']
  expect(orderAfterMove(order, order, 0, 2)).toEqual(['b', 'c', 'a', 'd', 'e'])
  expect(orderAfterMove(order, order, 4, 0)).toEqual(['e', 'a', 'b', 'c', 'd'])
  // only b and d are visible
  expect(orderAfterMove(order, ['b', 'd'], 0, 1)).toEqual(['a', 'c', 'd', 'b', 'e'])
  expect(orderAfterMove(order, ['b', 'd'], 1, 0)).toEqual(['a', 'd', 'b', 'c', 'e'])
  expect(orderAfterMove(order, ['b'], 0, 0)).toHaveLength(5)
  expect(orderAfterMove(order, order, 9, 0)).toEqual(order)
})

test('moves to the start, up, down and to the end, within bounds', () => {
  expect(getIndexAfterMove('start', 3, 5)).toBe(0)
  expect(getIndexAfterMove('up', 0, 5)).toBe(0)
  expect(getIndexAfterMove('up', 3, 5)).toBe(2)
  expect(getIndexAfterMove('down', 4, 5)).toBe(4)
  expect(getIndexAfterMove('end', 0, 5)).toBe(4)
})

test('uses the custom URL of an item, else its id', () => {
  expect(itemPath(item({ item_domain: 'pay' }))).toBe('/pay')
  expect(itemPath(item({ item_id: '617' }))).toBe('/617')
})
