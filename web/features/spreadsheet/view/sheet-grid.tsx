import { useEffect, useMemo, useRef } from 'react'
import { GridRow } from './grid-row.tsx'
import styles from './sheet-table.module.css'
import { columnName, type Sheet } from './sheets.ts'
import { type TrackSizes, toTrackSizes, trackSize, trackStart, tracksInView } from './track-sizes.ts'
import { useVisibleRange } from './use-visible-range.ts'

/** Default sizes in px. Source: specification 9, x-spreadsheet. */
const usual = { row: 25, column: 100 }
/** Sizes of the column header and the row header, in px. */
const bar = { top: 25, left: 48 }

const numbersFrom = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)

/** Returns the rows that have a cell spanning rows below, each with the last row it spans. */
function tallRows(sheet: Sheet): [row: number, until: number][] {
  return [...sheet.cells].flatMap(([row, cells]): [number, number][] => {
    const down = Math.max(0, ...Array.from(cells.values(), ({ span }) => span[0]))
    return down > 0 ? [[row, row + down]] : []
  })
}

function Letters({ columns, axis }: { columns: readonly number[]; axis: TrackSizes }) {
  return (
    <div role="row" aria-rowindex={1} className={styles.letters}>
      <div role="columnheader" aria-colindex={1} className={styles.corner} style={{ width: bar.left }} />
      {columns.map((column) => (
        <div
          key={column}
          role="columnheader"
          aria-colindex={column + 2}
          className={styles.letter}
          style={{ left: bar.left + trackStart(axis, column), width: trackSize(axis, column) }}
        >
          {columnName(column)}
        </div>
      ))}
    </div>
  )
}

/** A sheet of any size: only the visible part is drawn; the headers and the frozen rows stay in place. */
export function SheetGrid(props: {
  sheet: Sheet
  label: string
  /** The cell to open at. */
  hit: { row: number; column: number } | undefined
}) {
  const { sheet, label, hit } = props
  const box = useRef<HTMLDivElement>(null)
  const sight = useVisibleRange(box)
  const rows = useMemo(() => toTrackSizes(sheet.rows, usual.row, sheet.heights), [sheet])
  const columns = useMemo(() => toTrackSizes(sheet.columns, usual.column, sheet.widths), [sheet])
  const tall = useMemo(() => tallRows(sheet), [sheet])
  useEffect(() => {
    if (!hit || !box.current) return
    box.current.scrollTop = Math.max(0, trackStart(rows, hit.row) - 100)
    box.current.scrollLeft = Math.max(0, trackStart(columns, hit.column) - 100)
  }, [hit, rows, columns])
  const frozen = Math.min(sheet.frozen, sheet.rows)
  const [firstRow, endRow] = tracksInView(rows, sight.top, sight.height)
  const [firstColumn, endColumn] = tracksInView(columns, sight.left, sight.width)
  const shownColumns = numbersFrom(firstColumn, endColumn)
  const above = tall.filter(([row, until]) => row < firstRow && until >= firstRow).map(([row]) => row)
  const shownRows = [...above, ...numbersFrom(firstRow, endRow)].filter((row) => row >= frozen)
  const parts = { sheet, hit, rows, columns, barWidth: bar.left, range: [firstColumn, endColumn] as const }
  const size = { width: bar.left + trackStart(columns, sheet.columns), height: bar.top + trackStart(rows, sheet.rows) }
  return (
    // a scrolling box must be reachable by keyboard
    <div ref={box} className={styles.box} tabIndex={0} role="group" aria-label={label}>
      <div
        role="table"
        aria-label={label}
        aria-rowcount={sheet.rows + 1}
        aria-colcount={sheet.columns + 1}
        style={size}
      >
        <div role="rowgroup" className={styles.top}>
          <Letters columns={shownColumns} axis={columns} />
          {numbersFrom(0, frozen).map((row) => (
            <GridRow key={row} {...parts} row={row} top={bar.top + trackStart(rows, row)} />
          ))}
        </div>
        <div role="rowgroup">
          {shownRows.map((row) => (
            <GridRow key={row} {...parts} row={row} top={bar.top + trackStart(rows, row)} />
          ))}
        </div>
      </div>
    </div>
  )
}
