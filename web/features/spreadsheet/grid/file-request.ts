import { decodeText, parseCsv, toCsv } from '#shared/spreadsheet/csv.ts'
import { getSheetName, iterateCells, readBook, type StoredCell, type StoredSheet } from '#shared/spreadsheet/form.ts'
import { shownIn } from '#shared/spreadsheet/formats.ts'
import { withResults } from '#shared/spreadsheet/results.ts'
import { FileError, type FileErrorReason, limits } from '#shared/spreadsheet/xlsx/xlsx-limits.ts'
import { type ReadFile, readXlsx } from '#shared/spreadsheet/xlsx/xlsx-read.ts'
import { type WriteNotes, writeXlsx } from '#shared/spreadsheet/xlsx/xlsx-write.ts'

/** A request to the worker. */
export type FileRequest =
  | { kind: 'read'; name: string; bytes: Uint8Array }
  | { kind: 'write'; as: 'xlsx'; content: string }
  | { kind: 'write'; as: 'csv'; content: string; sheet: string }

/** A sheet of a file. It is sent as text, which is transferred to a window at once, unlike a million cells. */
interface ParsedSheet {
  name: string
  /** Its first rows, as displayed. */
  preview: string[][]
  /** Its stored form, as JSON. */
  text: string
}

/** The parsed content of a file. */
export type ParsedFile = Omit<ReadFile, 'sheets'> & { sheets: ParsedSheet[] }

/** A message from the worker. */
export type FileMessage =
  | { kind: 'progress'; done: number; of: number }
  | { kind: 'read'; file: ParsedFile }
  | { kind: 'written'; bytes: Uint8Array; notes: WriteNotes }
  | { kind: 'refused'; reason: FileErrorReason }

const baseName = (name: string) => name.replace(/\.[^.]*$/, '').slice(0, 31) || 'Sheet1'

/** Returns the displayed texts of a sheet, row by row, for its used area; at most the first `limit` rows. */
function displayedRows(sheet: StoredSheet, limit = Number.POSITIVE_INFINITY): string[][] {
  const rows: string[][] = []
  let columns = 0
  for (const [row, column, cell] of iterateCells(sheet)) {
    const text = shownIn(sheet, cell)
    if (row >= limit || text === '') continue
    while (rows.length <= row) rows.push([])
    const cells = rows[row] ?? []
    cells[column] = text
    columns = Math.max(columns, column + 1)
  }
  return rows.map((cells) => Array.from({ length: columns }, (_, at) => cells[at] ?? ''))
}

/** Returns a sheet as a CSV file that every program reads as UTF-8. */
const csvFile = (sheet: StoredSheet): string => `\ufeff${toCsv(displayedRows(withResults(sheet)))}`

/** Returns a sheet made from rows of texts. A text that looks like a formula stays a text. */
function sheetFromRows(name: string, rows: readonly (readonly string[])[]): StoredSheet {
  const stored: Record<string, unknown> = {}
  let columns = 26
  for (const [row, texts] of rows.entries()) {
    const cells: Record<string, StoredCell> = {}
    for (const [column, text] of texts.entries()) {
      if (text === '') continue
      cells[column] = text.startsWith('=') ? { text, t: 's' } : { text }
      columns = Math.max(columns, column + 1)
    }
    if (Object.keys(cells).length > 0) stored[row] = { cells }
  }
  return { name, rows: { ...stored, len: Math.max(800, rows.length) }, cols: { len: columns } }
}

function readCsv(name: string, bytes: Uint8Array): ReadFile {
  if (bytes.length === 0) throw new FileError('empty')
  if (bytes.length > limits.file) throw new FileError('tooLarge')
  const text = decodeText(bytes)
  if (text.slice(0, 10_000).includes('\u0000')) throw new FileError('notXlsx')
  const all = parseCsv(text.replace(/^\ufeff/, ''))
  const rows = all.slice(0, limits.rows).map((cells) => cells.slice(0, limits.columns))
  if (rows.reduce((sum, cells) => sum + cells.length, 0) > limits.cells) throw new FileError('tooManyCells')
  return { sheets: [sheetFromRows(baseName(name), rows)], neutralised: 0, isCut: all.length > limits.rows }
}

const previewed = { rows: 10, columns: 12, letters: 200 }

const foundIn = ({ sheets, ...others }: ReadFile): ParsedFile => ({
  ...others,
  sheets: sheets.map((sheet, at) => ({
    name: getSheetName(sheet, at),
    preview: displayedRows(sheet, previewed.rows).map((cells) =>
      cells.slice(0, previewed.columns).map((text) => text.slice(0, previewed.letters)),
    ),
    text: JSON.stringify(sheet),
  })),
})

const isCsv = (name: string) => /\.(csv|tsv|txt)$/i.test(name)

const sheetsIn = (content: string): StoredSheet[] => {
  const book = readBook(content)
  return book.kind === 'book' ? book.sheets : []
}

/** Handles a request in the worker; see file-worker-client.ts. */
export function handleFileRequest(question: FileRequest, say: (word: FileMessage) => void): void {
  const progress = (done: number, of: number) => say({ kind: 'progress', done, of })
  try {
    if (question.kind === 'read') {
      const { name, bytes } = question
      const file = isCsv(name) ? readCsv(name, bytes) : readXlsx(bytes, (percent) => progress(percent, 100))
      say({ kind: 'read', file: foundIn(file) })
    } else if (question.as === 'csv') {
      const sheets = sheetsIn(question.content)
      const sheet = sheets.find(({ name }) => name === question.sheet) ?? sheets[0] ?? {}
      say({ kind: 'written', bytes: new TextEncoder().encode(csvFile(sheet)), notes: { cut: 0, neutralised: 0 } })
    } else say({ kind: 'written', ...writeXlsx(sheetsIn(question.content), progress) })
  } catch (error) {
    say({ kind: 'refused', reason: error instanceof FileError ? error.reason : 'broken' })
  }
}
