import { expect, test } from 'vitest'
import { type NotedFormula, rowEnds, touchedFormulas } from '#web/features/sheet/formula-links.ts'

type Place = readonly [row: number, column: number, sheet?: string]
type Reads = readonly [fromRow: number, toRow: number, fromColumn: number, toColumn: number, sheet?: string]

const keyOf = ([row, column, sheet = 's']: Place) => `r${row}c${column}i${sheet}`

function formulasOf(...all: readonly (readonly [Place, ...Reads[]])[]): Record<string, NotedFormula> {
  return Object.fromEntries(
    all.map(([place, ...reads]) => {
      const [r, c, id = 's'] = place
      const formulaDependency = reads.map(([top, bottom, left, right, sheetId = 's']) => ({
        row: [top, bottom] as [number, number],
        column: [left, right] as [number, number],
        sheetId,
      }))
      return [keyOf(place), { key: keyOf(place), r, c, id, formulaDependency, parents: {} }]
    }),
  )
}

const keysOf = (formulas: readonly NotedFormula[]) => formulas.map(({ key }) => key).sort()

test('the formulas that read a changed cell are found, on their own sheet alone', () => {
  const formulas = formulasOf(
    [
      [0, 1],
      [0, 9, 0, 0],
    ],
    [
      [0, 2],
      [5, 5, 0, 0],
    ],
    [
      [0, 3],
      [0, 9, 0, 0, 'other'],
    ],
    [
      [0, 4],
      [0, 2, 7, 7],
      [5, 6, 0, 1],
    ],
  )
  expect(keysOf(touchedFormulas(formulas, { [keyOf([5, 0])]: 1 }, false))).toEqual(['r0c1is', 'r0c2is', 'r0c4is'])
  expect(keysOf(touchedFormulas(formulas, { [keyOf([5, 0, 'other'])]: 1 }, false))).toEqual(['r0c3is'])
  expect(touchedFormulas(formulas, { [keyOf([9, 9])]: 1, nonsense: 1 }, false)).toEqual([])
})

test('each formula that a change reaches knows which ones read it, however far; others are left alone', () => {
  const formulas = formulasOf(
    [
      [0, 1],
      [0, 0, 0, 0],
    ],
    [
      [0, 2],
      [0, 0, 1, 1],
    ],
    [
      [0, 3],
      [0, 0, 2, 2],
    ],
    [
      [9, 1],
      [9, 9, 0, 0],
    ],
  )
  expect(keysOf(touchedFormulas(formulas, { [keyOf([0, 0])]: 1 }, false))).toEqual(['r0c1is'])
  expect(formulas['r0c1is']?.parents).toEqual({ r0c2is: 1 })
  expect(formulas['r0c2is']?.parents).toEqual({ r0c3is: 1 })
  expect(formulas['r9c1is']?.parents).toEqual({})
})

test('formulas that read each other, or themselves, end', () => {
  const formulas = formulasOf(
    [
      [0, 0],
      [0, 0, 1, 1],
    ],
    [
      [0, 1],
      [0, 0, 0, 0],
    ],
    [
      [5, 5],
      [5, 5, 5, 5],
    ],
  )
  expect(keysOf(touchedFormulas(formulas, { [keyOf([0, 0])]: 1 }, false))).toEqual(['r0c1is'])
  expect(formulas['r0c0is']?.parents).toEqual({ r0c1is: 1 })
  expect(formulas['r0c1is']?.parents).toEqual({ r0c0is: 1 })
  expect(keysOf(touchedFormulas(formulas, { [keyOf([5, 5])]: 1 }, false))).toEqual(['r5c5is'])
})

test('where a change reaches many formulas the links are the same', () => {
  // a running sum: each reads the one above it
  const chain = Array.from({ length: 500 }, (_, row) => [[row, 1] as const, [row - 1, row - 1, 1, 1] as const] as const)
  const few = formulasOf(...chain.slice(0, 30))
  const many = formulasOf(...chain)
  touchedFormulas(few, { [keyOf([0, 1])]: 1 }, false)
  touchedFormulas(many, { [keyOf([0, 1])]: 1 }, false)
  for (const [key, { parents }] of Object.entries(few))
    if (key !== 'r29c1is' && key !== 'r0c1is') expect(many[key]?.parents, key).toEqual(parents)
  expect(many['r499c1is']?.parents).toEqual({})
  expect(touchedFormulas(formulasOf(...chain), {}, true)).toHaveLength(500)
})

test('rows end where their heights say; hidden ones take no place', () => {
  const sizes = { rowlen: { 1: 40 }, rowhidden: { 2: 0 } }
  const { ends, height } = rowEnds(sizes, 4, 25, 1, undefined)
  expect([ends, height]).toEqual([[26, 67, 67, 93], 93])
  expect(rowEnds(undefined, 2, 25, 2, undefined).ends).toEqual([52, 104])
  // the same list while nothing has changed, so that nothing is drawn anew
  expect(rowEnds(sizes, 4, 25, 1, ends).ends).toBe(ends)
  expect(rowEnds({}, 4, 25, 1, ends).ends).not.toBe(ends)
})
