import { expect, test } from 'vitest'
import { endpoints } from '#tests/support/rights/matrix.ts'
import { casesOf } from '#tests/support/rights/row.ts'
import { rows } from './rows/index.ts'

const cases = Object.entries(rows).flatMap(([path, row]) => casesOf(row).map((one) => ({ path, one })))

test('every call of the contract has a row, and every row a call', () => {
  expect(Object.keys(rows).toSorted()).toEqual([...endpoints.keys()].toSorted())
})

test('a row lists what a call changes, unless it reads', () => {
  // Serving a file may be recorded.
  const reads = (path: string) => endpoints.get(path)?.isReadOnly && endpoints.get(path)?.responseType !== 'file'
  const wrong = cases.filter(({ path, one }) => reads(path) && one.writes !== undefined)
  expect(wrong.map(({ path }) => path)).toEqual([])
  const silent = cases.filter(({ path, one }) => !endpoints.get(path)?.isReadOnly && one.writes === undefined)
  // Calls that change nothing although they only accept POST: they always respond with an error.
  expect(silent.filter(({ one }) => one.allow.length > 0).map(({ path }) => path)).toEqual([])
})
