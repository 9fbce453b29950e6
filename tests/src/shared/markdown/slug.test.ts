import { expect, test } from 'vitest'
import { hashToId, idToHash, slugify } from '#shared/markdown/slug.ts'

test('an address leads to the heading it was created for', () => {
  expect(hashToId(idToHash('user-content-用户 登录'))).toBe('user-content-用户 登录')
  expect(hashToId('#user-content-a')).toBe('user-content-a')
  expect(hashToId('#100%')).toBe('user-content-100%')
  expect(hashToId('#')).toBeUndefined()
})

test('a heading of punctuation alone still has a name', () => {
  expect(slugify('！？')).toBe('section')
})
