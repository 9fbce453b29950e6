import { writeTable } from '#shared/markdown/table.ts'
import { detectSeparator, parseDelimited } from '#shared/spreadsheet/csv.ts'
import type { StoredCell, StoredRow, StoredSheet } from '#shared/spreadsheet/form.ts'
import { FileError } from '#shared/spreadsheet/xlsx/xlsx-limits.ts'
import { readXlsx } from '#shared/spreadsheet/xlsx/xlsx-read.ts'
import { rejectImport } from '../import-error.ts'
import type { DocumentNode, FoundDocument } from './document-plan.ts'
import { noteEncoding } from './markdown.ts'
import { baseName, withoutExtension } from './paths.ts'
import type { DocumentSource } from './source.ts'

// The characters that have a meaning in a cell of a Markdown table.
const marks = /[\\|*`<~$]|\[(?!\])|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu

const cellOf = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/\s+/g, ' ').trim().replace(marks, '\\$&'))
    .join('<br>')

/** Returns rows as a Markdown table, the first row as its header, without empty rows and columns around them. */
function tableOfRows(rows: readonly (readonly string[])[]): string {
  const full = rows.filter((row) => row.some((cell) => cell.trim() !== ''))
  const width = full.reduce((most, row) => Math.max(most, row.findLastIndex((cell) => cell.trim() !== '') + 1), 0)
  if (width === 0) return ''
  const cells = full.map((row) => Array.from({ length: width }, (_, at) => cellOf(row[at] ?? '')))
  const [head = [], ...rest] = cells
  return `${writeTable(head, rest)}\n`
}

/** Returns the rows of a CSV text of any separator. */
const csvRows = (text: string): string[][] =>
  parseDelimited(text.replace(/^\ufeff/, ''), detectSeparator(text, [',', ';', '\t']) ?? ',')

/** Returns a CSV file of an export as a page with one table. */
export const csvDocument = (from: DocumentSource, path: string): FoundDocument => ({
  path,
  read(reading) {
    const decoded = from.text(path)
    if (!decoded) return undefined
    noteEncoding(decoded.encoding, reading)
    return tableOfRows(csvRows(decoded.text))
  },
})

/** Returns the sheets of an xlsx file. @throws {ImportError} badSheet, ratio, tooLarge, xmlEntities, oldOffice */
export function readSheets(bytes: Uint8Array, name: string): StoredSheet[] {
  try {
    return readXlsx(bytes).sheets
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    const { reason } = error
    if (reason === 'bomb') rejectImport('ratio', name)
    if (reason === 'hostile') rejectImport('xmlEntities', name)
    if (reason === 'tooLarge' || reason === 'tooManyCells' || reason === 'tooManySheets' || reason === 'bookTooLarge')
      rejectImport('tooLarge', name)
    if (reason === 'oldXls' || reason === 'password') rejectImport('oldOffice', name)
    return rejectImport('badSheet', name)
  }
}

/** Returns an xlsx file as a page with a table for each sheet. @throws {ImportError} as `readSheets` */
export function excelNode(bytes: Uint8Array, name: string): DocumentNode {
  const sheets = readSheets(bytes, name)
  const title = withoutExtension(baseName(name))
  const nodes = sheets.map((sheet, at) => {
    const text = tableOfRows(sheetRows(sheet))
    const isOnly = sheets.length === 1
    const path = isOnly ? name : `${name}#${at + 1}`
    const document: FoundDocument = { path, aliases: at === 0 ? [name] : [], read: () => text }
    return { title: isOnly ? title : (sheet.name ?? String(at + 1)), document, children: [] }
  })
  return nodes.length === 1 && nodes[0] ? nodes[0] : { title, children: nodes }
}

const numbered = <T>(fields: Record<string, unknown> | undefined): [number, T][] =>
  Object.entries(fields ?? {}).flatMap(([at, value]) =>
    /^\d+$/.test(at) ? [[Number(at), value as T] as [number, T]] : [],
  )

/** The most columns of a table in a page; further ones are far from what a table shows. */
const columnsMost = 2000

/** Returns the displayed texts of a sheet, row by row; empty rows between them are left out. */
function sheetRows(sheet: StoredSheet): string[][] {
  return numbered<StoredRow>(sheet.rows)
    .toSorted(([one], [other]) => one - other)
    .map(([, row]) => {
      const cells: string[] = []
      for (const [at, cell] of numbered<StoredCell>(row.cells)) {
        if (at < columnsMost) cells[at] = cell.shown ?? cell.text ?? ''
      }
      return Array.from(cells, (cell) => cell ?? '')
    })
}
