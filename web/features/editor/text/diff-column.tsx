import { useMemo, useState } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import styles from './compare-dialog.module.css'
import { buildDiffSections, type DiffSection } from './diff-sections.ts'
import type { DiffPart } from './merge.ts'

function Lines({ shown, side, sign }: { shown: DiffSection; side: 'mine' | 'theirs'; sign: string }) {
  const { t } = useTranslation('page-editor')
  const { kind, lines, from, marks } = shown
  return (
    <div className={styles.part} data-kind={kind} data-side={side} data-from={from}>
      {kind === 'own' && <span className="visually-hidden">{t('merge.only')}</span>}
      {lines.map((line, at) => (
        // lines have no identity other than their position
        <div key={at} className={styles.line} data-sign={kind === 'own' ? sign : ' '}>
          {marks?.[at]?.map((mark, place) => (mark.changed ? <mark key={place}>{mark.text}</mark> : mark.text)) ??
            (line || ' ')}
        </div>
      ))}
    </div>
  )
}

/** Shows one text of a comparison: its own lines and words are marked, long unchanged passages are folded. */
export function DiffColumn(props: { label: string; side: 'mine' | 'theirs'; parts: readonly DiffPart[] }) {
  const { label, side, parts } = props
  const { t } = useTranslation('page-editor')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const shown = useMemo(() => buildDiffSections(parts, side, open), [parts, side, open])
  const sign = side === 'mine' ? '+' : '−'
  return (
    <div className={styles.column}>
      <h3 className={styles.head}>{label}</h3>
      {/* scrollable content must be reachable by keyboard */}
      <section className={styles.lines} tabIndex={0} aria-label={label} data-column={side}>
        {shown.map((one) =>
          one.kind === 'gap' ? (
            <button
              key={`gap${one.id}`}
              type="button"
              className={styles.gap}
              data-from={one.from}
              onClick={() => setOpen(new Set([...open, one.id]))}
            >
              {t('merge.folded', { count: one.lines.length, lines: formatCount(one.lines.length) })}
            </button>
          ) : (
            <Lines key={one.id} shown={one} side={side} sign={sign} />
          ),
        )}
      </section>
    </div>
  )
}
