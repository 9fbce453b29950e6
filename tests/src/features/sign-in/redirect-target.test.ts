import { expect, test } from 'vitest'
import { parseRedirectTarget } from '#src/features/sign-in/redirect-target.ts'

test('a link leads to a path of this site, or to the item list', () => {
  for (const path of ['/', '/item/index', '/100/200', '/a?b:c.d_e*f+g-h']) expect(parseRedirectTarget(path)).toBe(path)
  for (const bad of [
    undefined,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/a//b',
    '/a b',
    '/%2F',
    '/a?b=c',
    'item',
  ])
    expect(parseRedirectTarget(bad)).toBe('/item/index')
})
