import { expect, test } from 'vitest'
import {
  formatCellAddress,
  iterateCells,
  parseCellAddress,
  type StoredCell,
  type StoredSheet,
} from '#shared/spreadsheet/form.ts'
import { getDefaultAlign } from '#shared/spreadsheet/formats.ts'
import { withResults } from '#shared/spreadsheet/results.ts'

/** A sheet with these cells by address; a string is typed text. */
function sheetOf(cells: Record<string, string | StoredCell>, styles: StoredSheet['styles'] = []): StoredSheet {
  const rows: Record<string, { cells: Record<string, StoredCell> }> = {}
  for (const [address, cell] of Object.entries(cells)) {
    const { row, column } = parseCellAddress(address) ?? { row: 0, column: 0 }
    const inRow = (rows[row] ??= { cells: {} })
    inRow.cells[column] = typeof cell === 'string' ? { text: cell } : cell
  }
  return { name: 'S', styles, rows }
}

/** What the cells show afterwards, by address. */
const shown = (sheet: StoredSheet) =>
  Object.fromEntries(
    [...iterateCells(withResults(sheet))].map(([row, column, cell]) => [formatCellAddress(row, column), cell.shown]),
  )

/** What one formula shows next to some cells. */
const result = (formula: string, cells: Record<string, string | StoredCell> = {}) =>
  shown(sheetOf({ ...cells, Z1: formula }))['Z1']

test.each([
  ['=1+2*3-4/2', '5'],
  ['=-2^2', '4'],
  ['=(1+2)*3%', '0.09'],
  ['=0.1+0.2', '0.3'],
  ['=1/3', '0.333333333'],
  ['="a"&1&TRUE', 'a1TRUE'],
  ['="say ""hi"""', 'say "hi"'],
  ['=2>1', 'TRUE'],
  ['="a"="A"', 'TRUE'],
  ['=1<>1', 'FALSE'],
  ['=1/0', '#DIV/0!'],
  ['="a"*2', '#VALUE!'],
  ['=IF(1>2,"more",IF(TRUE,"less",1/0))', 'less'],
  ['=round(2.345,2)', '2.35'],
  ['=AND(TRUE,1>2)', 'FALSE'],
  ['=OR(1=2,NOT(FALSE))', 'TRUE'],
  ['=CONCAT("a",2)', 'a2'],
])('%s shows %s', (formula, expected) => {
  expect(result(formula)).toBe(expected)
})

test('reads cells and ranges: empty cells are 0 for an operator and skipped by a sum, texts are no numbers', () => {
  const cells = { A1: '3', A2: '2.5', A3: 'note', B1: { text: '007' }, B2: { text: '5', t: 's' as const } }
  expect(result('=A1*$A$2', cells)).toBe('7.5')
  expect(result('=SUM(A1:B9)', cells)).toBe('5.5')
  expect(result('=SUM(A1,A3,10)', cells)).toBe('13')
  expect(result('=AVERAGE(A1:A9)', cells)).toBe('2.75')
  expect(result('=MAX(A1:A9)-MIN(A9:A1)', cells)).toBe('0.5')
  expect(result('=COUNT(A1:B9)&"/"&COUNTA(A1:B9)', cells)).toBe('2/5')
  expect(result('=AVERAGE(C1:C9)', cells)).toBe('#DIV/0!')
  expect(result('=C1+1', cells)).toBe('1')
  expect(result('=B1*2', cells)).toBe('14')
})

test('formulas read one another in any order, and stored results', () => {
  const cells = {
    A1: '=B1+1',
    B1: '=C1*2',
    C1: { text: '=FV(1,2,3)', shown: '20', value: 20 },
    A2: '=SUM(A1:B1)',
    A3: '=A4',
    A4: '=A3',
    A5: '=A5+1',
    A6: '=A3+1',
  }
  expect(shown(sheetOf(cells))).toEqual({
    A1: '41',
    B1: '40',
    C1: '20',
    A2: '81',
    A3: '#REF!',
    A4: '#REF!',
    A5: '#REF!',
    A6: '#REF!',
  })
})

test('follows a long chain of formulas to its end', () => {
  const cells = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`A${at + 1}`, `=A${at + 2}+1`]))
  expect(shown(sheetOf({ ...cells, A5001: '1' }))['A1']).toBe('5001')
})

test('leaves unsupported formulas and those that read them unchanged', () => {
  const cells = {
    A1: '=VLOOKUP(1,B1:C2,2)',
    A2: '=A1+1',
    A3: '=SUM(',
    A4: '=Other!A1',
    A5: { text: '=1+1', t: 's' as const },
  }
  const sheet = sheetOf(cells)
  expect(withResults(sheet)).toBe(sheet)
  expect(result(`=${'('.repeat(500)}1${')'.repeat(500)}`)).toBeUndefined()
  expect(result('=constructor(1)')).toBeUndefined()
})

test('shows results in the format of their cell and does not change the given sheet', () => {
  const sheet = sheetOf({ A1: '1234.5', B1: { text: '=A1*2', style: 0 }, C1: { text: '=A1/10000', style: 1 } }, [
    { format: 'usd' },
    { numFmt: '0.0%' },
  ])
  const before = JSON.stringify(sheet)
  expect(shown(sheet)).toEqual({ A1: undefined, B1: '$2,469.00', C1: '12.3%' })
  expect(JSON.stringify(sheet)).toBe(before)
})

test('limits the time for formulas that read a sheet over and over', () => {
  const cells = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`A${at + 1}`, '=SUM(B1:BXX100000)']))
  const filled = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`B${at + 1}`, '1']))
  const started = performance.now()
  withResults(sheetOf({ ...cells, ...filled }))
  expect(performance.now() - started).toBeLessThan(5000)
})

test('aligns numbers and dates right, TRUE, FALSE and errors in the center, texts left', () => {
  const styles = [{ numFmt: '@' }, { numFmt: '0%' }]
  const sides: [StoredCell, string][] = [
    [{ text: '3' }, 'right'],
    [{ text: '1e-7', t: 'n' }, 'right'],
    [{ text: '0.5', style: 1, shown: '50%' }, 'right'],
    [{ text: '2024-05-01', t: 'd', value: 45413 }, 'right'],
    [{ text: 'TRUE', t: 'b' }, 'center'],
    [{ text: '007' }, 'left'],
    [{ text: '3', t: 's' }, 'left'],
    [{ text: '3', style: 0 }, 'left'],
    [{ text: '=A1', shown: '3', value: 3 }, 'right'],
    [{ text: '=A1', shown: '3' }, 'right'],
    [{ text: '=A1', shown: 'TRUE', value: true }, 'center'],
    [{ text: '=A1', shown: '#N/A' }, 'center'],
    [{ text: '=A1', shown: 'x' }, 'left'],
    [{ text: '=A1&""', shown: '3', value: '3' }, 'left'],
  ]
  for (const [cell, side] of sides) expect(getDefaultAlign({ styles }, cell), JSON.stringify(cell)).toBe(side)
})
