import { expect, test } from 'vitest'
import { resolveAddress } from '#web/features/page/markdown/addresses.ts'

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
  ['#/12/345', '/docs/#/12/345'],
  ['/#/12/345', '/docs/#/12/345'],
  ['/web/#/12/345', '/docs/#/12/345'],
  ['/web/index.html#/orders', '/docs/#/orders'],
  ['../web/#/p/abc', '/docs/#/p/abc'],
  ['web/#/12', '/docs/#/12'],
  ['#web', '#web'],
  ['/website/#/12', '/website/#/12'],
  ['https://else.example/web/#/12', 'https://else.example/web/#/12'],
  ['//else.example/#/12', '//else.example/#/12'],
])('the address %s', (url, resolved) => {
  expect(resolveAddress(url, '/docs')).toBe(resolved)
})
