import { expect, test } from 'vitest'
import { boxOf, makePassword, missingIn, safeRandom } from '#web/features/admin/users/account-form.ts'

const form = { uid: '', username: 'ann', name: '', password: 'x', groupid: '2' as const }

test('a new account needs a name and a password, a changed one neither', () => {
  expect(missingIn({ ...form, username: '  ' })).toMatchObject({ box: 'username' })
  expect(missingIn({ ...form, password: '' })).toMatchObject({ box: 'password' })
  expect(missingIn(form)).toBeUndefined()
  expect(missingIn({ ...form, uid: '4', username: '', password: '' })).toBeUndefined()
})

test('a refusal finds its box', () => {
  expect(boxOf('usernameTaken')).toBe('username')
  expect(boxOf('passwordCommon')).toBe('password')
  expect(boxOf('lastAdministrator')).toBe('groupid')
  expect(boxOf('notYourself')).toBeUndefined()
})

test('a made password fits any site: 16 signs of every kind, another each time', () => {
  const made = Array.from({ length: 50 }, () => makePassword(safeRandom))
  for (const password of made) {
    expect(password).toHaveLength(16)
    for (const kind of [/[a-z]/, /[A-Z]/, /\d/, /[-_+=]/]) expect(password).toMatch(kind)
  }
  expect(new Set(made).size).toBe(made.length)
})
