import { expect, test } from 'vitest'
import { hashOfId, idOfHash, slugOf } from '#markdown/slug.ts'

test('an address leads to the heading it was made for', () => {
  expect(idOfHash(hashOfId('user-content-用户 登录'))).toBe('user-content-用户 登录')
  expect(idOfHash('#user-content-a')).toBe('user-content-a')
  expect(idOfHash('#100%')).toBe('user-content-100%')
  expect(idOfHash('#')).toBeUndefined()
})

test('a heading of signs alone still has a name', () => {
  expect(slugOf('！？')).toBe('section')
})
