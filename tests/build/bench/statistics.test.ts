import { expect, test } from 'vitest'
import { median, percentile } from '#build/bench/statistics.ts'

test('the given share of values does not exceed its percentile', () => {
  const values = Array.from({ length: 100 }, (_, at) => at + 1)
  expect([0, 0.5, 0.99, 1].map((share) => percentile(values, share))).toEqual([1, 51, 100, 100])
  expect(percentile([], 0.5)).toBe(0)
})

test('the median is the middle value in any order', () => {
  expect(median([30, 1, 2])).toBe(2)
})
