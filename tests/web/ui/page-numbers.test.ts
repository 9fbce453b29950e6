import { expect, test } from 'vitest'
import { getPageNumbers, paginate } from '#web/ui/page-numbers.ts'

test('few pages are all offered', () => {
  expect(getPageNumbers(1, 1)).toEqual([1])
  expect(getPageNumbers(3, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('of many pages the ends, the current one and its neighbours', () => {
  expect(getPageNumbers(1, 20)).toEqual([1, 2, 3, 4, 5, 'after', 20])
  expect(getPageNumbers(10, 20)).toEqual([1, 'before', 9, 10, 11, 'after', 20])
  expect(getPageNumbers(20, 20)).toEqual([1, 'before', 16, 17, 18, 19, 20])
})

test('a page of rows; beyond the last one it is the last', () => {
  const rows = [1, 2, 3, 4, 5]
  expect(paginate(rows, 2, 2)).toEqual({ at: 2, rows: [3, 4] })
  expect(paginate(rows, 9, 2)).toEqual({ at: 3, rows: [5] })
  expect(paginate([], 3, 2)).toEqual({ at: 1, rows: [] })
})
