import type { Area } from '#shared/spreadsheet/form.ts'

/** A cell by its row and column, from 0. */
export interface CellPosition {
  row: number
  column: number
}

/** The direction of a step. */
export type Direction = 'up' | 'down' | 'left' | 'right'

/** The parts of a sheet that decide where a key leads. */
export interface Layout {
  rows: number
  columns: number
  isHiddenRow: (row: number) => boolean
  isHiddenColumn: (column: number) => boolean
  /** Returns the merged area that a cell belongs to; undefined for a single cell. */
  mergedAt: (place: CellPosition) => Area | undefined
}

/** A selected cell: merged cells count as one. */
export interface SelectedCell {
  area: Area
  /** The row and column within the area along which further steps move. */
  lane: CellPosition
}

/** Returns the cell at a position, including the cells merged with it. */
export function cellAt(layout: Layout, lane: CellPosition): SelectedCell {
  const { row, column } = lane
  return { area: layout.mergedAt(lane) ?? { row: [row, row], column: [column, column] }, lane }
}

/** Returns the next visible row or column; undefined at the edge. */
function nextShown(from: number, count: number, step: 1 | -1, isHidden: (at: number) => boolean): number | undefined {
  for (let at = from + step; at >= 0 && at < count; at += step) if (!isHidden(at)) return at
  return undefined
}

/** Returns the adjacent cell, skipping hidden rows and columns. At the edge of the sheet it is the same cell. */
export function stepFrom(layout: Layout, from: SelectedCell, direction: Direction): SelectedCell {
  const { area, lane } = from
  const isBack = direction === 'up' || direction === 'left'
  const [side, step] = isBack ? ([0, -1] as const) : ([1, 1] as const)
  if (direction === 'up' || direction === 'down') {
    const row = nextShown(area.row[side], layout.rows, step, layout.isHiddenRow)
    return row === undefined ? from : cellAt(layout, { row, column: lane.column })
  }
  const column = nextShown(area.column[side], layout.columns, step, layout.isHiddenColumn)
  return column === undefined ? from : cellAt(layout, { row: lane.row, column })
}

/** Returns the visible rows or columns in a range. */
function shownIn([first, last]: Area['row'], isHidden: (at: number) => boolean): number[] {
  const shown: number[] = []
  for (let at = first; at <= last; at += 1) if (!isHidden(at)) shown.push(at)
  return shown
}

/**
 * Returns the next cell of a range: row by row, or column by column with `isDown`, wrapping from the last to the first.
 * Visits merged cells once and skips hidden ones.
 */
export function nextInRange(
  layout: Layout,
  range: Area,
  from: CellPosition,
  isDown: boolean,
  isBack: boolean,
): SelectedCell {
  const rows = shownIn(range.row, layout.isHiddenRow)
  const columns = shownIn(range.column, layout.isHiddenColumn)
  const count = rows.length * columns.length
  const across = isDown ? rows.length : columns.length
  const placeOf = (at: number): CellPosition => {
    const [long, short] = [Math.floor(at / across), at % across]
    const [row = from.row, column = from.column] = isDown ? [rows[short], columns[long]] : [rows[long], columns[short]]
    return { row, column }
  }
  const isFirstOf = ({ row, column }: CellPosition) => {
    const merged = layout.mergedAt({ row, column })
    if (!merged) return true
    const isFirst = (at: number, shown: number[], [first]: Area['row']) => at === shown.find((one) => one >= first)
    return isFirst(row, rows, merged.row) && isFirst(column, columns, merged.column)
  }
  const atOrAfter = (shown: number[], at: number) => {
    const found = shown.findIndex((one) => one >= at)
    return found < 0 ? shown.length - 1 : found
  }
  const [row, column] = [atOrAfter(rows, from.row), atOrAfter(columns, from.column)]
  let at = isDown ? column * across + row : row * across + column
  for (let tried = 0; tried < count; tried += 1) {
    at = (at + (isBack ? -1 : 1) + count) % count
    const place = placeOf(at)
    if (isFirstOf(place)) return cellAt(layout, place)
  }
  return cellAt(layout, from)
}

/** What determines how far a sheet is scrolled in one direction, in px. */
interface Scrolled {
  /** Where each row or column ends. */
  ends: readonly number[]
  /** The current scroll offset. */
  at: number
  /** The visible size of the sheet. */
  size: number
  /** The last frozen row or column; -1 for none. */
  frozen: number
}

/** The width in px of the bars at the right and lower edge. Source: the grid's own scrollToHighlightCell. */
const bar = 20

/** Returns the scroll offset in px that makes a range of rows or columns visible. */
export function scrollTo({ ends, at, size, frozen }: Scrolled, [first, last]: Area['row']): number {
  if (last <= frozen) return at
  const held = frozen < 0 ? 0 : (ends[frozen] ?? 0)
  const start = first === 0 ? 0 : (ends[first - 1] ?? 0)
  const end = ends[last] ?? start
  const isTooLarge = end - start > size - held - bar
  if (start - at < held || (isTooLarge && end - at > size - bar)) return Math.max(0, start - held)
  return end - at > size - bar ? end - size + bar : at
}
