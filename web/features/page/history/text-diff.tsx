import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { countChanges, splitLines } from '#shared/text-diff/lines.ts'
import { formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryValue, useFetch } from '#web/lib/query.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { OkIcon } from '#web/ui/icons.ts'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { computeDiff } from './atoms.ts'
import { unpackRanges } from './compare-lines.ts'
import { DiffBar, useChanges } from './diff-bar.tsx'
import styles from './diff-rows.module.css'
import { type ShownLine, shownLine } from './line-text.ts'
import { type BothSides, buildDiffRows, changeStarts, type Row } from './rows.ts'
import type { DiffOptions } from './use-diff-address.ts'

/** How many rows are rendered and removed together while scrolling. */
const blockRows = 100

/** The height of a row of one line, in px. */
const rowHeight = 22

/** The distance from the viewport within which rows are rendered, in px. */
const near = '1200px 0px'

interface BlockProps {
  /** The index of its first row. */
  first: number
  rows: readonly Row[]
  lines: BothSides
  split: boolean
  ignoreSpace: boolean
  wanted: { row: number } | undefined
  current: number
  onOpen: (range: number) => void
}

type Side = 'old' | 'new'

const signs = { old: '−', new: '+' } as const

function Left({ count }: { count: number }) {
  const { t } = useTranslation('page-history')
  if (count === 0) return null
  return <span className={styles.left}>{t('diff.left', { count, letters: formatCount(count) })}</span>
}

function LineText({ shown, changed }: { shown: ShownLine; changed: boolean }) {
  return (
    <span className={styles.text}>
      <Left count={shown.leftBefore} />
      {shown.marks.map((mark, at) => (
        // the parts of a line have no identity other than their position
        <span key={at} className={changed && mark.changed ? styles.word : undefined}>
          {mark.text}
        </span>
      ))}
      <Left count={shown.leftAfter} />
    </span>
  )
}

/** A line of one side with its number and sign; empty where that side has none. */
function Cell(props: { line: number; side: Side; shown: ShownLine | undefined; changed: boolean }) {
  const { line, side, shown, changed } = props
  const { t } = useTranslation('page-history')
  if (!shown) return <div className={styles.cell} data-none="" />
  return (
    <div className={styles.cell} data-mark={changed ? side : undefined}>
      <span className={styles.number} data-number={line + 1} aria-hidden="true" />
      <span className={styles.sign} data-sign={changed ? signs[side] : ''} aria-hidden="true" />
      {changed && <span className="visually-hidden">{t(`side.${side}`)}</span>}
      <LineText shown={shown} changed={changed} />
    </div>
  )
}

interface RowProps {
  at: number
  row: Row
  lines: BothSides
  split: boolean
  ignoreSpace: boolean
  isCurrent: boolean
  onOpen: (range: number) => void
}

function RowOf({ at, row, lines, split, ignoreSpace, isCurrent, onOpen }: RowProps) {
  const { t } = useTranslation('page-history')
  if (row.kind === 'fold') {
    return (
      <button type="button" className={styles.fold} onClick={() => onOpen(row.range)}>
        {t('diff.unchanged', { count: row.count, lines: formatCount(row.count) })}
      </button>
    )
  }
  const changed = row.kind === 'changed'
  const partner = changed ? row.partner : -1
  const textOf = (side: Side): ShownLine | undefined => {
    const line = lines[side][row[side]]
    if (line === undefined) return undefined
    const other: Side = side === 'old' ? 'new' : 'old'
    const neighbour = changed ? lines[other][split ? row[other] : partner] : undefined
    return shownLine(line, neighbour, side, ignoreSpace)
  }
  if (split) {
    return (
      <div className={styles.row} data-row={at} data-current={isCurrent || undefined}>
        <Cell line={row.old} side="old" shown={textOf('old')} changed={changed} />
        <Cell line={row.new} side="new" shown={textOf('new')} changed={changed} />
      </div>
    )
  }
  const side: Side = row.new >= 0 ? 'new' : 'old'
  return (
    <div className={styles.row} data-row={at} data-current={isCurrent || undefined}>
      <Cell line={row[side]} side={side} shown={textOf(side)} changed={changed} />
    </div>
  )
}

/** One row of a comparison: a line of each side, or of one side, or the folded lines. */
const DiffRow = memo(RowOf)

/** Some rows of a comparison; empty, with its former height, while they are far from the viewport. */
function Block({ first, rows, lines, split, ignoreSpace, wanted, current, onOpen }: BlockProps) {
  const box = useRef<HTMLDivElement>(null)
  // its height while it is not rendered; undefined while it is
  const [height, setHeight] = useState(first === 0 ? undefined : rows.length * rowHeight)
  const [requested, setRequested] = useState(wanted)
  if (requested !== wanted) {
    setRequested(wanted)
    if (wanted && wanted.row >= first && wanted.row < first + rows.length) setHeight(undefined)
  }
  useLayoutEffect(() => {
    const node = box.current
    if (!node) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry) setHeight(entry.isIntersecting ? undefined : entry.boundingClientRect.height)
      },
      { rootMargin: near },
    )
    observer.observe(node)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={box} className={styles.block} style={height === undefined ? undefined : { height }}>
      {height === undefined &&
        rows.map((row, at) => (
          <DiffRow
            // rows have no identity other than their position
            key={first + at}
            at={first + at}
            row={row}
            lines={lines}
            split={split}
            ignoreSpace={ignoreSpace}
            isCurrent={row.kind === 'changed' && row.change === current}
            onOpen={onOpen}
          />
        ))}
    </div>
  )
}

/** Some rows of a comparison, rendered while they are near the viewport. */
const DiffBlock = memo(Block)

/** The rows of a comparison. Only those near the viewport are rendered, so that their number does not matter. */
function DiffRows(props: {
  rows: readonly Row[]
  lines: BothSides
  split: boolean
  ignoreSpace: boolean
  /** The row to scroll to; a new object each time. */
  wanted: { row: number } | undefined
  /** The current change. */
  current: number
  onOpen: (range: number) => void
}) {
  const { rows, lines, split, ignoreSpace, wanted, current, onOpen } = props
  const { t } = useTranslation('page-history')
  const root = useRef<HTMLElement>(null)
  const blocks = useMemo(
    () =>
      Array.from({ length: Math.ceil(rows.length / blockRows) }, (_, at) => ({
        first: at * blockRows,
        rows: rows.slice(at * blockRows, (at + 1) * blockRows),
      })),
    [rows],
  )
  useEffect(() => {
    if (!wanted) return
    // the block that contains the row is rendered by now
    root.current?.querySelector(`[data-row="${wanted.row}"]`)?.scrollIntoView({ block: 'center' })
  }, [wanted])
  const digits = String(Math.max(lines.old.length, lines.new.length)).length
  useLayoutEffect(() => root.current?.style.setProperty('--digits', `${digits + 1}ch`), [digits])
  return (
    <section ref={root} className={styles.rows} data-split={split || undefined} aria-label={t('diff.lines')}>
      {blocks.map((block) => (
        <DiffBlock
          key={block.first}
          first={block.first}
          rows={block.rows}
          lines={lines}
          split={split}
          ignoreSpace={ignoreSpace}
          wanted={wanted}
          current={current}
          onOpen={onOpen}
        />
      ))}
    </section>
  )
}

/** Compares two texts by lines. */
export function TextDiff(props: {
  old: string
  next: string
  look: DiffOptions
  /** Whether there is room for two columns. */
  canSplit: boolean
  onLook: (name: keyof DiffOptions, value: boolean) => void
}) {
  const { old, next, look: options, canSplit, onLook: onOptions } = props
  const { split, onlyChanges, ignoreSpace } = options
  const { t } = useTranslation('page-history')
  const [result, again] = useFetch(String(ignoreSpace), (signal) => computeDiff(old, next, ignoreSpace, signal))
  const numbers = queryValue(result)
  const ranges = useMemo(() => (numbers ? unpackRanges(numbers) : undefined), [numbers])
  const lines = useMemo(() => ({ old: splitLines(old), new: splitLines(next) }), [old, next])
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const rows = useMemo(
    () => (ranges ? buildDiffRows(ranges, { split, onlyChanges, open }) : []),
    [ranges, split, onlyChanges, open],
  )
  const starts = useMemo(() => changeStarts(rows), [rows])
  const [wanted, setWanted] = useState<{ row: number }>()
  const { current, ...steps } = useChanges(starts.length, (change) => setWanted({ row: starts[change] ?? 0 }))
  const isSame = ranges?.every(({ same }) => same)
  return (
    <>
      <DiffBar
        counts={ranges && countChanges(ranges)}
        changes={starts.length}
        current={current}
        onNext={steps.next}
        onPrevious={steps.previous}
      >
        {canSplit && <Switch label={t('look.split')} checked={split} onChecked={(on) => onOptions('split', on)} />}
        <Switch label={t('look.onlyChanges')} checked={onlyChanges} onChecked={(on) => onOptions('onlyChanges', on)} />
        <Switch label={t('look.ignoreSpace')} checked={ignoreSpace} onChecked={(on) => onOptions('ignoreSpace', on)} />
      </DiffBar>
      <QueryBoundary result={result} onRetry={again} failed={t('diff.failed')}>
        {() =>
          isSame ? (
            <EmptyState
              icon={<OkIcon data-size="32" />}
              text={t(ignoreSpace && old !== next ? 'diff.onlySpace' : 'diff.same')}
            />
          ) : (
            <DiffRows
              rows={rows}
              lines={lines}
              split={split}
              ignoreSpace={ignoreSpace}
              wanted={wanted}
              current={current}
              onOpen={(range) => setOpen(new Set([...open, range]))}
            />
          )
        }
      </QueryBoundary>
    </>
  )
}
