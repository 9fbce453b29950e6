import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import {
  getCellStyle,
  iterateCells,
  parseCellAddress,
  type StoredCell,
  type StoredSheet,
  toFields,
} from '#shared/spreadsheet/form.ts'
import { readXlsx } from '#shared/spreadsheet/xlsx/xlsx-read.ts'
import { writeXlsx } from '#shared/spreadsheet/xlsx/xlsx-write.ts'
import { BookSerializer } from '#web/features/spreadsheet/grid/book-serializer.ts'

// Files that Microsoft Excel wrote: tests/fixtures/sheet/README.md says where they come from.

const names = ['deaths', 'load-example', 'load-thread-comment', 'read-failure-test'] as const
const bytesOf = (name: string) => new Uint8Array(readFileSync(`tests/fixtures/sheet/excel/${name}.xlsx`))
const sheetsIn = (name: (typeof names)[number]) => readXlsx(bytesOf(name)).sheets

function cellAt(sheet: StoredSheet | undefined, address: string): StoredCell {
  const { row, column } = parseCellAddress(address) ?? { row: 0, column: 0 }
  return (toFields(toFields(sheet?.rows?.[row])['cells'])[column] ?? {}) as StoredCell
}

/** A sheet with resolved cell styles, since files number them differently. */
function inWords(sheet: StoredSheet) {
  const { styles: _, rows = {}, ...others } = sheet
  const sizes = Object.fromEntries(
    Object.entries(rows).map(([at, row]) => [at, at === 'len' ? row : { ...toFields(row), cells: undefined }]),
  )
  const cells = [...iterateCells(sheet)].map(([row, column, cell]) => {
    const { style: _number, ...content } = cell
    return { row, column, ...content, style: getCellStyle(sheet, cell) }
  })
  return { ...others, sizes, cells }
}

test.each(names)('%s is a file of Excel and survives our write and read', (name) => {
  expect(strFromU8(unzipSync(bytesOf(name))['docProps/app.xml'] ?? new Uint8Array())).toMatch(
    /<Application>Microsoft (?:Macintosh )?Excel</,
  )
  const { sheets, neutralised, isCut } = readXlsx(bytesOf(name))
  expect([neutralised, isCut]).toEqual([0, false])
  const { bytes, notes } = writeXlsx(sheets)
  expect(notes).toEqual({ cut: 0, neutralised: 0 })
  const again = readXlsx(bytes).sheets
  expect(again.map(inWords)).toEqual(sheets.map(inWords))
})

/** The XML of the sheets of a file. */
const sheetXml = (name: string) =>
  Object.entries(unzipSync(bytesOf(name)))
    .filter(([path]) => /^xl\/worksheets\/[^/]*\.xml$/.test(path))
    .map(([, bytes]) => strFromU8(bytes))
    .join('')

test.each(names)('reads every cell, number, formula and merged cell of %s', (name) => {
  const xml = sheetXml(name)
  const sheets = sheetsIn(name)
  const cells = sheets.flatMap((sheet) => [...iterateCells(sheet)].map(([, , cell]) => cell))
  const count = (pattern: RegExp) => xml.match(pattern)?.length ?? 0
  expect(cells.filter(({ text = '' }) => text.startsWith('='))).toHaveLength(count(/<f[ >/]/g))
  const blank = name === 'read-failure-test' ? 1 : 0 // a text without characters
  expect(cells.filter(({ text }) => text !== undefined)).toHaveLength(count(/<v>/g) - blank)
  expect(sheets.flatMap(({ merges = [] }) => merges)).toHaveLength(count(/<mergeCell /g))
  const numbers = [...xml.matchAll(/<c r="[A-Z]+\d+"(?: s="\d+")?>(?:<f[^>]*>[^<]*<\/f>|<f[^>]*\/>)?<v>([^<]*)<\/v>/g)]
  const found = cells.flatMap(({ text, t, value }) =>
    typeof value === 'number' ? [value] : t === undefined || t === 'n' ? [Number(text)] : [],
  )
  for (const [, written] of numbers) expect(found).toContain(Number(written))
})

test('reads dates, ages calculated from them, yes and no, merged cells and widths of a table with notes', () => {
  const [arts, other] = sheetsIn('deaths')
  expect([arts?.name, other?.name]).toEqual(['arts', 'other'])
  expect(cellAt(arts, 'A6')).toEqual({ text: 'David Bowie' })
  expect(cellAt(arts, 'C6')).toEqual({ text: '=DATEDIF(E6,F6,"y")', shown: '69', value: 69 })
  expect(cellAt(arts, 'C15').text).toBe('=DATEDIF(E15,F15,"y")') // shared with the first
  expect(cellAt(arts, 'D6')).toEqual({ text: 'TRUE', t: 'b' })
  expect(cellAt(arts, 'E6')).toMatchObject({ text: '1947/1/8', t: 'd', value: 17_175 })
  expect(arts?.merges).toEqual(['B4:E4'])
  expect(other?.merges).toEqual(['B4:E4', 'E19:F19'])
  expect(cellAt(arts, 'B4')).toEqual({ text: 'merging', merge: [0, 3] })
  expect(arts?.cols?.[0]).toEqual({ width: 121 })
})

test('reads frozen panes, heights, months and rounded numbers of a yearly table', () => {
  const [sheet] = sheetsIn('read-failure-test')
  expect(sheet).toMatchObject({ name: 'INDUSTRY MONTHLY', freeze: 'B2' })
  expect(sheet?.rows?.[3]).toEqual({ height: 24 })
  expect(cellAt(sheet, 'A2')).toMatchObject({ text: 'Jan-85', t: 'd', value: 31_078 })
  expect(cellAt(sheet, 'D2')).toMatchObject({ text: '-13.2', shown: '-13' })
  expect(cellAt(sheet, 'C2')).toMatchObject({ text: '-4.0', t: 's' })
})

test('numbers with very many digits stay numbers, in the grid and in files', () => {
  const [sheet] = sheetsIn('load-example')
  expect(cellAt(sheet, 'J3')).toEqual({ text: '27.299999999999997', t: 'n', shown: '27.3' })
  const first = new BookSerializer(JSON.stringify([sheet]), sheet ? [sheet] : [], 'S').initialSheets[0]
  const inGrid = first?.celldata?.find(({ r, c }) => r === 2 && c === 9)?.v
  expect(inGrid).toMatchObject({ v: 27.299999999999997, m: '27.3', ct: { t: 'n' } })
  const odd: StoredCell[] = [
    { text: '0.30000000000000004', t: 'n' },
    { text: '1e-7', t: 'n' },
    { text: '1.5e+21', t: 'n' },
    { text: '1e-7' },
    { text: '1234567890123456' },
  ]
  const again = readXlsx(writeXlsx([{ rows: { 0: { cells: { ...odd } } } }]).bytes).sheets
  const kept = [...iterateCells(again[0] ?? {})].map(([, , cell]) => cell)
  expect(kept.map(({ text, t }) => ({ text, ...(t && { t }) }))).toEqual(odd)
})

test('reads styles, borders and merged cells of a sheet that has many', () => {
  const sheets = sheetsIn('load-example')
  expect(sheets.map(({ name }) => name)).toEqual(['IrisSample', 'testing', 'mtcars', 'mtCars Pivot'])
  const [, testing, cars] = sheets
  expect(cars?.freeze).toBe('A2')
  expect(testing?.merges).toEqual(['B2:F7', 'B24:G24', 'D26:D27'])
  expect(cellAt(testing, 'I2')).toMatchObject({ text: '=RAND()', value: 0.02121177529641305 })
  const lined = [...iterateCells(testing ?? {})].filter(([, , cell]) => getCellStyle(testing ?? {}, cell)?.border)
  expect(lined.length).toBeGreaterThan(80)
})

test('writes a failed formula with its error, not a text', () => {
  const rows = { 0: { cells: { 0: { text: '=1/0', shown: '#DIV/0!' }, 1: { text: '="#N/A!"', shown: '#N/A!' } } } }
  const xml = strFromU8(unzipSync(writeXlsx([{ rows }]).bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect(xml).toContain('<c r="A1" t="e"><f>1/0</f><v>#DIV/0!</v></c>')
  expect(xml).toContain('<c r="B1" t="str">')
})
