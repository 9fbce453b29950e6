import { expect, test } from 'vitest'
import { cellStyle } from '#web/features/spreadsheet/view/cell-style.ts'
import { getPrintLayout } from '#web/features/spreadsheet/view/print-layout.ts'
import { columnName, contrastColor, parseSheets } from '#web/features/spreadsheet/view/sheets.ts'
import { toTrackSizes, trackSize, trackStart, tracksInView } from '#web/features/spreadsheet/view/track-sizes.ts'

const seeds = {
  name: 'Seeds',
  freeze: 'A2',
  styles: [{ font: { bold: true }, align: 'center' }, { bgcolor: '#fffbe6' }],
  rows: {
    0: { cells: { 0: { text: 'Name', style: 0 }, 3: {} } },
    1: { cells: { 3: { text: '=B2*C2' } }, height: 40 },
    4: { cells: { 0: { text: 'merged', merge: [0, 1], style: 1 } } },
    6: { hide: true, cells: { 0: { text: 'hidden' } } },
    len: 800,
  },
  cols: { 0: { width: 180 }, len: 26 },
}

test('reads the used range of a sheet, with its sizes, styles and merged cells', () => {
  const [sheet] = parseSheets(JSON.stringify([seeds])) ?? []
  expect(sheet).toMatchObject({ name: 'Seeds', rows: 7, columns: 4, frozen: 1 })
  expect(sheet?.cells.get(0)?.get(0)).toMatchObject({ text: 'Name', look: { bold: true, align: 'center' } })
  expect(sheet?.cells.get(0)?.has(3)).toBe(false)
  expect(sheet?.cells.get(4)?.get(0)).toMatchObject({ span: [0, 1], look: { background: '#fffbe6' } })
  expect(sheet?.heights).toEqual(
    new Map([
      [1, 40],
      [6, 0],
    ]),
  )
  expect(sheet?.widths).toEqual(new Map([[0, 180]]))
})

test('reads a formula without a stored result as its calculated value: a number, on the right', () => {
  const cells = {
    0: { text: '3' },
    1: { text: '2.5' },
    2: { text: '=A1*B1' },
    3: { text: '=A1>B1' },
    4: { text: '=A1/0' },
  }
  const [sheet] =
    parseSheets(JSON.stringify([{ rows: { 0: { cells: { ...cells, 5: { text: '=VLOOKUP(1)' } } } } }])) ?? []
  const drawn = [...(sheet?.cells.get(0)?.values() ?? [])].map((cell) => [
    cell.text,
    cellStyle(cell).textAlign,
    cell.isFormula,
  ])
  expect(drawn).toEqual([
    ['3', 'right', false],
    ['2.5', 'right', false],
    ['7.5', 'right', false],
    ['TRUE', 'center', false],
    ['#DIV/0!', 'center', false],
    ['=VLOOKUP(1)', 'left', true],
  ])
})

test('reads a single object as one sheet, empty text as none, and rejects anything else', () => {
  expect(parseSheets(JSON.stringify(seeds))).toHaveLength(1)
  expect(parseSheets('')).toEqual([])
  expect(parseSheets('{}')).toEqual([])
  expect(parseSheets('[]')).toEqual([])
  expect(parseSheets('# Markdown')).toBeUndefined()
  expect(parseSheets('[1, 2]')).toBeUndefined()
})

test('limits a table with malicious numbers', () => {
  const wild = {
    name: 'x',
    rows: {
      0: { cells: { 0: { text: 'a', merge: [1e12, 1e12] }, 99999999: { text: 'b' } } },
      9999999: { cells: { 0: { text: 'c' } } },
    },
  }
  const [sheet] = parseSheets(JSON.stringify([wild])) ?? []
  expect(sheet?.rows).toBeLessThanOrEqual(100_000)
  expect(sheet?.columns).toBeLessThanOrEqual(2000)
})

test('names columns like any spreadsheet', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
})

test('picks a readable text color for a background', () => {
  expect(contrastColor('#fffbe6')).toBe('#000')
  expect(contrastColor('#1b4f72')).toBe('#fff')
})

test('positions rows of different sizes and finds those in the viewport', () => {
  const axis = toTrackSizes(
    1000,
    25,
    new Map([
      [1, 40],
      [2, 0],
    ]),
  )
  expect([trackStart(axis, 0), trackStart(axis, 1), trackStart(axis, 2), trackStart(axis, 3)]).toEqual([0, 25, 65, 65])
  expect(trackSize(axis, 1)).toBe(40)
  expect(trackSize(axis, 0, 2)).toBe(65)
  const [from, to] = tracksInView(axis, 10_000, 500, 2)
  expect(trackStart(axis, from)).toBeLessThanOrEqual(10_000 - 25)
  expect(trackStart(axis, to)).toBeGreaterThanOrEqual(10_500)
  expect(to - from).toBeLessThan(30)
  expect(tracksInView(toTrackSizes(0, 25, new Map()), 0, 500)).toEqual([0, 0])
})

test('neither shows nor prints what is hidden, by hand or by a filter', () => {
  const filter = { 0: { rowhidden: { 2: 0 } } }
  const rows = Object.fromEntries(
    Array.from({ length: 4 }, (_, row) => [
      row,
      { cells: { 0: { text: `a${row}` }, 1: { text: 'b' }, 2: { text: 'c' } } },
    ]),
  )
  const [sheet] =
    parseSheets(
      JSON.stringify([
        {
          name: 'S',
          freeze: 'A2',
          rows: { ...rows, 3: { ...rows[3], hide: true } },
          cols: { 1: { hide: true } },
          docstead: { v: 1, filter },
        },
      ]),
    ) ?? []
  if (!sheet) throw new Error('no sheet')
  expect([...sheet.heights]).toEqual([
    [3, 0],
    [2, 0],
  ])
  const paper = getPrintLayout(sheet)
  expect(paper.rows.map(({ cells }) => cells.map(({ cell }) => cell?.text))).toEqual([
    ['a0', 'c'],
    ['a1', 'c'],
  ])
  expect([paper.frozen, paper.isCut]).toEqual([1, false])
})

test('prints merged cells over their visible part, and cuts an endless table', () => {
  const stored = (merge: number[], far: object) =>
    parseSheets(
      JSON.stringify([
        {
          name: 'S',
          rows: {
            0: { cells: { 0: { text: 'm', merge } } },
            1: { hide: true },
            2: { cells: { 2: { text: 'z' } } },
            ...far,
          },
        },
      ]),
    )?.[0]
  const sheet = stored([2, 1], {})
  if (!sheet) throw new Error('no sheet')
  expect(
    getPrintLayout(sheet).rows.map(({ cells }) =>
      cells.map(({ column, rowSpan, colSpan }) => [column, rowSpan, colSpan]),
    ),
  ).toEqual([
    [
      [0, 2, 2],
      [2, 1, 1],
    ],
    [[2, 1, 1]],
  ])
  const wide = stored([1000, 200], { 99999: { cells: { 1999: { text: 'far' } } } })
  if (!wide) throw new Error('no sheet')
  const paper = getPrintLayout(wide)
  expect([paper.isCut, paper.rows.length]).toEqual([true, 75])
})

test('formats numbers in their style, also without a stored display text', () => {
  const cells = {
    0: { text: '2.5', style: 0 },
    1: { text: '0.125', style: 1 },
    2: { text: '2.5', shown: 'two', style: 0 },
    3: { text: '2.5', t: 's', style: 0 },
    4: { text: '=A1', style: 0 },
  }
  const [sheet] =
    parseSheets(
      JSON.stringify([{ name: 'S', styles: [{ format: 'number' }, { numFmt: '0.00%' }], rows: { 0: { cells } } }]),
    ) ?? []
  expect([0, 1, 2, 3, 4].map((column) => sheet?.cells.get(0)?.get(column)?.text)).toEqual([
    '2.50',
    '12.50%',
    'two',
    '2.5',
    '2.50',
  ])
})

test('aligns numbers, dates and formula results right, texts left, whatever they look like', () => {
  const styles = [{ numFmt: '"¥"#,##0.00' }, { format: 'text' }, { numFmt: '0.00', align: 'left' }]
  const cells: [object, 'left' | 'right'][] = [
    [{ text: '12' }, 'right'],
    [{ text: '1217.35', style: 0 }, 'right'],
    [{ text: '0.30000000000000004', t: 'n' }, 'right'],
    [{ text: '2026/1/2', t: 'd', value: 46_024 }, 'right'],
    [{ text: '=A1*2', shown: '¥24.00', value: 24 }, 'right'],
    [{ text: '=A1*2', shown: '24' }, 'right'],
    [{ text: '=A1&"x"', shown: '12x' }, 'left'],
    [{ text: '007' }, 'left'],
    [{ text: '7', t: 's' }, 'left'],
    [{ text: '12', style: 1 }, 'left'],
    [{ text: '12', style: 2 }, 'left'],
    [{ text: 'Rose' }, 'left'],
  ]
  const row = { cells: Object.fromEntries(cells.map(([cell], at) => [at, cell])) }
  const [sheet] = parseSheets(JSON.stringify([{ name: 'S', styles, rows: { 0: row } }])) ?? []
  const found = [...(sheet?.cells.get(0)?.values() ?? [])].map((cell) => cellStyle(cell).textAlign)
  expect(found).toEqual(cells.map(([, side]) => side))
})
