import { expect, test } from 'vitest'
import { matchingRow } from '#src/features/mock/path.ts'

test.each([
  ['patterns', (at: number) => `~${'(a|b)[x-z]'.repeat(45)}${at}`, '/x'],
  ['slashes', (at: number) => `${'/'.repeat(2000)}{a}${at}/*`, '/'.repeat(2000)],
])('thousands of rows of many %s take no longer than the work that one request may cause', (_, pathOf, path) => {
  const rows = Array.from({ length: 3000 }, (_, at) => ({ path: pathOf(at) }))
  const before = process.cpuUsage()
  expect(matchingRow(rows, path)).toBeUndefined()
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(0.5)
})
