import { expect, test } from 'vitest'
import { type FieldSpec, validateField } from '#web/features/admin/forms/fields.ts'

const days: FieldSpec = { name: 'days', kind: 'number', min: 1, max: 180 }

test('rejects a number that is out of range or malformed, accepts an empty one', () => {
  for (const value of ['0', '181', '1.5', '-3', 'x', '1e2']) expect(validateField(days, { days: value })).toBe('range')
  for (const value of ['1', '180', ' 20 ', '']) expect(validateField(days, { days: value })).toBeUndefined()
})

test('requires an item only while its field is shown', () => {
  const item: FieldSpec = { name: 'home_item', kind: 'item', shows: (values) => values['home_page'] === '3' }
  expect(validateField(item, { home_page: '3', home_item: '' })).toBe('missing')
  expect(validateField(item, { home_page: '3', home_item: '12' })).toBeUndefined()
  expect(validateField(item, { home_page: '1', home_item: '' })).toBeUndefined()
})
