import { runXml } from './runs.ts'

/** The text width of a page in twentieths of a point: A4 with margins of 2.54 cm. */
const textWidth = 9026

/** A small gap between elements that would otherwise merge. */
export const gapXml = '<w:p><w:pPr><w:spacing w:before="0" w:after="60" w:line="120" w:lineRule="exact"/></w:pPr></w:p>'

/** A cell of a table. */
export interface Cell {
  /** Paragraphs; at least one, because Word does not open a cell without. */
  xml: string
  /** The approximate length of its longest line, in characters. */
  length: number
  /** The length of its longest word, in characters. */
  word: number
  columns?: number
  /** Whether it begins a cell of several rows, or continues the one above. */
  rows?: 'begin' | 'continue'
}

/** A row of a table. */
export interface Row {
  cells: Cell[]
  isHead: boolean
}

/** Returns the width of a text in Latin letters; a Chinese character counts as two. */
export const measureText = (text: string): number =>
  text
    .split('\n')
    .reduce((most, line) => Math.max(most, line.length + (line.match(/[\u2e80-\uffef]/g)?.length ?? 0)), 0)

/** Returns the width of the longest part of a text that is not broken, in Latin letters. */
export const measureWord = (text: string): number =>
  text.split(/[\s\u2e80-\uffef]|(?<=[-,;/])/).reduce((most, word) => Math.max(most, word.length), 1)

/** The width of a letter in a table, and of the space beside a text, in twentieths of a point. */
const letter = 108
const beside = 230
const narrowest = 5
const widest = 44
const boldWidth = 1.15
/** The part of the width that the longest word of a column may take. */
const wordMost = 0.3

/** A column: the widths of its longest word, and of its longest line up to a limit. */
interface Column {
  least: number
  most: number
}

function columnsIn(rows: readonly Row[], count: number, width: number): Column[] {
  const columns = Array.from({ length: count }, () => ({ least: 2, most: narrowest }))
  for (const { cells, isHead } of rows) {
    let at = 0
    for (const { columns: covered = 1, length, word } of cells) {
      const column = columns[at]
      at += covered
      if (!column || covered > 1) continue
      column.most = Math.min(widest, Math.max(column.most, length + 2))
      column.least = Math.max(column.least, isHead ? word * boldWidth : word)
    }
  }
  return columns.map(({ least, most }) => {
    const word = Math.min(least * letter + beside, width * wordMost)
    return { least: word, most: Math.max(word, most * letter) }
  })
}

const sumOf = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0)

/** Returns the widths of columns: each at least its longest word, when there is room for that, the rest by content. */
function columnWidths(columns: readonly Column[], width: number): number[] {
  const least = sumOf(columns.map((one) => one.least))
  const wish = sumOf(columns.map((one) => one.most - one.least))
  const shares = columns.map((one) =>
    least > width || wish === 0
      ? (one.least / least) * width
      : one.least + ((width - least) * (one.most - one.least)) / wish,
  )
  return shares.map(Math.floor)
}

function cellXml(cell: Cell, width: number, isHead: boolean): string {
  const span = (cell.columns ?? 1) > 1 ? `<w:gridSpan w:val="${cell.columns}"/>` : ''
  const merge = cell.rows === 'begin' ? '<w:vMerge w:val="restart"/>' : cell.rows === 'continue' ? '<w:vMerge/>' : ''
  const shade = isHead ? '<w:shd w:val="clear" w:color="auto" w:fill="F2F2F2"/>' : ''
  return `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${span}${merge}${shade}</w:tcPr>${cell.xml}</w:tc>`
}

const columnsOf = ({ cells }: Row): number => sumOf(cells.map((cell) => cell.columns ?? 1))

/**
 * Returns a table with borders around its cells; its header repeats on each page. One whose words do not fit side by
 * side becomes several, each with the first column.
 *
 * @param bandLabel returns the text above each of several tables
 */
export function tableXml(rows: readonly Row[], indent = 0, bandLabel?: (from: number, to: number) => string): string {
  const count = rows.reduce((most, row) => Math.max(most, columnsOf(row)), 1)
  const width = textWidth - indent
  const columns = columnsIn(rows, count, width)
  const hasSpans = rows.some((row) => row.cells.some((cell) => (cell.columns ?? 1) > 1 || cell.rows))
  if (!bandLabel || hasSpans || count < 3 || sumOf(columns.map((one) => one.least)) <= width)
    return wholeTable(rows, columns, width, indent)
  let out = ''
  for (let from = 1; from < count; ) {
    let to = from + 1
    let used = (columns[0]?.least ?? 0) + (columns[from]?.least ?? 0)
    while (to < count && used + (columns[to]?.least ?? 0) <= width) {
      used += columns[to]?.least ?? 0
      to += 1
    }
    const band = rows.map(({ cells, isHead }) => ({ isHead, cells: [...cells.slice(0, 1), ...cells.slice(from, to)] }))
    const label = `<w:p><w:pPr><w:keepNext/></w:pPr>${runXml(bandLabel(from + 1, to))}</w:p>`
    out += label + wholeTable(band, [...columns.slice(0, 1), ...columns.slice(from, to)], width, indent)
    from = to
  }
  return out
}

function wholeTable(rows: readonly Row[], columns: readonly Column[], width: number, indent: number): string {
  const widths = columnWidths(columns, width)
  const lines = rows.map(({ cells, isHead }) => {
    let at = 0
    const inRow = cells.map((cell) => {
      const covered = cell.columns ?? 1
      const wide = sumOf(widths.slice(at, at + covered))
      at += covered
      return cellXml(cell, wide, isHead)
    })
    const head = isHead ? '<w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>' : ''
    return `<w:tr>${head}${inRow.join('')}</w:tr>`
  })
  const grid = widths.map((one) => `<w:gridCol w:w="${one}"/>`).join('')
  const place = indent === 0 ? '' : `<w:tblInd w:w="${indent}" w:type="dxa"/>`
  return (
    `<w:tbl><w:tblPr><w:tblStyle w:val="Grid"/><w:tblW w:w="${width}" w:type="dxa"/>${place}<w:tblLayout w:type="fixed"/></w:tblPr>` +
    // Two tables with nothing between them would become one.
    `<w:tblGrid>${grid}</w:tblGrid>${lines.join('')}</w:tbl>${gapXml}`
  )
}
