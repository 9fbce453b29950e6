import { expect, test } from 'vitest'
import { getGroupItems, orderGroup, parseGroupKey, shownGroup } from '#web/features/item/list/group.ts'
import type { Group } from '#web/features/item/my-items/item.ts'
import { item } from './items.ts'

const group = (id: string, item_ids: string): Group => ({
  id,
  uid: '1',
  group_name: `group ${id}`,
  item_ids,
  s_number: '1',
  created_at: '',
  updated_at: '',
})

test.each([
  ['all', 'all'],
  ['starred', 'starred'],
  ['archived', 'archived'],
  ['12', '12'],
  ['0', undefined],
  ['-1', undefined],
  ['12x', undefined],
  ['', undefined],
  [null, undefined],
])('the address names the group %j: %s', (text, key) => {
  expect(parseGroupKey(text)).toBe(key)
})

test('stores an order for all items, the starred ones and each custom group', () => {
  expect(orderGroup('all')).toBe(0)
  expect(orderGroup('archived')).toBe(0)
  expect(orderGroup('starred')).toBe(-1)
  expect(orderGroup('12')).toBe(12)
})

test('shows all items for a deleted group, and decides nothing before the groups are loaded', () => {
  expect(shownGroup('7', [group('8', '')])).toBe('all')
  expect(shownGroup('8', [group('8', '')])).toBe('8')
  expect(shownGroup('7', undefined)).toBe('7')
  expect(shownGroup('starred', [])).toBe('starred')
})

test('shows only the items of a group', () => {
  const items = [item({ item_id: '1', is_star: 1 }), item({ item_id: '2', is_archived: '1' }), item({ item_id: '3' })]
  const idsOf = (key: Parameters<typeof getGroupItems>[1]) =>
    getGroupItems(items, key, [group('5', '3,1,99')]).map((one) => one.item_id)
  expect(idsOf('all')).toEqual(['1', '2', '3'])
  expect(idsOf('starred')).toEqual(['1'])
  expect(idsOf('archived')).toEqual(['2'])
  expect(idsOf('5')).toEqual(['1', '3'])
  expect(idsOf('6')).toEqual([])
})
