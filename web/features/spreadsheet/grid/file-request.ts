import { getSheetName, readBook, type StoredSheet } from '#shared/spreadsheet/form.ts'
import { decodeText, parseCsv } from '#web/lib/spreadsheet/csv.ts'
import { csvFile, displayedRows, sheetFromRows } from './table-rows.ts'
import { FileError, type FileErrorReason, limits } from './xlsx-limits.ts'
import { type ReadFile, readXlsx } from './xlsx-read.ts'
import { type WriteNotes, writeXlsx } from './xlsx-write.ts'

/** A request to the worker. */
export type FileRequest =
  | { kind: 'read'; name: string; bytes: Uint8Array }
  | { kind: 'write'; as: 'xlsx'; content: string }
  | { kind: 'write'; as: 'csv'; content: string; sheet: string }

/** A sheet of a file. It is sent as text, which is transferred to a window at once, unlike a million cells. */
export interface ParsedSheet {
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
