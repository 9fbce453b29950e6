import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { DiffBlock } from './diff-block.tsx'
import styles from './diff-rows.module.css'
import type { BothSides, Row } from './rows.ts'

/** How many rows are rendered and removed together while scrolling. */
const blockRows = 100

/** The rows of a comparison. Only those near the viewport are rendered, so that their number does not matter. */
export function DiffRows(props: {
  rows: readonly Row[]
  lines: BothSides
  split: boolean
  ignoreSpace: boolean
  /** The row to scroll to; a new object each time. */
  wanted: { row: number } | undefined
  /** The current change. */
  current: number
  onOpen: (stretch: number) => void
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
