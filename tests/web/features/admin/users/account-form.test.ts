import { expect, test } from 'vitest'
import {
  findMissingField,
  generatePassword,
  getErrorField,
  safeRandom,
} from '#web/features/admin/users/account-form.ts'

const form = { uid: '', username: 'ann', name: '', password: 'x', groupid: '2' as const }

test('requires a name and a password for a new account only', () => {
  expect(findMissingField({ ...form, username: '  ' })).toMatchObject({ box: 'username' })
  expect(findMissingField({ ...form, password: '' })).toMatchObject({ box: 'password' })
  expect(findMissingField(form)).toBeUndefined()
  expect(findMissingField({ ...form, uid: '4', username: '', password: '' })).toBeUndefined()
})

test('assigns a server error to its field', () => {
  expect(getErrorField('usernameTaken')).toBe('username')
  expect(getErrorField('passwordCommon')).toBe('password')
  expect(getErrorField('lastAdministrator')).toBe('groupid')
  expect(getErrorField('notYourself')).toBeUndefined()
})

test('generates a unique password of 16 characters of every kind', () => {
  const made = Array.from({ length: 50 }, () => generatePassword(safeRandom))
  for (const password of made) {
    expect(password).toHaveLength(16)
    for (const kind of [/[a-z]/, /[A-Z]/, /\d/, /[-_+=]/]) expect(password).toMatch(kind)
  }
  expect(new Set(made).size).toBe(made.length)
})
