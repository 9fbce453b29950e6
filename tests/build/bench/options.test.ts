import { expect, test } from 'vitest'
import { parseOptions } from '#build/bench/options.ts'

test('measures S and M at 1, 16 and 64 connections without arguments', () => {
  expect(parseOptions([])).toMatchObject({ only: '', seconds: 2, connections: [1, 16, 64], largeItemPages: 5000 })
  expect(parseOptions([])?.sizes.map(({ name }) => name)).toEqual(['S', 'M'])
})

test('orders sizes from smallest to largest, custom ones included', () => {
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
])('rejects %j', (words) => {
  expect(() => parseOptions(words)).toThrow()
})

test('shows the help on request', () => {
  expect(parseOptions(['--help'])).toBeUndefined()
})
