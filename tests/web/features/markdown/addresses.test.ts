import { expect, test } from 'vitest'
import { resolveAddress } from '#web/features/markdown/addresses.ts'

test.each([
  ['/api/attachment/visitFile?sign=a', '/docs/api/attachment/visitFile?sign=a'],
  ['/server/?s=/api/attachment/visitFile&sign=a', '/docs/server/?s=/api/attachment/visitFile&sign=a'],
  [
    '../server/index.php?s=/api/attachment/visitFile/sign/a',
    '/docs/server/index.php?s=/api/attachment/visitFile/sign/a',
  ],
  ['server/index.php?s=/api/common/visitFile/sign/a', '/docs/server/index.php?s=/api/common/visitFile/sign/a'],
  ['/server/api/attachment/visitFile/sign/a', '/docs/server/api/attachment/visitFile/sign/a'],
  ['/docs/server/?s=/api/attachment/visitFile&sign=a', '/docs/server/?s=/api/attachment/visitFile&sign=a'],
  [
    'https://else.example/server/?s=/api/attachment/visitFile&sign=a',
    'https://else.example/server/?s=/api/attachment/visitFile&sign=a',
  ],
  ['/server/?s=/api/page/info', '/server/?s=/api/page/info'],
])('the address %s', (url, resolved) => {
  expect(resolveAddress(url, '/docs')).toBe(resolved)
})
