import { expect, test } from 'vitest'
import { parseOptions } from '#build/bench/options.ts'

test('without words, S and M are measured at 1, 16 and 64 connections', () => {
  expect(parseOptions([])).toMatchObject({ only: '', seconds: 2, connections: [1, 16, 64], largeItemPages: 5000 })
  expect(parseOptions([])?.sizes.map(({ name }) => name)).toEqual(['S', 'M'])
})

test('sizes go from the smallest to the largest, those of one’s own too', () => {
  const sizes = parseOptions(['--sizes', 'L,3x40,s'])?.sizes
  expect(sizes).toEqual([
    { name: '3x40', items: 3, pagesOfItem: 40 },
    { name: 'S', items: 5, pagesOfItem: 50 },
    { name: 'L', items: 200, pagesOfItem: 500 },
  ])
})

test.each([
  [['--sizes', 'XL']],
  [['--sizes', '0x5']],
  [['--seconds', 'two']],
  [['--connections', '1,0']],
  [['--fast']],
])('%j is refused', (words) => {
  expect(() => parseOptions(words)).toThrow()
})

test('help is asked for', () => {
  expect(parseOptions(['--help'])).toBeUndefined()
})
