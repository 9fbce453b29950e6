import { expect, test } from 'vitest'
import { ApiError } from '#contract/client.ts'
import type { ErrorName } from '#contract/errors.ts'
import { getProblemKind } from '#web/ui/problem.ts'

const refusal = (error_name: ErrorName | 'offline') =>
  new ApiError({ error_code: 10101, error_name, error_message: 'No.', request_id: 'x' })

test.each([
  ['offline', 'offline'],
  ['notLoggedIn', '401'],
  ['loginForced', '401'],
  ['noRight', '403'],
  ['adminOnly', '403'],
  ['pageGone', '404'],
  ['itemUnknown', '404'],
  ['linkGone', '410'],
  ['pageLocked', '409'],
  ['itemArchived', '409'],
  ['tooManyRequests', '429'],
  ['badParameter', '500'],
] as const)('%s is told as %s', (name, kind) => {
  expect(getProblemKind(refusal(name))).toBe(kind)
})

test('a part that is not on the server any more is of an older version; all else is a fault', () => {
  expect(getProblemKind(new TypeError('Failed to fetch dynamically imported module: /x.js'))).toBe('outdated')
  expect(getProblemKind(new TypeError('x is undefined'))).toBe('500')
  expect(getProblemKind('text')).toBe('500')
})
