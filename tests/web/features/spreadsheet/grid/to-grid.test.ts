import { expect, test } from 'vitest'
import type { StoredSheet } from '#shared/spreadsheet/form.ts'
import { fitsGrid, toGridSheet } from '#web/features/spreadsheet/grid/to-grid.ts'

const cell = (row: number, column: number, more: object = {}): StoredSheet['rows'] => ({
  [row]: { cells: { [column]: { text: 'x', ...more } } },
})

const placesOf = (sheet: StoredSheet, count = 1) => {
  const { row = 0, column = 0 } = toGridSheet(sheet, 0, 's', count)
  return [row, column]
}

test('shows merged cells as they were created', () => {
  const { config, row } = toGridSheet(
    { rows: cell(0, 0, { merge: [0, 25] }), merges: ['A1:Z1', 'B900:C901', 'C901:D902', 'A5'] },
    0,
    's',
  )
  expect(config?.merge).toEqual({
    '0_0': { r: 0, c: 0, rs: 1, cs: 26 },
    '899_1': { r: 899, c: 1, rs: 2, cs: 2 },
  })
  expect(row).toBe(901)
})

test('merged cells of any claimed size cost no time and no memory', () => {
  const started = performance.now()
  const million = [999_999, 999_999]
  const hostile: StoredSheet = {
    rows: {
      ...cell(0, 0, { merge: million }),
      ...cell(1, 0, { merge: [99_000, 1] }),
      ...cell(2, 0, { merge: [0, 1999] }),
    },
    merges: ['A1:BXX100000', ...Array.from({ length: 50_000 }, (_, at) => `A${at + 1}:Z${at + 4000}`)],
  }
  const { row = 0, column = 0, celldata } = toGridSheet(hostile, 0, 's')
  expect(row * column).toBeLessThanOrEqual(5_000_000)
  expect(celldata?.length).toBeLessThan(250_000)
  expect(performance.now() - started).toBeLessThan(10_000)
})

test('shows a claimed size as far as possible, and always all cells', () => {
  expect(placesOf({ rows: { len: 900 }, cols: { len: 40 } })).toEqual([900, 40])
  const [rows = 0, columns = 0] = placesOf({ rows: { ...cell(3, 50), len: 1e9 }, cols: { len: 1e9 } })
  expect(rows).toBeGreaterThanOrEqual(800)
  expect(columns).toBe(51)
  expect(rows * columns).toBeLessThanOrEqual(5_000_000)
  expect(placesOf({ rows: { len: 100_000 }, cols: { len: 26 } }, 200)).toEqual([961, 26])
})

test('rejects a book whose cells are too far apart', () => {
  expect(fitsGrid([{ rows: cell(9999, 79) }, { rows: cell(0, 1999) }])).toBe(true)
  expect(fitsGrid([{ rows: { ...cell(0, 1999), ...cell(99_999, 0) } }])).toBe(false)
  expect(fitsGrid(Array.from({ length: 201 }, () => ({ name: 'a' })))).toBe(false)
})

test('drops frozen rows and filters outside the sheet', () => {
  const { frozen, filter_select } = toGridSheet({ freeze: 'ZZZ9999999', autofilter: { ref: 'B2:XFD1048576' } }, 0, 's')
  expect(frozen).toBeUndefined()
  expect(filter_select).toEqual({ row: [1, 799], column: [1, 25] })
})

test('selects the first cell at its drawn size', () => {
  const chosen = (sheet: StoredSheet) => toGridSheet(sheet, 0, 's').luckysheet_select_save?.[0]
  expect(chosen({ rows: {} })).toMatchObject({ row: [0, 0], column: [0, 0], width_move: 100, height_move: 25 })
  const wide = { rows: { ...cell(0, 0, { merge: [1, 1] }), 1: { height: 40 } }, cols: { 0: { width: 60 } } }
  expect(chosen(wide)).toMatchObject({ row: [0, 1], column: [0, 1], width_move: 161, height_move: 66 })
})

test('a formula result has its own type: a number, a date, TRUE, an error, a text', () => {
  const cells = {
    0: { text: '=A9', shown: '2.5', value: 2.5 },
    1: { text: '=A9', shown: '2024-05-01', value: 45413, style: 0 },
    2: { text: '=A9', shown: 'TRUE', value: true },
    3: { text: '=A9', shown: '#DIV/0!' },
    4: { text: '=A9', shown: 'x' },
  }
  const { celldata = [] } = toGridSheet({ styles: [{ numFmt: 'yyyy-mm-dd' }], rows: { 0: { cells } } }, 0, 's')
  expect(celldata.map(({ v }) => v?.ct?.t)).toEqual(['n', 'd', 'b', 'e', 'g'])
})
