import {
  alignOf,
  type ColumnAlign,
  cellTexts,
  delimiterCell,
  findCells,
  isDelimiter,
  linePrefix,
} from '#shared/markdown/table.ts'
import { displayWidth } from './display-width.ts'

/** A Markdown table; its first row is the header. */
export interface TableModel {
  /** The prefix of each of its lines: whitespace, quote markers. */
  prefix: string
  rows: string[][]
  aligns: ColumnAlign[]
}

const canBeRow = (line: string) => line.includes('|') && line.trim() !== ''

/** Returns the first and last line, from 1, of the table around line `at`. `line` returns the text of a line. */
export function tableAround(
  line: (number: number) => string,
  count: number,
  at: number,
): { first: number; last: number } | undefined {
  if (!canBeRow(line(at))) return undefined
  let first = at
  while (first > 1 && canBeRow(line(first - 1))) first -= 1
  let last = at
  while (last < count && canBeRow(line(last + 1))) last += 1
  // text with a bar in it may be right above the header
  for (let head = first; head < last && head <= at; head += 1) {
    if (isDelimiter(line(head + 1)) && findCells(line(head)).length === findCells(line(head + 1)).length)
      return { first: head, last }
  }
  return undefined
}

/** Parses the lines of a table. */
export function readTable(lines: readonly string[]): TableModel {
  const [head = '', under = '', ...body] = lines
  const rows = [head, ...body].map(cellTexts)
  const width = Math.max(...rows.map(({ length }) => length))
  const aligns = cellTexts(under).map(alignOf)
  const full = <T>(list: T[], filler: T) => [...list, ...new Array<T>(Math.max(0, width - list.length)).fill(filler)]
  return { prefix: linePrefix(head), rows: rows.map((row) => full(row, '')), aligns: full<ColumnAlign>(aligns, '') }
}

function padded(text: string, width: number, align: ColumnAlign): string {
  const room = Math.max(0, width - displayWidth(text))
  if (align === 'right') return ' '.repeat(room) + text
  if (align === 'center') return ' '.repeat(room >> 1) + text + ' '.repeat(room - (room >> 1))
  return text + ' '.repeat(room)
}

/** A column wider than this is not padded: one long cell would push all others away. */
const widest = 80

/** Returns the lines of a table with its columns aligned for a fixed-width font. */
export function writeAligned({ prefix, rows, aligns }: TableModel): string[] {
  const widths = aligns.map((_, at) => Math.min(widest, Math.max(3, ...rows.map((row) => displayWidth(row[at] ?? '')))))
  const lineOf = (cells: string[]) => `${prefix}| ${cells.join(' | ')} |`
  const [head = [], ...body] = rows.map((row) =>
    lineOf(row.map((cell, at) => padded(cell, widths[at] ?? 3, aligns[at] ?? ''))),
  )
  return [String(head), lineOf(widths.map((width, at) => delimiterCell(aligns[at] ?? '', width))), ...body.map(String)]
}

/** A cell by its row, 0 being the header, and its column. */
export interface CellPosition {
  row: number
  column: number
}

/** An action on a table. */
export type TableAction =
  | 'align'
  | 'rowAbove'
  | 'rowBelow'
  | 'columnBefore'
  | 'columnAfter'
  | 'rowUp'
  | 'rowDown'
  | 'columnLeft'
  | 'columnRight'
  | 'deleteRow'
  | 'deleteColumn'
  | 'textLeft'
  | 'textCenter'
  | 'textRight'

const moved = <T>(list: readonly T[], from: number, to: number): T[] => {
  const rest = list.filter((_, at) => at !== from)
  const one = list[from]
  return one === undefined ? [...list] : [...rest.slice(0, to), one, ...rest.slice(to)]
}

const withNew = <T>(list: readonly T[], at: number, one: T): T[] => [...list.slice(0, at), one, ...list.slice(at)]

interface Done {
  table: TableModel
  place: CellPosition
}

const onColumns = (table: TableModel, change: <T>(list: readonly T[], filler: T) => T[]): TableModel => ({
  ...table,
  rows: table.rows.map((row) => change(row, '')),
  aligns: change<ColumnAlign>(table.aligns, ''),
})

/**
 * Returns the table after an action on a cell, and the cell to continue in; undefined when the action is not possible
 * there.
 */
export function applyTableAction(
  table: TableModel,
  { row, column }: CellPosition,
  action: TableAction,
): Done | undefined {
  const height = table.rows.length
  const width = table.aligns.length
  const empty = () => new Array<string>(width).fill('')
  const addRow = (at: number) => ({
    table: { ...table, rows: withNew(table.rows, at, empty()) },
    place: { row: at, column },
  })
  const addColumn = (at: number) => ({
    table: onColumns(table, (list, filler) => withNew(list, at, filler)),
    place: { row, column: at },
  })
  const moveRow = (to: number) =>
    row === 0 || to < 1 || to >= height
      ? undefined
      : { table: { ...table, rows: moved(table.rows, row, to) }, place: { row: to, column } }
  const moveColumn = (to: number) =>
    to < 0 || to >= width
      ? undefined
      : { table: onColumns(table, (list) => moved(list, column, to)), place: { row, column: to } }
  const setAlign = (align: ColumnAlign) => ({
    table: { ...table, aligns: table.aligns.map((had, at) => (at !== column ? had : had === align ? '' : align)) },
    place: { row, column },
  })
  switch (action) {
    case 'align':
      return { table, place: { row, column } }
    case 'rowAbove':
      return addRow(Math.max(1, row))
    case 'rowBelow':
      return addRow(row + 1)
    case 'columnBefore':
      return addColumn(column)
    case 'columnAfter':
      return addColumn(column + 1)
    case 'rowUp':
      return moveRow(row - 1)
    case 'rowDown':
      return moveRow(row + 1)
    case 'columnLeft':
      return moveColumn(column - 1)
    case 'columnRight':
      return moveColumn(column + 1)
    case 'deleteRow':
      if (row === 0) return undefined
      return {
        table: { ...table, rows: table.rows.filter((_, at) => at !== row) },
        place: { row: Math.min(row, height - 2), column },
      }
    case 'deleteColumn':
      if (width === 1) return undefined
      return {
        table: onColumns(table, (list) => list.filter((_, at) => at !== column)),
        place: { row, column: Math.min(column, width - 2) },
      }
    case 'textLeft':
      return setAlign('left')
    case 'textCenter':
      return setAlign('center')
    case 'textRight':
      return setAlign('right')
  }
}
