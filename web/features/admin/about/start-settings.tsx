import { useAtom } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { Table } from '#web/ui/table.tsx'
import { QueryBoundary } from '../query-boundary.tsx'
import { startSettingsAtom } from '../start-settings.ts'
import styles from './about.module.css'

/** The startup settings of the server, and which flag, variable or file sets each. */
export function StartSettings() {
  const { t } = useTranslation('admin')
  const [settings, askAgain] = useAtom(startSettingsAtom)
  return (
    <section className={styles.start}>
      <h2>{t('startSettings.title')}</h2>
      <p>{t('startSettings.text')}</p>
      <QueryBoundary asked={settings} onRetry={() => void askAgain()}>
        {(rows) => (
          <Table
            caption={t('startSettings.title')}
            rows={rows}
            keyOf={(row) => row.name}
            columns={[
              {
                id: 'name',
                header: t('startSettings.name'),
                cell: ({ name }) => (
                  <>
                    {t(`startSettings.about.${name}`)}
                    <code className={styles.key}>{name}</code>
                  </>
                ),
              },
              {
                id: 'value',
                header: t('startSettings.value'),
                cell: ({ value }) => (value === '' ? t('startSettings.empty') : <code>{value}</code>),
              },
              {
                id: 'source',
                header: t('startSettings.source'),
                cell: ({ source, source_name }) => (
                  <>
                    {t(`startSettings.from.${source}`)}
                    {source_name && <code className={styles.key}>{source_name}</code>}
                  </>
                ),
              },
            ]}
          />
        )}
      </QueryBoundary>
    </section>
  )
}
