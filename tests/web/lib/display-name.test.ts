import { expect, test } from 'vitest'
import { displayName, fullName, getOwnerName } from '#web/lib/display-name.ts'

test('shows a person’s name, or the username without one', () => {
  expect(displayName({ name: '李伟', username: 'liwei' })).toBe('李伟')
  expect(displayName({ name: '', username: 'liwei' })).toBe('liwei')
  expect(getOwnerName({ owner_name: '李伟', username: 'liwei' })).toBe('李伟')
})

test('shows the username next to another name where accounts are managed', () => {
  expect(fullName({ name: '李伟', username: 'liwei' })).toBe('李伟 (liwei)')
  expect(fullName({ name: 'liwei', username: 'liwei' })).toBe('liwei')
  expect(fullName({ username: 'liwei' })).toBe('liwei')
})
