import { expect, test } from 'vitest'
import { getPageNumbers, paginate } from '#web/ui/page-numbers.ts'

test('lists all of few pages', () => {
  expect(getPageNumbers(1, 1)).toEqual([1])
  expect(getPageNumbers(3, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('lists the ends, the current page and its neighbors of many pages', () => {
  expect(getPageNumbers(1, 20)).toEqual([1, 2, 3, 4, 5, 'after', 20])
  expect(getPageNumbers(10, 20)).toEqual([1, 'before', 9, 10, 11, 'after', 20])
  expect(getPageNumbers(20, 20)).toEqual([1, 'before', 16, 17, 18, 19, 20])
})

test('selects the rows of a page, and of the last page beyond the end', () => {
  const rows = [1, 2, 3, 4, 5]
  expect(paginate(rows, 2, 2)).toEqual({ at: 2, rows: [3, 4] })
  expect(paginate(rows, 9, 2)).toEqual({ at: 3, rows: [5] })
  expect(paginate([], 3, 2)).toEqual({ at: 1, rows: [] })
})
