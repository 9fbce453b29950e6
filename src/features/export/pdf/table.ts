import type { Flow } from './flow.ts'
import { drawLine, heightOf, type Inline, type Line, Paragraph } from './lines.ts'
import { colors } from './paper.ts'

/** A cell of a table. */
export interface TableCell {
  inlines: readonly Inline[]
  align: 'left' | 'center' | 'right'
  /** The number of columns that it covers. */
  columns?: number
  /** Whether it begins a cell of several rows, or continues the one above. */
  rows?: 'begin' | 'continue'
}

/** A row of a table. */
interface TableRow {
  cells: readonly TableCell[]
  isHead: boolean
}

const padding = { x: 5, y: 3.6 } as const
const leading = 13.5
// Only this many rows are measured for the widths of the columns.
const measuredRows = 300
/** The narrowest column that can be read; a table with more columns is cut into several. */
const narrowest = 34
/** A row up to this part of a page is not broken. */
const unbroken = 0.45

interface Column {
  min: number
  most: number
}

const columnsOf = (row: TableRow): number => row.cells.reduce((sum, cell) => sum + (cell.columns ?? 1), 0)

function measureColumns(flow: Flow, rows: readonly TableRow[], count: number): Column[] {
  const columns = Array.from({ length: count }, () => ({ min: 12, most: 16 }))
  for (const { cells } of rows.slice(0, measuredRows)) {
    let at = 0
    for (const cell of cells) {
      const column = columns[at]
      at += cell.columns ?? 1
      if (!column || (cell.columns ?? 1) > 1) continue
      const { narrowest: min, widest } = new Paragraph(cell.inlines, flow.paper.fonts).measure()
      column.min = Math.max(column.min, min + 2 * padding.x)
      column.most = Math.max(column.most, widest + 2 * padding.x)
    }
  }
  return columns
}

/** Returns the widths of columns that share a width: each at least its longest word, when there is room for that. */
function shareWidth(columns: readonly Column[], width: number): number[] {
  const sum = (of: (one: Column) => number) => columns.reduce((all, one) => all + of(one), 0)
  const most = sum((one) => one.most)
  if (most <= width) {
    const free = width - most
    return columns.map((one) => one.most + (free * one.most) / most)
  }
  // a long word does not take the room of everything else
  const cap = Math.max(width / columns.length, width * 0.3)
  const least = columns.map((one) => Math.min(one.min, cap))
  const leastSum = least.reduce((all, one) => all + one, 0)
  if (leastSum >= width) return least.map((one) => (one * width) / leastSum)
  // the rest by what is still missing; very long texts count less, or short columns would get nothing
  const wish = columns.map((one, at) => Math.sqrt(Math.max(0, Math.min(one.most, width * 2) - (least[at] ?? 0))))
  const wishes = wish.reduce((all, one) => all + one, 0) || 1
  let widths = least.map((one, at) => one + ((width - leastSum) * (wish[at] ?? 0)) / wishes)
  // what a column does not need goes to the others
  for (let round = 0; round < 4; round += 1) {
    const free = widths.reduce((all, one, at) => all + Math.max(0, one - (columns[at]?.most ?? one)), 0)
    if (free < 1) break
    const open = widths.filter((one, at) => one < (columns[at]?.most ?? 0)).length || 1
    widths = widths.map((one, at) => {
      const need = columns[at]?.most ?? one
      return one >= need ? need : one + free / open
    })
  }
  return widths
}

/** The smallest text of a table with many columns, as a part of its ordinary size. */
const smallest = 0.82

/** Returns rows with smaller texts. */
const scaled = (rows: readonly TableRow[], scale: number): TableRow[] =>
  rows.map(({ cells, isHead }) => ({
    isHead,
    cells: cells.map((cell) => ({
      ...cell,
      inlines: cell.inlines.map((one) =>
        one !== 'break' && 'text' in one
          ? { text: one.text, style: { ...one.style, size: one.style.size * scale } }
          : one,
      ),
    })),
  }))

/**
 * Places a table. One whose words do not fit side by side gets smaller texts; when that is not enough, it becomes
 * several, each with the first column.
 */
export function placeTable(
  flow: Flow,
  rows: readonly TableRow[],
  bandLabel?: (from: number, to: number) => string,
): void {
  const count = rows.reduce((most, row) => Math.max(most, columnsOf(row)), 0)
  if (count === 0) return
  const columns = measureColumns(flow, rows, count)
  const wanted = columns.map((one) => Math.max(narrowest, Math.min(one.min, flow.width * 0.3)))
  const all = wanted.reduce((sum, one) => sum + one, 0)
  const hasSpans = rows.some((row) => row.cells.some((cell) => (cell.columns ?? 1) > 1))
  if (all <= flow.width) return placeBand(flow, rows, columns)
  const small = scaled(rows, Math.max(smallest, flow.width / all))
  const smallColumns = measureColumns(flow, small, count)
  if (all * smallest <= flow.width || count < 3 || hasSpans) return placeBand(flow, small, smallColumns)
  const [first = narrowest] = wanted
  for (let from = 1; from < count; ) {
    let to = from + 1
    for (let width = first + (wanted[from] ?? 0); to < count; to += 1) {
      width += wanted[to] ?? 0
      if (width * smallest > flow.width) break
    }
    const band = small.map(({ cells, isHead }) => ({ isHead, cells: [...cells.slice(0, 1), ...cells.slice(from, to)] }))
    const label = bandLabel?.(from + 1, to)
    if (label) {
      const style = { family: 'sans', size: 8, color: colors.muted } as const
      flow.gap(8)
      flow.begin(60)
      flow.paragraph(new Paragraph([{ text: label, style }], flow.paper.fonts), { leading: 12 })
      flow.gap(2)
    }
    placeBand(flow, band, [...smallColumns.slice(0, 1), ...smallColumns.slice(from, to)])
    flow.gap(10)
    from = to
  }
}

interface LaidCell {
  lines: Line[]
  x: number
  width: number
  align: TableCell['align']
  continues: boolean
}

interface LaidRow {
  cells: LaidCell[]
  isHead: boolean
  height: number
}

const heightOfLines = (lines: readonly Line[]): number => lines.reduce((sum, line) => sum + heightOf(line, leading), 0)

function placeBand(flow: Flow, rows: readonly TableRow[], columns: readonly Column[]): void {
  const widths = shareWidth(columns, flow.width)
  const lay = (row: TableRow): LaidRow => {
    let at = 0
    let x = 0
    const cells = row.cells.map((cell) => {
      const columns = cell.columns ?? 1
      const width = widths.slice(at, at + columns).reduce((sum, one) => sum + one, 0)
      const paragraph = new Paragraph(cell.inlines, flow.paper.fonts)
      const lines = [...paragraph.lines(Math.max(8, width - 2 * padding.x))]
      const laid = { lines, x, width, align: cell.align, continues: cell.rows === 'continue' }
      at += columns
      x += width
      return laid
    })
    const height = cells.reduce((most, cell) => Math.max(most, heightOfLines(cell.lines)), leading) + 2 * padding.y
    return { cells, isHead: row.isHead, height }
  }
  const heads = rows.filter((row) => row.isHead).map(lay)
  const headHeight = heads.reduce((sum, one) => sum + one.height, 0)
  const repeats = headHeight > 0 && headHeight < flow.whole * 0.4
  const body = rows.filter((row) => !row.isHead)
  const right = widths.reduce((sum, one) => sum + one, 0)

  const topLine = () => flow.paper.line(flow.x, flow.y, flow.x + right, flow.y)
  const breakPage = () => {
    flow.newPage()
    topLine()
    if (repeats) for (const head of heads) placeRow(head)
  }
  const placeRow = (row: LaidRow) => {
    drawRow(
      flow,
      row,
      row.cells.map((cell) => cell.lines),
      row.height,
    )
  }
  const add = (row: LaidRow) => {
    const page = flow.whole - (repeats ? headHeight : 0)
    if (row.height <= flow.room + 0.5) return placeRow(row)
    if (row.height <= page * unbroken || (row.height <= page && flow.room < 60)) {
      breakPage()
      return placeRow(row)
    }
    splitRow(flow, row, breakPage)
  }

  const first = body[0] ? lay(body[0]) : undefined
  const firstHeight = first ? Math.min(first.height, flow.whole * 0.3) : 0
  flow.begin(Math.min(flow.whole * 0.6, headHeight + firstHeight))
  topLine()
  for (const head of heads) add(head)
  if (first) add(first)
  for (const row of body.slice(1)) add(lay(row))
}

/** Places a row that is broken over pages: as many lines of each cell as there is room for. */
function splitRow(flow: Flow, row: LaidRow, breakPage: () => void): void {
  const left = row.cells.map((cell) => [...cell.lines])
  while (left.some((lines) => lines.length > 0)) {
    const room = flow.room - 2 * padding.y
    const parts = left.map((lines) => {
      const part: Line[] = []
      let height = 0
      for (let line = lines[0]; line; line = lines[0]) {
        height += heightOf(line, leading)
        if (height > room && !(flow.room > flow.whole * 0.5 && part.length === 0)) break
        part.push(line)
        lines.shift()
      }
      return part
    })
    if (parts.every((part) => part.length === 0)) {
      breakPage()
      continue
    }
    const height = parts.reduce((most, part) => Math.max(most, heightOfLines(part)), leading) + 2 * padding.y
    drawRow(flow, row, parts, height)
    if (left.some((lines) => lines.length > 0)) breakPage()
  }
}

function drawRow(flow: Flow, row: LaidRow, parts: readonly Line[][], height: number): void {
  const { paper, x: left, y } = flow
  const bottom = y + height
  flow.drawMark(y + padding.y, leading)
  row.cells.forEach((cell, at) => {
    const x = left + cell.x
    if (row.isHead) paper.rect(x, y, cell.width, height, colors.shade)
    let lineY = y + padding.y
    for (const line of parts[at] ?? []) {
      const tall = heightOf(line, leading)
      const free = cell.width - 2 * padding.x - line.width
      const shift = cell.align === 'center' ? free / 2 : cell.align === 'right' ? free : 0
      drawLine(paper, line, x + padding.x + Math.max(0, shift), lineY, tall)
      lineY += tall
    }
    paper.line(x, y, x, bottom)
    paper.line(x, bottom, x + cell.width, bottom)
    if (cell.continues) paper.line(x + 0.5, y, x + cell.width - 0.5, y, '1 1 1', 1)
    if (at === row.cells.length - 1) paper.line(x + cell.width, y, x + cell.width, bottom)
  })
  flow.y = bottom
}
