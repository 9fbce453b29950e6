import { expect, test } from 'vitest'
import {
  formatCellAddress,
  isFormula,
  isNumberText,
  parseArea,
  parseCellAddress,
  readBook,
  type StoredSheet,
} from '#shared/spreadsheet/form.ts'
import { formatFields, getFormatCode, isDateCode, plainFormat } from '#shared/spreadsheet/formats.ts'
import { diffBooks } from '#web/lib/spreadsheet/diff.ts'
import { findCell } from '#web/lib/spreadsheet/find.ts'
import { mergeBooks } from '#web/lib/spreadsheet/merge.ts'

const sheet = (rows: (string | undefined)[][], name = 'S'): StoredSheet => ({
  name,
  rows: Object.fromEntries(
    rows.map((cells, row) => [
      row,
      { cells: Object.fromEntries(cells.flatMap((text, at) => (text === undefined ? [] : [[at, { text }]]))) },
    ]),
  ),
})

const textsOf = (sheets: StoredSheet[]) =>
  sheets.map(({ rows }) =>
    Object.entries(rows ?? {}).flatMap(([row, one]) =>
      row === 'len'
        ? []
        : Object.entries((one as { cells?: Record<string, { text?: string }> }).cells ?? {}).map(
            ([column, { text }]) => `${row},${column}=${text}`,
          ),
    ),
  )

test('content is a book, one of a newer version, or no book', () => {
  expect(readBook('')).toEqual({ kind: 'book', sheets: [] })
  expect(readBook('[{}]')).toEqual({ kind: 'book', sheets: [] })
  expect(readBook('{"name":"a","rows":{}}').kind).toBe('book')
  expect(readBook('# A page').kind).toBe('unreadable')
  expect(readBook('[1,2]').kind).toBe('unreadable')
  expect(readBook('[{"name":"a","docstead":{"v":2}}]').kind).toBe('newer')
})

test('reads and writes cell addresses and ranges', () => {
  expect([formatCellAddress(0, 0), formatCellAddress(9, 26), formatCellAddress(99, 702)]).toEqual([
    'A1',
    'AA10',
    'AAA100',
  ])
  expect(parseCellAddress('$B$3')).toEqual({ row: 2, column: 1 })
  expect([parseCellAddress('B0'), parseCellAddress('3'), parseCellAddress('')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(parseArea('C4:A2')).toEqual({ row: [1, 3], column: [0, 2] })
})

test('only exactly representable values are numbers', () => {
  for (const text of ['0', '-1', '12.50', '123456789012345']) expect(isNumberText(text), text).toBe(true)
  for (const text of ['007', '1e5', '1,000', ' 1', '+1', '.5', '1234567890123456', '', '-'])
    expect(isNumberText(text), text).toBe(false)
  expect(isFormula({ text: '=1', t: 's' })).toBe(false)
  expect(isFormula({ text: '=' })).toBe(false)
})

test('applies number formats', () => {
  expect(plainFormat(1234.5, '#,##0.00')).toBe('1,234.50')
  expect(plainFormat(-0.125, '0.0%')).toBe('-12.5%')
  expect(plainFormat(-3, '"￥"#,##0.00')).toBe('-￥3.00')
  expect(plainFormat(-0.001, '0.0')).toBe('0.0')
  expect(plainFormat(1, '# ?/?')).toBeUndefined()
  expect(getFormatCode({ format: 'percent' })).toBe('General"%"')
  expect(formatFields('#,##0.00')).toEqual({ format: 'number' })
  expect(formatFields('0.000')).toEqual({ numFmt: '0.000' })
  expect([isDateCode('yyyy-mm-dd'), isDateCode('[h]:mm'), isDateCode('0.00'), isDateCode('"days" 0')]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('a comparison identifies cells by their address; inserted rows shift nothing', () => {
  const old = [
    sheet([
      ['a', '1'],
      ['b', '2'],
      ['c', '3'],
    ]),
  ]
  const next = [
    sheet([
      ['a', '1'],
      ['new', '9'],
      ['b', '2'],
      ['c', '4'],
    ]),
  ]
  const { cells } = diffBooks(old, next)
  expect(cells.map(({ address, kind, before, after }) => [address, kind, before, after])).toEqual([
    ['A2', 'added', '', 'new'],
    ['B2', 'added', '', '9'],
    ['B4', 'changed', '3', '4'],
  ])
  const gone = diffBooks(next, old)
  expect(gone.cells.filter(({ kind }) => kind === 'removed').map(({ before }) => before)).toEqual(['new', '9'])
})

test('compares styles, sheets and layouts', () => {
  const plain: StoredSheet = { name: 'S', rows: { 0: { cells: { 0: { text: 'a' } } } }, cols: {} }
  const bold: StoredSheet = {
    ...plain,
    styles: [{ font: { bold: true } }],
    rows: { 0: { cells: { 0: { text: 'a', style: 0 } } } },
  }
  expect(diffBooks([plain], [bold]).cells.map(({ kind }) => kind)).toEqual(['look'])
  expect(diffBooks([plain], [{ ...plain, cols: { 0: { width: 50 } } }])).toMatchObject({ cells: [], layouts: ['S'] })
  expect(diffBooks([plain], [plain, sheet([['x']], 'T')])).toMatchObject({ addedSheets: ['T'] })
  expect(diffBooks([plain, sheet([['x']], 'T')], [plain])).toMatchObject({ removedSheets: ['T'] })
})

test('merges two versions of a book cell by cell', () => {
  const base = [sheet([['a', 'b', 'c']])]
  const mine = [sheet([['A', 'b', 'c', 'mine']])]
  const theirs = [sheet([['a', 'B', 'c'], ['theirs']])]
  const merge = mergeBooks(base, mine, theirs)
  expect(merge.conflicts).toEqual([])
  expect(merge.taken).toBe(2)
  expect(textsOf(merge.build(new Map()))).toEqual([['0,0=A', '0,1=B', '0,2=c', '0,3=mine', '1,0=theirs']])
})

test('reports a cell that both changed, and merges the rest', () => {
  const base = [sheet([['a', 'b']])]
  const merge = mergeBooks(base, [sheet([['mine', 'b']])], [sheet([['theirs', 'B']])])
  expect(merge.conflicts).toMatchObject([{ sheet: 'S', address: 'A1', base: 'a', mine: 'mine', theirs: 'theirs' }])
  const [id = ''] = merge.conflicts.map((one) => one.id)
  expect(textsOf(merge.build(new Map()))).toEqual([['0,0=mine', '0,1=B']])
  expect(textsOf(merge.build(new Map([[id, 'theirs']])))).toEqual([['0,0=theirs', '0,1=B']])
})

test('a deleted cell stays deleted, styles keep their meaning, and a formula result is no change', () => {
  const styled = (color: string, text = 'a'): StoredSheet => ({
    name: 'S',
    styles: [{ color }],
    rows: { 0: { cells: { 0: { text, style: 0 }, 1: { text: '=1', shown: '1' } } } },
  })
  const mine: StoredSheet = { ...styled('#111111'), styles: [{ color: '#222222' }] }
  const theirs: StoredSheet = {
    name: 'S',
    styles: [{ color: '#111111' }],
    rows: { 0: { cells: { 0: { text: 'a', style: 0 }, 1: { text: '=1', shown: '2' }, 2: { text: 'x' } } } },
  }
  const merge = mergeBooks([styled('#111111')], [mine], [theirs])
  expect(merge.conflicts).toEqual([])
  const [built] = merge.build(new Map())
  const row = built?.rows?.[0] as { cells: Record<string, { style?: number }> } | undefined
  const cell = row?.cells[0]
  expect(built?.styles?.[cell?.style ?? -1]).toEqual({ color: '#222222' })
  const removed = mergeBooks([sheet([['a', 'b']])], [sheet([[undefined, 'b']])], [sheet([['a', 'c']])])
  expect(textsOf(removed.build(new Map()))).toEqual([['0,1=c']])
})

test('merges added and removed sheets, but keeps a removed one that was edited', () => {
  const [a, b] = [sheet([['1']], 'A'), sheet([['2']], 'B')]
  expect(
    mergeBooks([a], [a, b], [a])
      .build(new Map())
      .map(({ name }) => name),
  ).toEqual(['A', 'B'])
  expect(
    mergeBooks([a, b], [a], [a, b])
      .build(new Map())
      .map(({ name }) => name),
  ).toEqual(['A'])
  const edited = sheet([['3']], 'B')
  expect(
    mergeBooks([a, b], [a], [a, edited])
      .build(new Map())
      .map(({ name }) => name),
  ).toEqual(['A', 'B'])
})

test('finds matches in the typed and in the displayed text', () => {
  const sheets = [
    sheet([['apple', 'pear']]),
    { name: 'T', rows: { 4: { cells: { 2: { text: '=A1', shown: 'Plum jam' } } } } },
  ]
  expect(findCell(sheets, 'PEAR')).toEqual({ sheet: 0, row: 0, column: 1 })
  expect(findCell(sheets, 'jam plum')).toEqual({ sheet: 1, row: 4, column: 2 })
  expect(findCell(sheets, 'nothing')).toBeUndefined()
})

test('merges and compares a large book quickly and completely', () => {
  const large = (): StoredSheet[] => {
    const cells = (row: number) =>
      Object.fromEntries(
        Array.from({ length: 20 }, (_, column) => [column, { text: `${row}.${column}`, style: column % 2 }]),
      )
    const rows = Object.fromEntries(Array.from({ length: 4000 }, (_, row) => [row, { cells: cells(row) }]))
    return [{ name: 'S', styles: [{ color: '#111111' }, { color: '#222222' }], rows }]
  }
  const put = (sheets: StoredSheet[], row: number, column: number, text: string) => {
    const { cells } = (sheets[0]?.rows?.[row] ?? {}) as { cells: Record<string, object> }
    cells[column] = { text }
    return sheets
  }
  const [base, mine] = [large(), put(large(), 7, 1, 'mine')]
  const theirs = put(put(large(), 7, 2, 'theirs'), 3900, 3, 'theirs too')
  const started = performance.now()
  const merge = mergeBooks(base, mine, theirs)
  const built = merge.build(new Map())
  const { cells } = diffBooks(base, built)
  expect(performance.now() - started).toBeLessThan(5000)
  expect(merge.conflicts).toEqual([])
  expect(cells.map(({ address }) => address)).toEqual(['B8', 'C8', 'D3901'])
  expect(JSON.stringify(built)).toBe(JSON.stringify(put(theirs, 7, 1, 'mine')))
})
