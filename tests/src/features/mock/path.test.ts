import { expect, test } from 'vitest'
import { matchingRow } from '#src/features/mock/path.ts'

// Asking a mock needs no sign-in: what one request may cost must not grow with what somebody has kept.
test.each([
  ['patterns', (at: number) => `~${'(a|b)[x-z]'.repeat(45)}${at}`, '~^/x/y$'],
  ['open parts', (at: number) => `/${'{a}/'.repeat(500)}${at}`, '/x/{y}'],
])('behind thousands of rows of long %s the rest is not reached', (_, pathOf, last) => {
  const rows = Array.from({ length: 3000 }, (_, at) => ({ path: pathOf(at) }))
  const wanted = { path: last }
  expect(matchingRow([...rows.slice(0, 100), wanted], '/x/y')).toBe(wanted)
  expect(matchingRow([...rows, wanted], '/x/y')).toBeUndefined()
})
