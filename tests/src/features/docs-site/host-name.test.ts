import { expect, test } from 'vitest'
import { normalizeHost } from '#src/features/docs-site/host-name.ts'

test.each([
  ['docs.example.com', 'docs.example.com'],
  ['  Docs.EXAMPLE.com. ', 'docs.example.com'],
  ['docs', 'docs'],
  ['文档.example', 'xn--7dvp7d.example'],
  ['xn--7dvp7d.example', 'xn--7dvp7d.example'],
])('stores %s as %s', (typed, stored) => expect(normalizeHost(typed)).toBe(stored))

test.each([
  '',
  '.',
  'docs..example.com',
  '-docs.example.com',
  'docs_.example.com',
  'https://docs.example.com',
  'docs.example.com:8080',
  'docs.example.com/path',
  'docs.example.com\\path',
  'ann@docs.example.com',
  'docs.example.com?x',
  'docs.example.com#x',
  'do%63s.example.com',
  'docs example.com',
  '*.example.com',
  '127.0.0.1',
  '0x7f.1',
  '2130706433',
  '127.1',
  '::1',
  '[::1]',
  'localhost',
  'LOCALHOST.',
  'a.localhost',
  `${'a'.repeat(64)}.com`,
  `${'a.'.repeat(130)}com`,
])('rejects %s', (typed) => expect(normalizeHost(typed)).toBeUndefined())
