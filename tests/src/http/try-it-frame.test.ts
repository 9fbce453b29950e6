import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

test('the page that sends from the browser may connect to any host, and only this site may frame it', async () => {
  const { url } = await createTestApp()
  const answer = await fetch(`${url}/call-frame`)
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'nonce-[^']+'; connect-src http: https: ws: wss:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'$/,
  )
  expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? []
  expect(await answer.text()).toContain(`<script nonce="${nonce}">`)
})

test('every other page connects only to this site and cannot be framed', async () => {
  const { url } = await createTestApp()
  const answer = await fetch(`${url}/`)
  const policy = answer.headers.get('content-security-policy') ?? ''
  for (const rule of ["connect-src 'self'", "frame-src 'self'", "frame-ancestors 'none'"])
    expect(policy).toContain(rule)
  expect(answer.headers.get('x-frame-options')).toBe('DENY')
})
