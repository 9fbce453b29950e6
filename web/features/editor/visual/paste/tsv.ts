import { parseDelimited } from '#shared/spreadsheet/csv.ts'

/**
 * Returns the cells of a text that a spreadsheet put on the clipboard; undefined when it is not a table. Quoted cells
 * may contain line breaks.
 */
export function parseTsv(text: string): string[][] | undefined {
  if (!text.includes('\t')) return undefined
  const rows = parseDelimited(text.replace(/[\r\n]+$/, ''), '\t')
  const width = Math.max(...rows.map((row) => row.length))
  // code is indented by tabs: the first cell of a line is empty there, and lines differ in length
  const isIndented = rows.every((row) => row[0] === '' || row.length === 1)
  const isEven = rows.every((row) => row.length === width)
  return width < 2 || isIndented || !isEven ? undefined : rows
}
