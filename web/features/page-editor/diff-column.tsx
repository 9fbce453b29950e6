import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import styles from './compare-dialog.module.css'
import type { DiffPart } from './merge.ts'

/** Unchanged lines that stay in sight around a difference. */
const around = 3

interface Shown {
  id: string
  kind: 'line' | 'own' | 'gap'
  lines: string[]
}

function shownParts(parts: DiffPart[], side: 'mine' | 'theirs', open: ReadonlySet<string>): Shown[] {
  return parts.flatMap(({ kind, lines }, at): Shown[] => {
    const id = String(at)
    if (kind === side) return [{ id, kind: 'own', lines }]
    if (kind !== 'same') return []
    if (open.has(id) || lines.length <= around * 2 + 2) return [{ id, kind: 'line', lines }]
    const head = at === 0 ? 0 : around
    const tail = at === parts.length - 1 ? 0 : around
    return [
      { id: `${id}a`, kind: 'line', lines: lines.slice(0, head) },
      { id, kind: 'gap', lines: lines.slice(head, lines.length - tail) },
      { id: `${id}b`, kind: 'line', lines: lines.slice(lines.length - tail) },
    ]
  })
}

/** One text of a comparison: its own lines are marked, long unchanged passages folded. */
export function DiffColumn({ label, side, parts }: { label: string; side: 'mine' | 'theirs'; parts: DiffPart[] }) {
  const { t } = useTranslation('page-editor')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const sign = side === 'mine' ? '+' : '−'
  return (
    <div className={styles.column}>
      <h3 className={styles.head}>{label}</h3>
      {/* what scrolls must be reachable by keyboard */}
      <section className={styles.lines} tabIndex={0} aria-label={label}>
        {shownParts(parts, side, open).map(({ id, kind, lines }) =>
          kind === 'gap' ? (
            <button key={id} type="button" className={styles.gap} onClick={() => setOpen(new Set([...open, id]))}>
              {t('merge.unchanged', { count: lines.length })}
            </button>
          ) : (
            <div key={id} className={styles.part} data-kind={kind} data-side={side}>
              {kind === 'own' && <span className="visually-hidden">{t('merge.only')}</span>}
              {lines.map((line, at) => (
                // lines have no name but their place
                <div key={at} className={styles.line} data-sign={kind === 'own' ? sign : ' '}>
                  {line || ' '}
                </div>
              ))}
            </div>
          ),
        )}
      </section>
    </div>
  )
}
