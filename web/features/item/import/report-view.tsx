import type { ReactNode } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import styles from './import.module.css'
import { type Report, reasonKey } from './report.ts'

/** More rows than anybody reads; the rest is shown as a number. */
const most = 200

function Fold(props: { title: string; tone?: 'warn'; lines: { key: string; text: ReactNode }[] }) {
  const { title, tone, lines } = props
  const { t } = useTranslation('import')
  if (lines.length === 0) return null
  return (
    <details className={styles.fold} data-tone={tone}>
      <summary>{title}</summary>
      <ul>
        {lines.slice(0, most).map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
        {lines.length > most && <li>{t('report.more', { count: lines.length - most })}</li>}
      </ul>
    </details>
  )
}

/** What was found in the file, and what the import would do with it. */
export function ReportView({ report }: { report: Report }) {
  const { t } = useTranslation('import')
  const withReason = (parts: Report['skipped']) =>
    parts.map(({ name, reason }, at) => ({
      key: `${at}`,
      text: (
        <>
          <strong>{name}</strong> · {t(`reason.${reasonKey(reason)}`)}
        </>
      ),
    }))
  return (
    <div className={styles.report}>
      <p className={styles.found}>
        {t('report.source', { source: t(`source.${report.source}`) })}{' '}
        {t('report.pages', { count: report.pages, pages: formatCount(report.pages) })}
        {report.catalogs > 0 && t('report.catalogs', { count: report.catalogs })}
      </p>
      {report.new_pages > 0 && <p>{t('report.new', { count: report.new_pages })}</p>}
      {report.http_pictures > 0 && (
        <Banner tone="warn">{t('report.httpPictures', { count: report.http_pictures })}</Banner>
      )}
      <Fold
        tone="warn"
        title={t('report.replaced', { count: report.replaced.length })}
        lines={report.replaced.map(({ path, page_title }, at) => ({
          key: `${at}`,
          text: path ? `${path} / ${page_title}` : page_title,
        }))}
      />
      <Fold
        tone="warn"
        title={t('report.skipped', { count: report.skipped.length })}
        lines={withReason(report.skipped)}
      />
      <Fold title={t('report.notes', { count: report.notes.length })} lines={withReason(report.notes)} />
    </div>
  )
}
