import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readXlsx } from '#shared/spreadsheet/xlsx/xlsx-read.ts'
import type { SheetPart } from '#src/features/export/worker-message.ts'
import { ExcelFile, renameSheets } from '#src/features/export/xlsx/file.ts'
import { rates, sales, sheetPage } from './sheets.ts'

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

test('the sheets of one page keep their names, with values, formulas, formats, merged cells and widths', () => {
  const { sheets, notes } = writtenTo(join(folder(), 'a.xlsx'), [
    { title: 'Numbers', text: sheetPage(sales, rates), isOnly: true },
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
    { title: 'Numbers', text: sheetPage(sales, rates), isOnly: false },
    { title: long, text: sheetPage(rates), isOnly: false },
    { title: long, text: sheetPage(rates), isOnly: false },
    { title: "'", text: sheetPage(rates), isOnly: false },
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
