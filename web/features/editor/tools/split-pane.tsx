import type { ReactNode } from 'react'
import { MarkdownBody } from '#web/features/page/markdown/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { tableStart } from './markdown-table.ts'
import styles from './page-helpers.module.css'

/** Shows input and output side by side; one below the other where there is little room. */
export function SplitPane({ left, right }: { left: ReactNode; right: ReactNode }) {
  return (
    <div className={styles.panes}>
      <div className={styles.pane}>{left}</div>
      <div className={styles.pane}>{right}</div>
    </div>
  )
}

/** Previews the output as readers will see it in the page. */
export function HelperPreview({ markdown, empty, busy }: { markdown: string; empty: string; busy?: boolean }) {
  const { t } = useTranslation('page-helpers')
  return (
    <div className={styles.field}>
      <span className={styles.label}>{t('preview.label')}</span>
      {/* scrollable content must be reachable by keyboard */}
      <section className={styles.preview} tabIndex={0} aria-label={t('preview.label')} aria-busy={busy || undefined}>
        {markdown ? <MarkdownBody text={markdown} mode="preview" /> : <p className={styles.hint}>{empty}</p>}
      </section>
    </div>
  )
}

/** The preview of one Markdown table: its first rows, and the number of rows. */
export function TablePreview({ markdown, empty }: { markdown: string; empty: string }) {
  const { t } = useTranslation('page-helpers')
  const start = tableStart(markdown)
  return (
    <>
      <HelperPreview markdown={start.markdown} empty={empty} />
      {markdown !== start.markdown && (
        <p className={styles.hint}>
          {t('preview.rows', { count: start.rows, shown: start.markdown.split('\n').length - 2 })}
        </p>
      )}
    </>
  )
}
