import { expect, test } from 'vitest'
import { displayName, fullName, getOwnerName } from '#web/lib/display-name.ts'

test('people are called by their name, and by their username where they have none', () => {
  expect(displayName({ name: '李伟', username: 'liwei' })).toBe('李伟')
  expect(displayName({ name: '', username: 'liwei' })).toBe('liwei')
  expect(getOwnerName({ owner_name: '李伟', username: 'liwei' })).toBe('李伟')
})

test('where accounts are looked after, the username stands beside another name', () => {
  expect(fullName({ name: '李伟', username: 'liwei' })).toBe('李伟 (liwei)')
  expect(fullName({ name: 'liwei', username: 'liwei' })).toBe('liwei')
  expect(fullName({ username: 'liwei' })).toBe('liwei')
})
