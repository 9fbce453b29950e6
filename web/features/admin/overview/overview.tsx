import { useAtom } from 'jotai'
import { fileSize, formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { RefreshIcon } from '#web/ui/icons.ts'
import { Loading } from '#web/ui/loading.tsx'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { QueryBoundary } from '../query-boundary.tsx'
import { sectionPath } from '../sections.ts'
import { Activity } from './activity.tsx'
import { activityAtom, countsAtom, stateAtom } from './atoms.ts'
import { CheckList } from './check-list.tsx'
import { runChecks } from './checks.ts'
import { CountCard } from './count-card.tsx'
import { Health } from './health.tsx'
import styles from './overview.module.css'

/** Overview of the site: health, counts, activity, and checks that need attention. */
export function Overview() {
  const { t } = useTranslation('admin')
  const [counts, askCounts] = useAtom(countsAtom)
  const [state, askState] = useAtom(stateAtom)
  const [activity, askActivity] = useAtom(activityAtom)
  const again = () => {
    void askActivity()
    void askCounts()
    void askState()
  }
  const { value } = counts
  // rendered together: what loads later would shift what is already there
  const isFirst = [counts, state, activity].some((one) => one.value === undefined && one.error === undefined)
  const checks = state.value && value ? runChecks(state.value, value) : []
  return (
    <ScreenFrame
      title={t('section.overview')}
      actions={
        <Button icon={<RefreshIcon />} busy={counts.isBusy || state.isBusy} onClick={again}>
          {t('overview.again')}
        </Button>
      }
    >
      {isFirst ? (
        <Loading onRetry={again}>
          <SkeletonText lines={12} />
        </Loading>
      ) : (
        <div className={styles.page}>
          {state.value && value && <Health version={state.value.versions.version} site={value.site} checks={checks} />}
          <QueryBoundary asked={counts} onRetry={() => void askCounts()}>
            {(all) => (
              <div className={styles.cards}>
                <CountCard
                  to={sectionPath('users')}
                  label={t('section.users')}
                  value={formatCount(all.users)}
                  note={
                    all.site.new_users > 0
                      ? t('overview.newUsers', { count: all.site.new_users, shown: formatCount(all.site.new_users) })
                      : t('overview.administrators', {
                          count: all.administrators,
                          shown: formatCount(all.administrators),
                        })
                  }
                />
                <CountCard
                  to={sectionPath('items')}
                  label={t('section.items')}
                  value={formatCount(all.items)}
                  note={t('overview.deleted', { count: all.deleted, shown: formatCount(all.deleted) })}
                />
                <CountCard
                  to={sectionPath('items')}
                  label={t('overview.pages')}
                  value={formatCount(all.site.pages)}
                  note={t('overview.database', { size: fileSize(all.site.database_bytes) })}
                />
                <CountCard
                  to={sectionPath('files')}
                  label={t('section.files')}
                  value={formatCount(all.files)}
                  note={t('overview.used', { size: fileSize(all.used) })}
                />
                <CountCard
                  to={sectionPath('files', { view: 'unused' })}
                  label={t('files.unused')}
                  value={formatCount(all.unused)}
                  note={t('overview.unusedNote')}
                />
              </div>
            )}
          </QueryBoundary>
          <section className={styles.part}>
            <h2>{t('activity.title')}</h2>
            <QueryBoundary asked={activity} onRetry={() => void askActivity()}>
              {(days) => <Activity days={days} />}
            </QueryBoundary>
          </section>
          <section className={styles.part}>
            <h2>{t('overview.checks')}</h2>
            <QueryBoundary asked={state} onRetry={() => void askState()}>
              {() => <CheckList checks={checks} />}
            </QueryBoundary>
          </section>
        </div>
      )}
    </ScreenFrame>
  )
}
