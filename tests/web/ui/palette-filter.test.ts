import { expect, test } from 'vitest'
import { filterPalette, type PaletteEntry } from '#web/ui/palette-filter.ts'

const entry = (id: string, group: string, title: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  id,
  group,
  title,
  ...more,
})
const ids = (entries: PaletteEntry[]) => entries.map(({ id }) => id)

test('keeps groups in order and together, with the best match first inside', () => {
  const entries = [
    entry('a', 'Pages', 'Make a user'),
    entry('b', 'Actions', 'User centre'),
    entry('c', 'Pages', 'User list'),
    entry('d', 'Pages', 'Superuser'),
  ]
  expect(ids(filterPalette(entries, 'user'))).toEqual(['c', 'a', 'd', 'b'])
  expect(ids(filterPalette(entries, ''))).toEqual(['a', 'c', 'd', 'b'])
})

test('shows search results whatever is typed', () => {
  const entries = [entry('a', 'Pages', 'Orders', { found: true }), entry('b', 'Pages', 'Payments')]
  expect(ids(filterPalette(entries, 'refund'))).toEqual(['a'])
})

test('with filters alone, shows only search results and entries offered for them', () => {
  const entries = [entry('a', 'More', 'Search everywhere', { found: true, offer: true }), entry('b', 'Go to', 'Items')]
  expect(ids(filterPalette(entries, '', true))).toEqual(['a'])
})
