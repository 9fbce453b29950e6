import { expect, test } from 'vitest'
import { safeRedirect } from '#web/lib/route.ts'

const origin = 'https://docs.example.com'

test.each([
  ['/item/index', '/item/index'],
  ['/orders/12', '/orders/12'],
  ['/orders?page_id', '/orders?page_id'],
  ['item/index', '/item/index'],
  ['/a_b*c+d-e.f:g', '/a_b*c+d-e.f:g'],
])('%s is an allowed target', (target, path) => {
  expect(safeRedirect(target, origin)).toBe(path)
})

test.each([
  '',
  '//evil.example',
  '/x//y',
  'https://evil.example/',
  'https:/evil.example',
  'http:/evil.example',
  'http:evil.example',
  'javascript:1',
  'data:text/html',
  '/\\evil.example',
  '\\\\evil.example',
  '/a\nb',
  '/a b',
  '/a%2f',
  '/a=b',
  '/a&b',
  '/a#b',
  '/项目',
])('%j is rejected as a target', (target) => {
  expect(safeRedirect(target, origin)).toBeUndefined()
})
