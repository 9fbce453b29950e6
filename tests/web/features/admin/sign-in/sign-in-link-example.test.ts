import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildExample } from '#web/features/admin/sign-in/sign-in-link-example.ts'

test('the shell example creates a link that the server accepts', () => {
  const env = { ...process.env, KEY: 'a key' }
  const link = new URL(
    execFileSync('sh', ['-c', buildExample('shell', 'https://d.example/docs')], { env, encoding: 'utf8' }),
  )
  const field = (name: string) => link.searchParams.get(name) ?? ''
  expect(link.pathname).toBe('/docs/api/ExtLogin/bySecretKey')
  expect(field('token')).toBe(
    createHash('md5')
      .update(`${field('username')}a key${field('time')}`)
      .digest('hex'),
  )
})
