import { expect, test } from 'vitest'
import { ApiError } from '#shared/contract/client.ts'
import type { ErrorName } from '#shared/contract/errors.ts'
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
] as const)('%s is reported as %s', (name, kind) => {
  expect(getProblemKind(refusal(name))).toBe(kind)
})

test('reports a missing part as an outdated version, and anything else as an error', () => {
  expect(getProblemKind(new TypeError('Failed to fetch dynamically imported module: /x.js'))).toBe('outdated')
  expect(getProblemKind(new TypeError('x is undefined'))).toBe('500')
  expect(getProblemKind('text')).toBe('500')
})
