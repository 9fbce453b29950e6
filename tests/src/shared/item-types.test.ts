import { expect, test } from 'vitest'
import { canExportAs } from '#shared/export-formats.ts'
import { getItemType, type ItemType, itemTypes, maxItemType } from '#shared/item-types.ts'

const numbersWith = (trait: (type: ItemType) => boolean) =>
  [0, 1, 2, 3, 4, 5, 6].filter((item_type) => trait(getItemType(item_type)))

test.each<[string, (type: ItemType) => boolean, number[]]>([
  ['has one page', (type) => type.isOnePage, [2, 4]],
  ['is named after its page', (type) => type.isNamedAfterPage, [2]],
  ['has folders that people arrange here', (type) => type.editor === 'text' && type.hasFolders, [0, 1, 5, 6]],
  ['is edited in an API client', (type) => type.editor === 'apiClient', [3]],
  ['is edited in the grid', (type) => type.editor === 'sheet', [4]],
  ['has JSON pages', (type) => type.hasJsonPages, [4, 5, 6]],
  ['has large pages', (type) => type.hasLargePages, [4]],
  ['allows feedback', (type) => type.allowsFeedback, [0, 1]],
  ['is exported as Markdown', (type) => canExportAs(type.numbers[0], 'markdown'), [0, 1, 2, 4, 5, 6]],
  ['exists in ShowDoc only', (type) => type.isForeign, [5, 6]],
])('%s', (_, trait, numbers) => {
  expect(numbersWith(trait)).toEqual(numbers)
})

test('a number has the same type as text, and an unknown one is foreign', () => {
  expect(getItemType('2')).toBe(itemTypes.single)
  expect(getItemType(2)).toBe(itemTypes.single)
  expect(getItemType('9').isForeign).toBe(true)
})

test('each type that can be created has its own numbers, words and name', () => {
  const types = Object.values(itemTypes)
  const numbers = types.flatMap((type) => type.numbers)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(Math.max(...numbers)).toBe(maxItemType)
  const words = types.flatMap((type) => type.filterWords)
  expect(new Set(words).size).toBe(words.length)
  for (const [name, type] of Object.entries(itemTypes)) expect(type.name).toBe(name)
})
