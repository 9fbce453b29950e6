import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from '#src/core/secrets.ts'

// First in this file: the hash used for unknown users is created at the first check.
test('a first check while very many wait does not break later ones', async () => {
  const many = Promise.allSettled(Array.from({ length: 140 }, () => hashPassword('x')))
  await Promise.allSettled([verifyPassword(undefined, 'x')])
  expect((await many).filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
  expect(await verifyPassword(undefined, 'x')).toBe(false)
  expect(await verifyPassword('', 'x')).toBe(false)
}, 30_000)
