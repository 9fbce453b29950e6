import { cellStyle } from './cell-style.ts'
import styles from './sheet-table.module.css'
import type { Cell, Sheet } from './sheets.ts'
import { type TrackSizes, trackSize, trackStart } from './track-sizes.ts'

interface Props {
  sheet: Sheet
  rows: TrackSizes
  columns: TrackSizes
  row: number
  /** Distance from the top in px. */
  top: number
  barWidth: number
  /** The visible columns. */
  range: readonly [from: number, to: number]
  /** The cell that was searched for. */
  hit: { row: number; column: number } | undefined
}

const blank: Cell = { text: '', span: [0, 0], look: undefined, side: 'left', isFormula: false }

/** Returns the cells of a row that reach into the columns `from` up to `to`, including empty ones. */
function cellsIn(known: ReadonlyMap<number, Cell> | undefined, from: number, to: number): [number, Cell][] {
  const found: [number, Cell][] = []
  for (const [column, cell] of known ?? []) {
    if (column < from && column + cell.span[1] >= from) found.push([column, cell])
  }
  for (let column = Math.max(from, ...found.map(([at, { span }]) => at + span[1] + 1)); column < to; column++) {
    const cell = known?.get(column) ?? blank
    found.push([column, cell])
    column += cell.span[1]
  }
  return found
}

/** One row: its number and its visible cells. */
export function GridRow({ sheet, rows, columns, row, top, barWidth, hit, range: [from, to] }: Props) {
  const height = trackSize(rows, row)
  if (height === 0) return null
  return (
    <div role="row" aria-rowindex={row + 2} className={styles.row} style={{ top, height }}>
      <div role="rowheader" aria-colindex={1} className={styles.number} style={{ width: barWidth }}>
        {row + 1}
      </div>
      {cellsIn(sheet.cells.get(row), from, to).map(([column, cell]) => (
        <div
          key={column}
          role="cell"
          aria-colindex={column + 2}
          className={styles.cell}
          data-formula={cell.isFormula || undefined}
          data-hit={(hit?.row === row && hit.column === column) || undefined}
          data-merged={cell.span[0] + cell.span[1] > 0 || undefined}
          style={{
            left: barWidth + trackStart(columns, column),
            width: trackSize(columns, column, cell.span[1]),
            height: trackSize(rows, row, cell.span[0]),
            ...cellStyle(cell),
          }}
        >
          {cell.text}
        </div>
      ))}
    </div>
  )
}
