import { memo } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import styles from './diff-rows.module.css'
import { type ShownLine, shownLine } from './line-text.ts'
import type { BothSides, Row } from './rows.ts'

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
  onOpen: (stretch: number) => void
}

function RowOf({ at, row, lines, split, ignoreSpace, isCurrent, onOpen }: RowProps) {
  const { t } = useTranslation('page-history')
  if (row.kind === 'fold') {
    return (
      <button type="button" className={styles.fold} onClick={() => onOpen(row.stretch)}>
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
    const beside = changed ? lines[other][split ? row[other] : partner] : undefined
    return shownLine(line, beside, side, ignoreSpace)
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
export const DiffRow = memo(RowOf)
