import { showdocChanges } from '#shared/contract/showdoc.ts'
import en from '#shared/locales/showdoc-en.json' with { type: 'json' }
import zh from '#shared/locales/showdoc-zh.json' with { type: 'json' }
import type { api } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import { currentLang, useTranslation } from '#web/lib/i18n.ts'
import { Table } from '#web/ui/table.tsx'
import styles from '../backups/backups.module.css'

/** What an import of a ShowDoc site would do, or did. */
type SiteReport = NonNullable<Awaited<ReturnType<typeof api.adminShowdoc.report>>['report']>

type Note = SiteReport['notes'][number]

const outcomes = ['added', 'changed', 'same', 'left'] as const

const isChange = ({ reason }: Note): boolean => (showdocChanges as readonly string[]).includes(reason)

/** Notes with the names that they concern. */
function Notes({ title, notes }: { title: string; notes: readonly Note[] }) {
  const texts = currentLang() === 'zh' ? zh : en
  const { t } = useTranslation('admin')
  if (notes.length === 0) return null
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      <ul className={styles.part}>
        {notes.map(({ reason, count, names }) => (
          <li key={reason}>
            {names.length === 0 ? (
              `${texts.reasons[reason]}: ${formatCount(count)}`
            ) : (
              <details>
                <summary>{`${texts.reasons[reason]}: ${formatCount(count)}`}</summary>
                <ul>
                  {names.map((name) => (
                    <li key={name} className={styles.place}>
                      {name}
                    </li>
                  ))}
                  {count > names.length && <li>{t('showdoc.more')}</li>}
                </ul>
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The report of a check or an import: counts, what comes changed, and what does not come. */
export function ReportView({ report }: { report: SiteReport }) {
  const { t } = useTranslation('admin')
  const texts = currentLang() === 'zh' ? zh : en
  const { source, kinds, notes } = report
  const countsOf = (row: SiteReport['kinds'][number]) =>
    outcomes
      .filter((outcome) => row[outcome] > 0)
      .map((outcome) => `${texts.outcomes[outcome]} ${formatCount(row[outcome])}`)
      .join(' · ')
  return (
    <div className={styles.parts}>
      <p className={styles.note}>
        {t(source.form === 'sqlite' ? 'showdoc.sqlite' : 'showdoc.dump')}
        {source.version > 0 && ` · ${t('showdoc.version', { version: source.version })}`}
        {source.address !== '' && ` · ${source.address}`}
        {source.is_known && ` · ${t('showdoc.known')}`}
      </p>
      <Notes title={texts.headings.losses} notes={notes.filter((note) => !isChange(note))} />
      <Notes title={texts.headings.changes} notes={notes.filter(isChange)} />
      <section className={styles.part}>
        <Table
          caption={t('showdoc.counts')}
          rows={kinds}
          keyOf={({ kind }) => kind}
          columns={[
            { id: 'kind', header: texts.headings.kind, cell: ({ kind }) => texts.kinds[kind] },
            { id: 'count', header: t('showdoc.counts'), cell: countsOf },
          ]}
        />
      </section>
    </div>
  )
}
