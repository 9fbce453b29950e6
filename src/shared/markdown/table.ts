/** The alignment of a column; empty for the default one. */
export type ColumnAlign = '' | 'left' | 'center' | 'right'

/** A cell in a line: where its text begins and ends. */
export interface CellRange {
  from: number
  to: number
}

/** Returns the prefix of a line: whitespace, quote markers. */
export const linePrefix = (line: string): string => /^(?:\s*>)*\s*/.exec(line)?.[0] ?? ''

/** Returns the offsets of the bars that separate cells in a line; a bar behind a backslash does not. */
export const findBars = (line: string): number[] => [...line.matchAll(/(?<!\\)\|/g)].map(({ index }) => index)

/** Escapes the bars of a text that are not escaped yet. */
export const escapeBars = (text: string): string => text.replaceAll(/(?<!\\)\|/g, '\\|')

/**
 * Returns the ranges of the cells in a table line, without surrounding whitespace. An escaped bar is not a separator.
 */
export function findCells(line: string): CellRange[] {
  const start = linePrefix(line).length
  const end = line.trimEnd().length
  const edges = findBars(line)
  if (edges[0] !== start) edges.unshift(start - 1)
  if (edges.at(-1) !== end - 1 || edges.length === 1) edges.push(end)
  return edges.slice(0, -1).map((bar, at) => {
    const next = edges[at + 1] ?? end
    const raw = line.slice(bar + 1, next)
    const words = raw.trim()
    if (words === '') {
      const middle = Math.min(next, bar + 1 + Math.min(1, raw.length))
      return { from: middle, to: middle }
    }
    const from = bar + 1 + raw.length - raw.trimStart().length
    return { from, to: from + words.length }
  })
}

/** Returns the texts of the cells in a table line. */
export const cellTexts = (line: string): string[] => findCells(line).map(({ from, to }) => line.slice(from, to))

const delimiter = /^(?:\s*>)*\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

/** Returns whether a line is the delimiter row below the header of a table. */
export const isDelimiter = (line: string): boolean => line.includes('-') && /[|:]/.test(line) && delimiter.test(line)

/** Returns the alignment that a cell of the delimiter row sets. */
export function alignOf(cell: string): ColumnAlign {
  if (cell.endsWith(':')) return cell.startsWith(':') ? 'center' : 'right'
  return cell.startsWith(':') ? 'left' : ''
}

/** Returns the cell of the delimiter row for an alignment: of a width in characters, or with three dashes. */
export function delimiterCell(align: string, width?: number): string {
  const starts = align === 'left' || align === 'center' ? ':' : ''
  const ends = align === 'right' || align === 'center' ? ':' : ''
  return starts + '-'.repeat(width === undefined ? 3 : Math.max(1, width - starts.length - ends.length)) + ends
}

/** Returns Markdown as a cell of a table: bars are escaped, and line breaks become `<br>`. */
export const tableCell = (text: string): string =>
  text
    .trim()
    .replaceAll('|', '\\|')
    .replaceAll(/\r\n?|\n/g, '<br>')

/** Returns Markdown as a cell of a table as its author wrote it: bars that are escaped stay. */
export const authoredCell = (text: string): string => escapeBars(text).replaceAll(/\r\n?|\n/g, '<br>')

/**
 * Returns a table of cells that are Markdown without bars and line breaks; short rows are padded.
 *
 * @param rules the cells below the header, such as `:---:`; the last one also applies to all further columns
 * @param gap the text between a bar and its cell
 */
export function writeTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  rules: readonly string[] = ['---'],
  gap = ' ',
): string {
  const line = (cells: readonly string[]) =>
    `|${gap}${header.map((_, at) => cells[at] ?? '').join(`${gap}|${gap}`)}${gap}|`
  return [line(header), line(header.map((_, at) => rules[at] ?? rules.at(-1) ?? '---')), ...rows.map(line)].join('\n')
}
