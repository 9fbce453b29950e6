import { expect, test } from 'vitest'
import { pageOf, pagerNumbers } from '#web/ui/pager-numbers.ts'

test('few pages are all offered', () => {
  expect(pagerNumbers(1, 1)).toEqual([1])
  expect(pagerNumbers(3, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('of many pages the ends, the current one and its neighbours', () => {
  expect(pagerNumbers(1, 20)).toEqual([1, 2, 3, 4, 5, 'after', 20])
  expect(pagerNumbers(10, 20)).toEqual([1, 'before', 9, 10, 11, 'after', 20])
  expect(pagerNumbers(20, 20)).toEqual([1, 'before', 16, 17, 18, 19, 20])
})

test('a page of rows; beyond the last one it is the last', () => {
  const rows = [1, 2, 3, 4, 5]
  expect(pageOf(rows, 2, 2)).toEqual({ at: 2, rows: [3, 4] })
  expect(pageOf(rows, 9, 2)).toEqual({ at: 3, rows: [5] })
  expect(pageOf([], 3, 2)).toEqual({ at: 1, rows: [] })
})
