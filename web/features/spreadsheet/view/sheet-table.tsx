import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { readBook } from '#shared/spreadsheet/form.ts'
import { formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSearchParams } from '#web/lib/route.ts'
import { type FoundCell, findCell } from '#web/lib/spreadsheet/find.ts'
import { usePrinting } from '#web/lib/use-print.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SheetItemIcon } from '#web/ui/icons.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { cellStyle } from './cell-style.ts'
import { getPrintLayout } from './print-layout.ts'
import styles from './sheet-table.module.css'
import { type Cell, columnName, parseSheets, type Sheet } from './sheets.ts'
import { type TrackSizes, toTrackSizes, trackSize, trackStart, tracksInView } from './track-sizes.ts'

/** A sheet for paper: a plain table of the visible rows and columns, with the frozen rows repeated on each page. */
function PrintSheet({ sheet }: { sheet: Sheet }) {
  const { t } = useTranslation('sheet-table')
  const { rows, frozen, isCut } = getPrintLayout(sheet)
  const lines = rows.map(({ row, cells }) => (
    <tr key={row}>
      {cells.map(({ column, cell, rowSpan, colSpan }) => (
        <td key={column} rowSpan={rowSpan} colSpan={colSpan} style={cell && cellStyle(cell)}>
          {cell?.text}
        </td>
      ))}
    </tr>
  ))
  return (
    <>
      <table className={styles.paper}>
        <caption>{sheet.name}</caption>
        <thead>{lines.slice(0, frozen)}</thead>
        <tbody>{lines.slice(frozen)}</tbody>
      </table>
      {isCut && <p>{t('paperCut', { rows: formatCount(rows.length) })}</p>}
    </>
  )
}

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

function ColumnNames({ columns, axis }: { columns: readonly number[]; axis: TrackSizes }) {
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

/** The visible part of a scrolling box, in px. */
interface VisibleRange {
  left: number
  top: number
  width: number
  height: number
}

/** Returns the visible part of `box`; the component renders again when it scrolls. */
function useVisibleRange(box: RefObject<HTMLElement | null>): VisibleRange {
  const [visibleRange, setRange] = useState<VisibleRange>({ left: 0, top: 0, width: 1200, height: 800 })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => {
      const { scrollLeft: left, scrollTop: top, clientWidth: width, clientHeight: height } = element
      setRange({ left, top, width, height })
    }
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      watch.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [box])
  return visibleRange
}

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

const space: Cell = { text: '', span: [0, 0], look: undefined, side: 'left', isFormula: false }

/** Returns the cells of a row that reach into the columns `from` up to `to`, including empty ones. */
function cellsIn(known: ReadonlyMap<number, Cell> | undefined, from: number, to: number): [number, Cell][] {
  const found: [number, Cell][] = []
  for (const [column, cell] of known ?? []) {
    if (column < from && column + cell.span[1] >= from) found.push([column, cell])
  }
  for (let column = Math.max(from, ...found.map(([at, { span }]) => at + span[1] + 1)); column < to; column++) {
    const cell = known?.get(column) ?? space
    found.push([column, cell])
    column += cell.span[1]
  }
  return found
}

/** One row: its number and its visible cells. */
function GridRow({ sheet, rows, columns, row, top, barWidth, hit, range: [from, to] }: Props) {
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

/** A sheet of any size: only the visible part is drawn; the headers and the frozen rows stay in place. */
function SheetGrid(props: {
  sheet: Sheet
  label: string
  /** The cell to open at. */
  hit: { row: number; column: number } | undefined
}) {
  const { sheet, label, hit } = props
  const box = useRef<HTMLDivElement>(null)
  const visible = useVisibleRange(box)
  const rows = useMemo(() => toTrackSizes(sheet.rows, usual.row, sheet.heights), [sheet])
  const columns = useMemo(() => toTrackSizes(sheet.columns, usual.column, sheet.widths), [sheet])
  const tall = useMemo(() => tallRows(sheet), [sheet])
  useEffect(() => {
    if (!hit || !box.current) return
    box.current.scrollTop = Math.max(0, trackStart(rows, hit.row) - 100)
    box.current.scrollLeft = Math.max(0, trackStart(columns, hit.column) - 100)
  }, [hit, rows, columns])
  const frozen = Math.min(sheet.frozen, sheet.rows)
  const [firstRow, endRow] = tracksInView(rows, visible.top, visible.height)
  const [firstColumn, endColumn] = tracksInView(columns, visible.left, visible.width)
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
          <ColumnNames columns={shownColumns} axis={columns} />
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

function OneSheet({ sheet, title, hit }: { sheet: Sheet; title: string; hit: FoundCell | undefined }) {
  const { t } = useTranslation('sheet-table')
  const isPaper = usePrinting()
  if (sheet.rows === 0) return <EmptyState icon={<SheetItemIcon data-size="32" />} text={t('empty')} />
  if (isPaper) return <PrintSheet sheet={sheet} />
  const hidden = [...sheet.heights].filter(([row, height]) => height === 0 && row < sheet.rows).length
  return (
    <>
      <SheetGrid key={sheet.name} sheet={sheet} label={`${title} · ${sheet.name}`} hit={hit} />
      <p className={styles.size}>
        {t('rows', { count: sheet.rows, shown: formatCount(sheet.rows) })}
        {' × '}
        {t('columns', { count: sheet.columns, shown: formatCount(sheet.columns) })}
        {hidden > 0 && ` · ${t('hidden', { count: hidden })}`}
      </p>
    </>
  )
}

/** A read-only spreadsheet: its sheets as tables of any size, each with its own scrolling. */
export function SheetTable({ content, title }: { content: string; title: string }) {
  const { t } = useTranslation('sheet-table')
  const isPaper = usePrinting()
  const [query, setQuery] = useSearchParams()
  const sheets = useMemo(() => parseSheets(content), [content])
  const words = query.get('hit')
  const hit = useMemo(() => {
    const book = words ? readBook(content) : undefined
    return words && book?.kind === 'book' ? findCell(book.sheets, words) : undefined
  }, [content, words])
  if (!sheets) return <EmptyState icon={<SheetItemIcon data-size="32" />} text={t('unreadable')} />
  const [first] = sheets
  if (!first) return <EmptyState icon={<SheetItemIcon data-size="32" />} text={t('empty')} />
  if (sheets.length === 1) return <OneSheet sheet={first} title={title} hit={hit} />
  const at = Number(query.get('sheet') ?? (hit?.sheet ?? 0) + 1) - 1
  const chosen = sheets[at] ?? first
  const chosenHit = hit && sheets[hit.sheet] === chosen ? hit : undefined
  if (isPaper) return <OneSheet sheet={chosen} title={title} hit={chosenHit} />
  const tabs = sheets.map(({ name }, place) => ({ id: String(place + 1), label: name }))
  const choose = (sheet: string) => setQuery(sheet === '1' && !words ? {} : { sheet }, { replace: true })
  return (
    <Tabs label={t('sheets')} tabs={tabs} value={sheets[at] ? String(at + 1) : '1'} onValue={choose}>
      <OneSheet sheet={chosen} title={title} hit={chosenHit} />
    </Tabs>
  )
}
