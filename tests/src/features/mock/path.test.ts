import { expect, test } from 'vitest'
import { matchingRow } from '#src/features/mock/path.ts'

// A mock needs no sign-in: the cost of one request must not grow with the stored data.
test.each([
  ['patterns', (at: number) => `~${'(a|b)[x-z]'.repeat(45)}${at}`, '~^/x/y$'],
  ['open parts', (at: number) => `/${'{a}/'.repeat(500)}${at}`, '/x/{y}'],
])('does not process the rest after thousands of rows of long %s', (_, pathOf, last) => {
  const rows = Array.from({ length: 3000 }, (_, at) => ({ path: pathOf(at) }))
  const wanted = { path: last }
  expect(matchingRow([...rows.slice(0, 100), wanted], '/x/y')).toBe(wanted)
  expect(matchingRow([...rows, wanted], '/x/y')).toBeUndefined()
})
