import type { Context } from '@fortune-sheet/core'
import { expect, test } from 'vitest'
import {
  differOnlyIn,
  FormulaEvaluator,
  findUnevaluatedFormulas,
  type GridFunctions,
} from '#web/features/spreadsheet/grid/formula-evaluator.ts'
import type { GridCell, GridSheet } from '#web/features/spreadsheet/grid/grid-types.ts'

type Known = Record<string, { v?: unknown } | undefined>

/** The current value of a cell of row 0 in that column: calculated already, or stored. */
function valueAt({ luckysheetfile, formulaCache }: Context, column: number): number {
  const known = (formulaCache.execFunctionGlobalData as Known)[`0_${column}_s`]
  return Number((known ?? luckysheetfile[0]?.data?.[0]?.[column])?.v)
}

// a small grid: `=3+4` adds the values of those columns in its row, `=!` fails
const grid: GridFunctions = {
  execfunction(context, formula) {
    if (formula === '=!') throw new Error('cannot be reckoned')
    const columns = formula.slice(1).split('+').map(Number)
    return [true, columns.reduce((sum, column) => sum + valueAt(context, column), 0), formula]
  },
  setCellValue(_context, row, column, data, { v, f }) {
    Object.assign(data?.[row]?.[column] ?? {}, { v, f, m: `${String(v)}.00`, ct: { fa: '0.00', t: 'n' } })
  },
  FormulaCache: class {
    execFunctionGlobalData: object = {}
  },
}

/** One row of cells: numbers, and texts that are formulas without results. */
function rowOf(cells: readonly (number | string | GridCell)[]): GridSheet[] {
  const data = [
    cells.map((one): GridCell => (typeof one === 'number' ? { v: one } : typeof one === 'string' ? { f: one } : one)),
  ]
  const calcChain = cells.flatMap((one, c) => (typeof one === 'number' ? [] : [{ r: 0, c, id: 's' }]))
  return [{ name: 'S', id: 's', data, calcChain }]
}

const resultsOf = (sheets: GridSheet[]) => {
  const reckoner = new FormulaEvaluator(sheets, findUnevaluatedFormulas(sheets), grid)
  while (!reckoner.goOn(50)) {
    // in small steps
  }
  return Object.fromEntries(reckoner.done().map(({ column, v }) => [column, v]))
}

test('calculates only formulas without a result', () => {
  const sheets = rowOf([1, '=0', { f: '=0', v: 5 }, { v: 'text' }])
  expect(findUnevaluatedFormulas(sheets).map(({ column }) => column)).toEqual([1])
  expect(resultsOf(sheets)).toEqual({ 1: 1 })
})

test('calculates a formula after those that it reads, in any order', () => {
  expect(resultsOf(rowOf([2, '=2+3', '=3+0', '=0+0']))).toEqual({ 1: 10, 2: 6, 3: 4 })
})

test('calculates a chain of thousands of formulas without a stack overflow', () => {
  const cells = Array.from({ length: 5000 }, (_, at) => (at === 4999 ? 7 : `=${at + 1}`))
  const results = resultsOf(rowOf(cells))
  expect([results[0], Object.keys(results).length]).toEqual([7, 4999])
})

test('circular formulas fail without affecting others', () => {
  const results = resultsOf(rowOf(['=1', '=0', 3, '=2', '=4']))
  expect(results[3]).toBe(3)
  // a loop longer than one batch
  const long = Array.from({ length: 300 }, (_, at) => `=${(at + 1) % 300}`)
  expect(Object.keys(resultsOf(rowOf([...long, '=301', 9])))).toContain('300')
}, 5000)

test('leaves a formula that fails to calculate as it is', () => {
  expect(resultsOf(rowOf([1, '=!', '=0']))).toEqual({ 2: 1 })
})

test('a formatted result keeps its format and leaves the grid’s own cell untouched', () => {
  const sheets = rowOf([1, '=0'])
  const reckoner = new FormulaEvaluator(sheets, findUnevaluatedFormulas(sheets), grid)
  reckoner.goOn(50)
  expect(reckoner.done()).toMatchObject([{ v: 1, m: '1.00', ct: { fa: '0.00', t: 'n' } }])
  expect(sheets[0]?.data?.[0]?.[1]).toEqual({ f: '=0' })
})

test('calculated results alone are no edit, anything else is', () => {
  const before = rowOf([1, '=0', 3])
  const bare = findUnevaluatedFormulas(before)
  const withCell = (column: number, cell: GridCell): GridSheet[] =>
    before.map((sheet) => ({
      ...sheet,
      data: (sheet.data ?? []).map((row) => row.map((one, at) => (at === column ? cell : one))),
    }))
  expect(differOnlyIn(bare, before, withCell(1, { f: '=0', v: 1, m: '1' }))).toBe(true)
  expect(differOnlyIn(bare, before, withCell(1, { f: '=2', v: 3 }))).toBe(false)
  expect(differOnlyIn(bare, before, withCell(2, { v: 4 }))).toBe(false)
  expect(differOnlyIn(bare, before, [{ ...(before[0] as GridSheet), name: 'T' }])).toBe(false)
  expect(differOnlyIn(bare, before, [])).toBe(false)
})
