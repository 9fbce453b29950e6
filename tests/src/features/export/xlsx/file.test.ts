import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { StoredSheet } from '#shared/spreadsheet/form.ts'
import { readXlsx } from '#shared/spreadsheet/xlsx/xlsx-read.ts'
import type { SheetPart } from '#src/features/export/worker-message.ts'
import { ExcelFile, renameSheets } from '#src/features/export/xlsx/file.ts'

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'docstead-xlsx-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

function writtenTo(path: string, parts: readonly SheetPart[]) {
  const writer = new ExcelFile(path, { kind: 'xlsx', lang: 'en' })
  for (const part of parts) writer.add(part)
  writer.finish()
  return { sheets: readXlsx(readFileSync(path)).sheets, notes: writer.notes }
}

const book = (...sheets: StoredSheet[]): string => JSON.stringify(sheets)

const sales: StoredSheet = {
  name: 'Sales',
  styles: [{ font: { bold: true }, bgcolor: '#ffee00' }, { numFmt: '0.00%' }, { numFmt: 'yyyy-mm-dd' }],
  merges: ['A4:B4'],
  rows: {
    0: { cells: { 0: { text: '名称', style: 0 }, 1: { text: 'Share', style: 0 } } },
    1: {
      height: 40,
      cells: {
        0: { text: '茶' },
        1: { text: '0.125', shown: '12.50%', style: 1 },
        2: { text: '2026-11-21', t: 'd', value: 46347, style: 2 },
      },
    },
    2: {
      cells: {
        0: { text: 'Sum' },
        1: { text: '=SUM(B2:B2)*2', value: 0.25, shown: '0.25' },
        2: { text: '=Rates!A1+1' },
      },
    },
    3: { cells: { 0: { text: 'merged', merge: [0, 1] } } },
    len: 800,
  },
  cols: { 0: { width: 210 }, len: 26 },
}
const rates: StoredSheet = { name: 'Rates', rows: { 0: { cells: { 0: { text: '7' } } }, len: 800 } }

test('the sheets of one page keep their names, with values, formulas, formats, merged cells and widths', () => {
  const { sheets, notes } = writtenTo(join(folder(), 'a.xlsx'), [
    { title: 'Numbers', text: book(sales, rates), isOnly: true },
  ])
  expect(sheets.map((sheet) => sheet.name)).toEqual(['Sales', 'Rates'])
  expect(sheets[0]).toMatchObject({
    rows: {
      1: { cells: { 0: { text: '茶' }, 1: { text: '0.125' }, 2: { t: 'd', value: 46347 } } },
      2: { cells: { 1: { text: '=SUM(B2:B2)*2', value: 0.25 }, 2: { text: '=Rates!A1+1' } } },
      3: { cells: { 0: { text: 'merged', merge: [0, 1] } } },
    },
    merges: ['A4:B4'],
    cols: { 0: { width: 210 } },
  })
  expect(notes).toEqual([])
})

test('several pages: each names its sheets, which are legal and unique, and formulas follow', () => {
  const long = 'A [very] long: title / of a page? that no sheet holds'
  const parts: SheetPart[] = [
    { title: 'Numbers', text: book(sales, rates), isOnly: false },
    { title: long, text: book(rates), isOnly: false },
    { title: long, text: book(rates), isOnly: false },
    { title: "'", text: book(rates), isOnly: false },
    { title: 'Guide', text: '# text', isOnly: false },
    { title: 'Empty', text: '', isOnly: false },
  ]
  const { sheets, notes } = writtenTo(join(folder(), 'a.xlsx'), parts)
  const names = sheets.map((sheet) => sheet.name ?? '')
  expect(names.slice(0, 2)).toEqual(['Numbers Sales', 'Numbers Rates'])
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(5)
  for (const name of names) expect(name).toMatch(/^[^[\]:*?/\\]{1,31}$/)
  expect(sheets[0]?.rows?.[2]).toMatchObject({ cells: { 2: { text: "='Numbers Rates'!A1+1" } } })
  expect(notes).toEqual([{ page_title: 'Guide', reason: 'notSheet', detail: '' }])
})

test('names of sheets in formulas, but not in texts', () => {
  const names = new Map([
    ['Rates', "It's new"],
    ['My sheet', 'b'],
  ])
  expect(renameSheets('=rates!A1+\'My sheet\'!B2&"Rates!A1"+Other!A1', names)).toBe(
    "='It''s new'!A1+'b'!B2&\"Rates!A1\"+Other!A1",
  )
})

test('without a spreadsheet there is nothing to export', () => {
  const text = { title: 'Guide', text: 'text', isOnly: true }
  expect(() => writtenTo(join(folder(), 'a.xlsx'), [text])).toThrow('nothing to export')
})

test.runIf(existsSync('/usr/bin/soffice'))(
  'LibreOffice opens it and calculates its formulas',
  { timeout: 120_000 },
  () => {
    const home = folder()
    const path = join(home, 'a.xlsx')
    writtenTo(path, [{ title: 'Numbers', text: book(sales, rates), isOnly: true }])
    const options = [
      `-env:UserInstallation=file://${home}/profile`,
      '--headless',
      '--convert-to',
      'csv:Text - txt - csv (StarCalc):44,34,76,1',
      '--outdir',
      home,
      path,
    ]
    execFileSync('/usr/bin/soffice', options, { stdio: 'ignore' })
    expect(readFileSync(join(home, 'a.csv'), 'utf8').replaceAll('"', '').trim().split('\n')).toEqual([
      '名称,Share,',
      '茶,12.50%,2026-11-21',
      'Sum,0.25,8',
      'merged,,',
    ])
  },
)
