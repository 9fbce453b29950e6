import { expect, test } from 'vitest'
import { personOf } from '#src/features/oauth/person.ts'
import { parseOauthSettings } from '#src/features/oauth/settings.ts'

const person = (claims: Record<string, unknown>, form: Record<string, string> = {}) =>
  personOf(parseOauthSettings({ service: 'standard', ...form }), claims, { authority: 'https://id.example' })

test('what identifies a person is not what they have filled in themselves', () => {
  expect(person({ id: 7, meta: { sub: 'the boss', union_id: 'x' } })).toMatchObject({ subject: 'id:7' })
  expect(person({ data: { user_id: 'u7' } })).toMatchObject({ subject: 'user_id:u7' })
  expect(person({ sub: 's', id: 7 })).toMatchObject({ subject: 's' })
})

test('a service has verified the address that it names beside it, and no other', () => {
  const claims = { sub: 's', email: 'lin@example.com', email_verified: true, work: 'boss@firm.example' }
  expect(person(claims)).toMatchObject({ email: 'lin@example.com', isEmailVerified: true })
  expect(person(claims, { email_field: 'work' })).toMatchObject({ email: 'boss@firm.example', isEmailVerified: false })
  expect(person({ sub: 's', email_verified: true, profile: { email: 'boss@firm.example' } })).toMatchObject({
    email: 'boss@firm.example',
    isEmailVerified: false,
  })
  expect(person(claims, { email_field: 'work', email_trusted: '1' })).toMatchObject({ isEmailVerified: true })
})
