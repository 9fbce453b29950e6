import type { Area } from '#sheet/form.ts'

/** A cell by its row and column, from 0. */
export interface CellPosition {
  row: number
  column: number
}

/** Where a step can lead. */
export type Direction = 'up' | 'down' | 'left' | 'right'

/** What of a sheet decides where a key leads. */
export interface Layout {
  rows: number
  columns: number
  isHiddenRow: (row: number) => boolean
  isHiddenColumn: (column: number) => boolean
  /** The merged cells that a place belongs to; undefined for a single cell. */
  mergedAt: (place: CellPosition) => Area | undefined
}

/** A chosen cell: merged cells are one. */
export interface SelectedCell {
  area: Area
  /** The row and column inside of the area along which further steps go. */
  lane: CellPosition
}

/** The cell at a place, with the cells it is merged with. */
export function cellAt(layout: Layout, lane: CellPosition): SelectedCell {
  const { row, column } = lane
  return { area: layout.mergedAt(lane) ?? { row: [row, row], column: [column, column] }, lane }
}

/** The next row or column that shows; undefined at the edge. */
function nextShown(from: number, count: number, step: 1 | -1, isHidden: (at: number) => boolean): number | undefined {
  for (let at = from + step; at >= 0 && at < count; at += step) if (!isHidden(at)) return at
  return undefined
}

/** The cell beside another: hidden rows and columns are passed over. At the edge of the sheet it is the same one. */
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

/** The rows or columns from one to another that show. */
function shownIn([first, last]: Area['row'], isHidden: (at: number) => boolean): number[] {
  const shown: number[] = []
  for (let at = first; at <= last; at += 1) if (!isHidden(at)) shown.push(at)
  return shown
}

/**
 * The next cell of a range: row by row, or column by column with `isDown`, from the last one to the first again. Merged
 * cells come once, hidden ones never.
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

/** What of one direction decides how far a sheet is scrolled, in px. */
export interface Scrolled {
  /** Where each row or column ends. */
  ends: readonly number[]
  /** How far it is scrolled now. */
  at: number
  /** How much of the sheet is in sight. */
  size: number
  /** The last row or column that is frozen; -1 for none. */
  frozen: number
}

/** px for the bars at the right and lower edge. Source: the grid's own scrollToHighlightCell. */
const bar = 20

/** How far to scroll so that the rows or columns from one to another are in sight, in px. */
export function scrollTo({ ends, at, size, frozen }: Scrolled, [first, last]: Area['row']): number {
  if (last <= frozen) return at
  const held = frozen < 0 ? 0 : (ends[frozen] ?? 0)
  const start = first === 0 ? 0 : (ends[first - 1] ?? 0)
  const end = ends[last] ?? start
  const isTooLarge = end - start > size - held - bar
  if (start - at < held || (isTooLarge && end - at > size - bar)) return Math.max(0, start - held)
  return end - at > size - bar ? end - size + bar : at
}
