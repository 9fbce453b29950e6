import { expect, test } from 'vitest'
import { itemPath } from '#web/features/item/password/target.ts'

test.each([
  ['orders', null, '/orders'],
  ['617', '5', '/617/5'],
  ['617', '0', '/617'],
  ['617', '//evil', '/617'],
])('the item %s at the page %j opens at %s', (item_id, page_id, path) => {
  expect(itemPath(item_id, page_id)).toBe(path)
})
