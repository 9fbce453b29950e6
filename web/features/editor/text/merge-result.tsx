import { useEffect, useRef } from 'react'
import { createSourceView, type SourceView, useSourceLabels } from '#web/features/editor/source/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import styles from './compare-dialog.module.css'

/** The editable result of a comparison. */
export function MergeResult(props: {
  start: string
  /** Receives the editor once it is ready. */
  onReady: (source: SourceView) => void
  onEdit: () => void
}) {
  const { start, onReady, onEdit } = props
  const { t } = useTranslation('page-editor')
  const words = useSourceLabels(t('merge.resultLabel'))
  const parent = useRef<HTMLDivElement>(null)
  const made = useRef<SourceView>(undefined)
  const latest = useRef({ words, onReady, onEdit })
  useEffect(() => {
    latest.current = { words, onReady, onEdit }
  })
  useEffect(() => {
    if (!parent.current) return
    const source = createSourceView(parent.current, {
      text: start,
      labels: latest.current.words,
      onChange: () => latest.current.onEdit(),
    })
    made.current = source
    latest.current.onReady(source)
    return source.destroy
  }, [start])
  const { label } = words
  // labels change with the language, as they did at the first load
  useEffect(() => made.current?.setLabels({ ...latest.current.words, label }), [label])
  return (
    <section className={styles.column} aria-label={t('merge.result')}>
      <h3 className={styles.head}>{t('merge.result')}</h3>
      <div ref={parent} className={styles.result} />
    </section>
  )
}
