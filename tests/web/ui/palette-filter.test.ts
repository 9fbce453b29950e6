import { expect, test } from 'vitest'
import { filterPalette, type PaletteEntry } from '#web/ui/palette-filter.ts'

const entry = (id: string, group: string, title: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  id,
  group,
  title,
  ...more,
})
const ids = (entries: PaletteEntry[]) => entries.map(({ id }) => id)

test('groups stay in order and together; inside, the better comes first', () => {
  const entries = [
    entry('a', 'Pages', 'Make a user'),
    entry('b', 'Actions', 'User centre'),
    entry('c', 'Pages', 'User list'),
    entry('d', 'Pages', 'Superuser'),
  ]
  expect(ids(filterPalette(entries, 'user'))).toEqual(['c', 'a', 'd', 'b'])
  expect(ids(filterPalette(entries, ''))).toEqual(['a', 'c', 'd', 'b'])
})

test('what a search has found is shown whatever is typed', () => {
  const entries = [entry('a', 'Pages', 'Orders', { found: true }), entry('b', 'Pages', 'Payments')]
  expect(ids(filterPalette(entries, 'refund'))).toEqual(['a'])
})

test('with filters alone, only what was found or is offered for them is shown', () => {
  const entries = [entry('a', 'More', 'Search everywhere', { found: true, offer: true }), entry('b', 'Go to', 'Items')]
  expect(ids(filterPalette(entries, '', true))).toEqual(['a'])
})
