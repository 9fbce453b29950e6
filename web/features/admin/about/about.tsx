import { api } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryAtom, useQueryState } from '#web/lib/query.ts'
import { href } from '#web/lib/route.ts'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { Table } from '#web/ui/table.tsx'
import { QueryBoundary } from '../query-boundary.tsx'
import { startSettingsAtom } from '../start-settings.ts'
import styles from './about.module.css'
import { updateStateAtom } from './update-run.ts'
import { Updates } from './updates.tsx'

/** Whether the database schema matches the running program. */
const databaseAtom = queryAtom(() => api.update.checkDb())

/** The startup settings of the server, and which flag, variable or file sets each. */
function StartSettings() {
  const { t } = useTranslation('admin')
  const settings = useQueryState(startSettingsAtom)
  return (
    <section className={styles.start}>
      <h2>{t('startSettings.title')}</h2>
      <p>{t('startSettings.text')}</p>
      <QueryBoundary query={settings}>
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

/** Version, licence, state of the database, and updates of the program. */
export function About() {
  const { t } = useTranslation('admin')
  const versions = useQueryState(updateStateAtom)
  const database = useQueryState(databaseAtom)
  return (
    <ScreenFrame title={t('section.about')}>
      <QueryBoundary query={versions}>
        {({ version, new_version, is_checked, platform }) => (
          <>
            <dl className={styles.facts}>
              <dt>{t('about.version')}</dt>
              <dd>{`${version} (${platform})`}</dd>
              <dt>{t('about.newest')}</dt>
              <dd>{is_checked || new_version !== version ? new_version : t('about.notAsked')}</dd>
              <dt>{t('about.database')}</dt>
              <dd>
                <QueryBoundary query={database} waiting={<span>…</span>}>
                  {({ schema, known, is_current }) => (
                    <span data-ok={is_current}>
                      {t(is_current ? 'about.databaseOk' : 'about.databaseOther', { schema, known })}
                    </span>
                  )}
                </QueryBoundary>
              </dd>
              <dt>{t('about.licence')}</dt>
              <dd>{t('about.licenceText')}</dd>
              <dt>{t('about.calls')}</dt>
              <dd>
                <a href={href('/help/api')}>{t('about.callsLink')}</a>
              </dd>
            </dl>
          </>
        )}
      </QueryBoundary>
      <Updates />
      <StartSettings />
    </ScreenFrame>
  )
}
