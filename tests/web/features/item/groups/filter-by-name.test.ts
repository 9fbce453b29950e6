import { expect, test } from 'vitest'
import { filterByName } from '#web/features/item/groups/filter-by-name.ts'

const items = [{ item_name: 'Orders API' }, { item_name: '支付接口' }, { item_name: 'Order book' }]

test.each([
  ['', ['Orders API', '支付接口', 'Order book']],
  ['order', ['Orders API', 'Order book']],
  ['api ORDER', ['Orders API']],
  ['支付', ['支付接口']],
  ['nothing', []],
])('the filter %j', (filter, names) => {
  expect(filterByName(items, filter).map(({ item_name }) => item_name)).toEqual(names)
})
