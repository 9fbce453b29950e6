import type { ReactNode } from 'react'
import { MarkdownBody } from '#web/features/markdown/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { tableStart } from './markdown-table.ts'
import styles from './page-helpers.module.css'

/** What goes in, beside what comes out of it; below one another where there is little room. */
export function SplitPane({ left, right }: { left: ReactNode; right: ReactNode }) {
  return (
    <div className={styles.panes}>
      <div className={styles.pane}>{left}</div>
      <div className={styles.pane}>{right}</div>
    </div>
  )
}

/** What will stand in the page, as its readers will see it. */
export function HelperPreview({ markdown, empty, busy }: { markdown: string; empty: string; busy?: boolean }) {
  const { t } = useTranslation('page-helpers')
  return (
    <div className={styles.field}>
      <span className={styles.label}>{t('preview.label')}</span>
      {/* what scrolls must be reachable by keyboard */}
      <section className={styles.preview} tabIndex={0} aria-label={t('preview.label')} aria-busy={busy || undefined}>
        {markdown ? <MarkdownBody text={markdown} mode="preview" /> : <p className={styles.hint}>{empty}</p>}
      </section>
    </div>
  )
}

/** The preview of one Markdown table: its first rows, and how many there are. */
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
