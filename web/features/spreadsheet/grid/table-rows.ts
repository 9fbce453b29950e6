import { iterateCells, type StoredCell, type StoredSheet } from '#shared/spreadsheet/form.ts'
import { shownIn } from '#shared/spreadsheet/formats.ts'
import { withResults } from '#shared/spreadsheet/results.ts'
import { toCsv } from '#web/lib/spreadsheet/csv.ts'

/** Returns the displayed texts of a sheet, row by row, for its used area; at most the first `limit` rows. */
export function displayedRows(sheet: StoredSheet, limit = Number.POSITIVE_INFINITY): string[][] {
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
export const csvFile = (sheet: StoredSheet): string => `\ufeff${toCsv(displayedRows(withResults(sheet)))}`

/** Returns a sheet made from rows of texts. A text that looks like a formula stays a text. */
export function sheetFromRows(name: string, rows: readonly (readonly string[])[]): StoredSheet {
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
