import { expect, test } from 'vitest'
import { isPageId, toSearchTerms } from '#web/features/viewer/addresses.ts'

test('the number of a page is digits without a leading zero', () => {
  expect(['1', '42', '0', '012', 'x', '1.5', ''].filter(isPageId)).toEqual(['1', '42'])
})

test('an address is turned into words to search for', () => {
  expect(toSearchTerms('create-user_now')).toBe('create user now')
  expect(toSearchTerms('%E8%AE%A2%E5%8D%95')).toBe('订单')
  expect(toSearchTerms('100%')).toBe('100%')
})
