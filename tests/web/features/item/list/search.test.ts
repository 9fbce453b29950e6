import { expect, test } from 'vitest'
import { type Hit, hitsByItem, splitAtMarks } from '#web/features/item/list/hits.ts'
import { isSearchable } from '#web/features/item/list/searchable.ts'

test.each([
  ['', false],
  ['  ', false],
  ['a', false],
  ['7', false],
  [' é ', false],
  ['ab', true],
  ['a b', true],
  ['支', true],
  ['𠮷', true],
  ['か', true],
  ['한', true],
])('%j is enough to search for: %s', (text, enough) => {
  expect(isSearchable(text)).toBe(enough)
})

test('splits a text at its marks, in order and without gaps', () => {
  const pieces = splitAtMarks('Create a user', [
    [0, 6],
    [9, 4],
  ])
  expect(pieces.map(({ text, marked }) => (marked ? `[${text}]` : text)).join('')).toBe('[Create] a [user]')
  expect(splitAtMarks('plain', [])).toEqual([{ at: 0, text: 'plain', marked: false }])
  expect(splitAtMarks('', [])).toEqual([])
})

test('groups pages by item, the item of the best page first', () => {
  const hit = (page_id: string, item_id: string) =>
    ({ page_id, item_id, item_name: `item ${item_id}`, item_domain: '' }) as Hit
  const groups = hitsByItem([hit('1', 'b'), hit('2', 'a'), hit('3', 'b')])
  expect(groups.map(({ item_id, hits }) => [item_id, hits.map(({ page_id }) => page_id)])).toEqual([
    ['b', ['1', '3']],
    ['a', ['2']],
  ])
})
