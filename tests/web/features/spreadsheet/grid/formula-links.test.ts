import { expect, test } from 'vitest'
import {
  closesLoop,
  isLooped,
  type NotedFormula,
  onLoop,
  rowEnds,
  touchedFormulas,
} from '#web/features/spreadsheet/grid/formula-links.ts'

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

test('finds the formulas that read a changed cell, on their own sheet only', () => {
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

test('links every affected formula to its readers, however far, and leaves others alone', () => {
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

test('ends with formulas that read each other or themselves', () => {
  const formulas = formulasOf(
    [
      [0, 0],
      [0, 0, 1, 1],
      [0, 0, 9, 9],
    ],
    [
      [0, 1],
      [0, 0, 0, 0],
    ],
    [
      [5, 5],
      [5, 5, 5, 9],
    ],
  )
  expect(keysOf(touchedFormulas(formulas, { [keyOf([0, 9])]: 1 }, false))).toEqual(['r0c0is'])
  expect(formulas['r0c0is']?.parents).toEqual({ r0c1is: 1 })
  expect(formulas['r0c1is']?.parents).toEqual({ r0c0is: 1 })
  expect(keysOf(touchedFormulas(formulas, { [keyOf([5, 9])]: 1 }, false))).toEqual(['r5c5is'])
})

test('reports a circular formula with its address, but not its neighbors or a fixed loop', () => {
  const reported: string[] = []
  const stop = onLoop((address) => reported.push(address))
  const reads = (column: number): Reads => [0, 0, column, column]
  // A1 is typed; B1 reads A1 and C1, C1 reads B1, D1 reads C1, E1 reads itself
  const formulas = formulasOf([[0, 1], reads(0), reads(2)], [[0, 2], reads(1)], [[0, 3], reads(2)], [[0, 4], reads(4)])
  const looped = () => Object.keys(formulas).filter(isLooped)
  touchedFormulas(formulas, { [keyOf([0, 0])]: 1 }, false)
  expect([looped(), reported]).toEqual([['r0c1is', 'r0c2is'], []])
  expect(['r0c2is', 'r0c3is', 'r0c4is', 'r9c9is'].map((key) => closesLoop(formulas, key))).toEqual([
    true,
    false,
    true,
    false,
  ])
  expect(reported).toEqual(['C1', 'E1'])
  touchedFormulas(formulas, {}, true)
  expect(looped()).toEqual(['r0c1is', 'r0c2is', 'r0c4is'])
  // C1 reads something else now; the former links are still stored
  Object.assign(formulas, formulasOf([[0, 2], reads(9)]))
  touchedFormulas(formulas, {}, true)
  expect(looped()).toEqual(['r0c4is'])
  stop()
  expect([closesLoop(formulas, 'r0c4is'), reported.length]).toEqual([true, 2])
})

test('does not calculate the former formula of an edited cell', () => {
  const reads = (column: number): Reads => [0, 0, column, column]
  const formulas = formulasOf([[0, 1], reads(2)], [[0, 2], reads(1)])
  touchedFormulas(formulas, {}, true)
  // C1 was given a number: B1 reads it, and C1 is no longer a formula
  expect(keysOf(touchedFormulas(formulas, { [keyOf([0, 2])]: 1 }, false))).toEqual(['r0c1is'])
  expect([formulas['r0c1is']?.parents, isLooped('r0c1is')]).toEqual([{}, false])
})

test('detects quickly that a chain of 10,000 formulas is no loop', () => {
  const chain = Array.from(
    { length: 10_000 },
    (_, row) => [[row, 1] as const, [row - 1, row - 1, 1, 1] as const] as const,
  )
  const formulas = formulasOf(...chain)
  const started = performance.now()
  touchedFormulas(formulas, { [keyOf([0, 1])]: 1 }, false)
  expect(Object.keys(formulas).some(isLooped)).toBe(false)
  expect(performance.now() - started).toBeLessThan(4000)
})

test('gives the same links when a change affects many formulas', () => {
  // a running sum: each formula reads the one above it
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

test('row ends follow the row heights, and hidden rows have none', () => {
  const sizes = { rowlen: { 1: 40 }, rowhidden: { 2: 0 } }
  const { ends, height } = rowEnds(sizes, 4, 25, 1, undefined)
  expect([ends, height]).toEqual([[26, 67, 67, 93], 93])
  expect(rowEnds(undefined, 2, 25, 2, undefined).ends).toEqual([52, 104])
  // the same list while nothing has changed, so that nothing is drawn again
  expect(rowEnds(sizes, 4, 25, 1, ends).ends).toBe(ends)
  expect(rowEnds({}, 4, 25, 1, ends).ends).not.toBe(ends)
})
