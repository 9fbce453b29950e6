import { cellText, tableMarkdown } from '../markdown-table.ts'

/** The separator between the cells of a text. */
export type Separator = '\t' | ',' | ';' | '|'

/** Cells as users copy them: a list of rows. */
export type Rows = readonly (readonly string[])[]

/** Splits text at separators; a quoted cell may contain separators, line breaks and doubled quotation marks. */
function splitCells(text: string, separator: Separator): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  const endRow = () => {
    row.push(cell)
    rows.push(row)
    row = []
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    const quoted = sign === '"' && cell === '' ? quotedCell(text, at, separator) : undefined
    if (quoted) {
      cell = quoted.value
      at = quoted.end
    } else if (sign === separator) {
      row.push(cell)
      cell = ''
    } else if (sign === '\n') endRow()
    else if (sign !== '\r' || text[at + 1] !== '\n') cell += sign
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}

/** Returns the quoted cell that begins at an offset; undefined when the quotation marks do not enclose a whole cell. */
function quotedCell(text: string, start: number, separator: Separator): { value: string; end: number } | undefined {
  for (let at = text.indexOf('"', start + 1); at > 0; at = text.indexOf('"', at + 1)) {
    if (text[at + 1] === '"') {
      at += 1
      continue
    }
    const next = text[at + 1]
    const isWhole = next === undefined || next === separator || next === '\n' || next === '\r'
    return isWhole ? { value: text.slice(start + 1, at).replaceAll('""', '"'), end: at } : undefined
  }
  return undefined
}

const separators: readonly Separator[] = ['\t', ',', ';', '|']

/** Detects the separator of a text: a tab if there is one, otherwise the one that gives the most even rows. */
export function detectSeparator(text: string): Separator {
  const start = text.slice(0, 20_000)
  if (/^[^\n"]*\t/m.test(start)) return '\t'
  const scores = separators.map((separator) => {
    const widths = splitCells(start, separator).map((row) => row.length)
    const wide = widths.filter((width) => width > 1)
    const usual = wide.toSorted((one, other) => one - other)[Math.floor(wide.length / 2)] ?? 0
    return { separator, score: wide.filter((width) => width === usual).length / Math.max(1, widths.length) }
  })
  const best = scores.reduce((one, other) => (other.score > one.score ? other : one))
  return best.score > 0 ? best.separator : '\t'
}

const ruleRow = (row: readonly string[]) => row.length > 0 && row.every((cell) => /^\s*:?-+:?\s*$/.test(cell))

/** Returns the cells of a copied text, without empty rows at the ends and empty columns at the right. */
export function parseRows(text: string): string[][] {
  const separator = detectSeparator(text)
  const bars = separator === '|'
  const source = bars ? text.replace(/^[ \t]*\|/gm, '').replace(/\|[ \t]*$/gm, '') : text
  return trimRows(splitCells(source, separator).filter((row) => !bars || !ruleRow(row)))
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
    ? tableMarkdown(first, rest)
    : tableMarkdown(
        first.map(() => ''),
        cells,
      )
}

/** The most cells that are converted to a table at once. */
const cellsMost = 100_000

/** Reports whether there are too many cells for a table in a page. */
export const isTooMany = (rows: Rows): boolean => rows.length * (rows[0]?.length ?? 0) > cellsMost
