import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { getRequestOrigin, trustedProxies } from '#src/http/client-address.ts'

const requestOf = (headers: IncomingMessage['headers'], remoteAddress = '10.0.0.1') =>
  ({ headers, socket: { remoteAddress } }) as IncomingMessage

const trusted = trustedProxies(['10.0.0.0/8'])

test.each([
  ['docs.example', 'http://docs.example'],
  ['Docs.Example:80', 'http://docs.example'],
  ['docs.example:4999', 'http://docs.example:4999'],
  ['192.0.2.7', 'http://192.0.2.7'],
  ['[2001:db8::1]:4999', 'http://[2001:db8::1]:4999'],
  ['my_docs:4999', 'http://my_docs:4999'],
  ['', undefined],
  ['docs.example/path', undefined],
  ['user@docs.example', undefined],
  ['docs.example:99999', undefined],
  ['docs.example:', undefined],
  ['-docs.example', undefined],
  ['docs example', undefined],
  ['docs"><script>', undefined],
  ['[::1', undefined],
  ['//docs.example', undefined],
  [`${'a'.repeat(300)}.example`, undefined],
])('reads the requested host %j as the origin %j', (host, origin) => {
  expect(getRequestOrigin(requestOf({ host }), trusted)).toBe(origin)
  expect(getRequestOrigin(requestOf({ host: 'inner', 'x-forwarded-host': host }), trusted)).toBe(
    host === '' ? 'http://inner' : origin,
  )
})

test('only a trusted proxy determines the requested origin', () => {
  const headers = { host: 'inner:4999', 'x-forwarded-host': 'docs.example, other', 'x-forwarded-proto': 'https' }
  expect(getRequestOrigin(requestOf(headers), trusted)).toBe('https://docs.example')
  expect(getRequestOrigin(requestOf(headers, '::ffff:10.0.0.9'), trusted)).toBe('https://docs.example')
  expect(getRequestOrigin(requestOf(headers, '192.0.2.1'), trusted)).toBe('http://inner:4999')
  expect(getRequestOrigin(requestOf({}), trusted)).toBeUndefined()
})
