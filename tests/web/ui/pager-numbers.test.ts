import { expect, test } from 'vitest'
import { pagerNumbers } from '#web/ui/pager-numbers.ts'

test('few pages are all offered', () => {
  expect(pagerNumbers(1, 1)).toEqual([1])
  expect(pagerNumbers(3, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('of many pages the ends, the current one and its neighbours', () => {
  expect(pagerNumbers(1, 20)).toEqual([1, 2, 3, 4, 5, 'after', 20])
  expect(pagerNumbers(10, 20)).toEqual([1, 'before', 9, 10, 11, 'after', 20])
  expect(pagerNumbers(20, 20)).toEqual([1, 'before', 16, 17, 18, 19, 20])
})
