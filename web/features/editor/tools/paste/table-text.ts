import { writeTable } from '#shared/markdown/table.ts'
import { detectSeparator, parseDelimited, type Rows } from '#shared/spreadsheet/csv.ts'
import { cellText } from '../markdown-table.ts'

const separators = ['\t', ',', ';', '|'] as const

/** Detects the separator of a text: a tab if there is one, otherwise the one that gives the most even rows. */
const separatorOf = (text: string) =>
  /^[^\n"]*\t/m.test(text.slice(0, 20_000)) ? '\t' : (detectSeparator(text, separators) ?? '\t')

const ruleRow = (row: readonly string[]) => row.length > 0 && row.every((cell) => /^\s*:?-+:?\s*$/.test(cell))

/** Returns the cells of a copied text, without empty rows at the ends and empty columns at the right. */
export function parseRows(text: string): string[][] {
  const separator = separatorOf(text)
  const bars = separator === '|'
  const source = bars ? text.replace(/^[ \t]*\|/gm, '').replace(/\|[ \t]*$/gm, '') : text
  return trimRows(parseDelimited(source, separator).filter((row) => !bars || !ruleRow(row)))
}

/** Returns rows without empty ones, all as wide as the widest with content. */
export function trimRows(rows: Rows): string[][] {
  const full = rows.map((row) => row.map((cell) => cell.trim())).filter((row) => row.some((cell) => cell !== ''))
  const width = Math.max(0, ...full.map((row) => row.findLastIndex((cell) => cell !== '') + 1))
  return full.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ''))
}

const cellOf = (text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .map(cellText)
    .join('<br>')

/** Returns a Markdown table of cells; without a header row they get an empty one. */
export function rowsToMarkdown(rows: Rows, hasHead: boolean): string {
  const cells = rows.map((row) => row.map(cellOf))
  const [first = [], ...rest] = cells
  return hasHead
    ? writeTable(first, rest)
    : writeTable(
        first.map(() => ''),
        cells,
      )
}

/** The most cells that are converted to a table at once. */
const cellsMost = 100_000

/** Reports whether there are too many cells for a table in a page. */
export const isTooMany = (rows: Rows): boolean => rows.length * (rows[0]?.length ?? 0) > cellsMost
