import { expect, test } from 'vitest'
import { decodeAddress, isPageId, toSearchTerms } from '#web/features/page/viewer/addresses.ts'

test('a page id has digits without a leading zero', () => {
  expect(['1', '42', '0', '012', 'x', '1.5', ''].filter(isPageId)).toEqual(['1', '42'])
})

test('turns an address into search words', () => {
  expect(toSearchTerms('create-user_now')).toBe('create user now')
  expect(toSearchTerms('%E8%AE%A2%E5%8D%95')).toBe('订单')
  expect(toSearchTerms('100%')).toBe('100%')
})

test('reads an address as it was typed, also one that is no encoding', () => {
  expect(decodeAddress('%E8%AE%A2%E5%8D%95-api')).toBe('订单-api')
  expect(decodeAddress('100%')).toBe('100%')
})
