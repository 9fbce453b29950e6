import { useAtomValue } from 'jotai'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { api } from '#web/lib/api.ts'
import { boot } from '#web/lib/boot.ts'
import { exactTime, fileSize, formatCount, relativeTime, shortDate } from '#web/lib/format.ts'
import { currentLang, useTranslation } from '#web/lib/i18n.ts'
import { queryAtom, queryValue, useQueryState } from '#web/lib/query.ts'
import { Link } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorIcon, OkIcon, RefreshIcon, WarnIcon } from '#web/ui/icons.ts'
import { Loading } from '#web/ui/loading.tsx'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { type HealthFinding, healthAtom } from '../health/atoms.ts'
import { FindingList } from '../health/finding-list.tsx'
import { QueryBoundary } from '../query-boundary.tsx'
import { sectionPath } from '../sections.ts'
import { type DayCount, dayAt, dayByKey, lastDays } from './days.ts'
import styles from './overview.module.css'

const firstRow = { page: 1, count: 1 } // only the totals are needed

async function readCounts() {
  const [users, administrators, items, deleted, files, unused, site] = await Promise.all([
    api.adminUser.getList(firstRow),
    api.adminUser.getList({ ...firstRow, groupid: '1' }),
    api.adminItem.getList(firstRow),
    api.adminItem.getList({ ...firstRow, is_del: true }),
    api.attachment.getAllList(firstRow),
    api.attachment.getUnusedList(firstRow),
    api.adminSite.state(),
  ])
  return {
    users: users.total,
    administrators: administrators.total,
    items: items.total,
    deleted: deleted.total,
    files: files.total,
    used: files.used,
    unused: unused.total,
    site,
  }
}

/** The counts that the overview shows. */
type Counts = Awaited<ReturnType<typeof readCounts>>

/** The current counts of the site. */
const countsAtom = queryAtom(readCounts)

/** The number of changes on each of the last days. */
const activityAtom = queryAtom(async () => {
  const days = lastDays()
  const { changes } = await api.adminSite.activity({ day_starts: days.map((day) => day.getTime() / 1000) })
  return days.map((day, at) => ({ day, count: changes[at] ?? 0 }))
})

/** A number of the site, linked to the list of what it counts. */
function CountCard({ to, label, value, note }: { to: string; label: string; value: string; note: string }) {
  return (
    <Link href={to} className={styles.card}>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>{value}</span>
      <span className={styles.note}>{note}</span>
    </Link>
  )
}

/** Health of the site in one line: healthy or the number of warnings, version, uptime, free disk space. */
function HealthLine({ site, findings }: { site: Counts['site']; findings: readonly HealthFinding[] }) {
  const { t } = useTranslation('admin')
  const count = urgentOf(findings).length
  const hasError = findings.some(({ status }) => status === 'error')
  const Icon = count === 0 ? OkIcon : hasError ? ErrorIcon : WarnIcon
  const free = Math.round((100 * site.disk_free_bytes) / Math.max(1, site.disk_bytes))
  return (
    <p className={styles.health} data-state={count === 0 ? 'ok' : hasError ? 'error' : 'warn'}>
      <Icon data-size="20" />
      <strong>{count === 0 ? t('overview.healthy') : t('overview.look', { count })}</strong>
      <span>{t('overview.version', { version: boot.version })}</span>
      <span title={exactTime(site.start_time)}>{t('overview.started', { time: relativeTime(site.start_time) })}</span>
      <span>{t('overview.disk', { size: fileSize(site.disk_free_bytes), percent: free })}</span>
      <Link href={sectionPath('health')}>{t('health.all')}</Link>
    </p>
  )
}

/** Returns the findings that need attention. */
const urgentOf = (findings: readonly HealthFinding[]) =>
  findings.filter(({ status }) => status === 'error' || status === 'warning')

// The unit of the SVG is one day by the height of the highest bar; the SVG is stretched.
const gap = 0.16
/** Minimum height of the bar of a day with any change. */
const least = 0.04

/** Bar chart with one bar per day. The value of a day is shown on hover, or with the arrow keys when focused. */
function ActivityChart({ days, most }: { days: readonly DayCount[]; most: number }) {
  const { t } = useTranslation('admin')
  const [chosen, setChosen] = useState<number>()
  const shown = chosen === undefined ? undefined : days[chosen]
  // the same offset along its own width as along the chart keeps the label within the chart
  const place = `${(100 * ((chosen ?? 0) + 0.5)) / days.length}%`
  const onPointerMove = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setChosen(dayAt((event.clientX - left) / width, days.length))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setChosen(undefined)
    const next = dayByKey(event.key, chosen ?? days.length, days.length)
    if (next === undefined) return
    event.preventDefault()
    setChosen(next)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys go from day to day, as the pointer does */}
      <div
        className={styles.plot}
        role="group"
        tabIndex={0}
        aria-label={t('activity.keys')}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setChosen(undefined)}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && setChosen(days.length - 1)}
        onKeyDown={onKeyDown}
        onBlur={() => setChosen(undefined)}
      >
        <svg viewBox={`0 0 ${days.length} 1`} preserveAspectRatio="none" aria-hidden="true">
          {days.map(({ day, count }, at) => {
            const height = count === 0 ? 0 : Math.max(least, count / most)
            return (
              <rect
                key={day.getTime()}
                x={at + gap / 2}
                y={1 - height}
                width={1 - gap}
                height={height}
                data-chosen={at === chosen || undefined}
              />
            )
          })}
        </svg>
        <p className={styles.shownDay} role="status" style={{ left: place, transform: `translateX(-${place})` }}>
          {shown &&
            t('activity.shownDay', { day: shortDate(shown.day), count: shown.count, shown: formatCount(shown.count) })}
        </p>
      </div>
      <div className={styles.axis} aria-hidden="true">
        <span>{days[0] && shortDate(days[0].day)}</span>
        <span>{t('activity.today')}</span>
      </div>
    </>
  )
}

/** Number of changes on each of the last days: as a sentence, a bar chart, and a table for screen readers. */
function Activity({ days }: { days: readonly DayCount[] }) {
  const { t } = useTranslation('admin')
  const count = days.reduce((sum, day) => sum + day.count, 0)
  if (count === 0) return <p className={styles.quiet}>{t('activity.none')}</p>
  const busiest = days.reduce((most, day) => (day.count > most.count ? day : most))
  const values = { count, shown: formatCount(count), day: shortDate(busiest.day), most: formatCount(busiest.count) }
  return (
    <figure className={styles.activity}>
      <figcaption>{t('activity.sum', values)}</figcaption>
      <ActivityChart days={days} most={busiest.count} />
      <div className="visually-hidden">
        <table>
          <caption>{t('activity.title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('activity.day')}</th>
              <th scope="col">{t('activity.changes')}</th>
            </tr>
          </thead>
          <tbody>
            {days.map((one) => (
              <tr key={one.day.getTime()}>
                <th scope="row">{shortDate(one.day)}</th>
                <td>{formatCount(one.count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

/** Overview of the site: health, counts, activity, and checks that need attention. */
export function Overview() {
  const { t } = useTranslation('admin')
  const counts = useQueryState(countsAtom)
  const state = useQueryState(useAtomValue(healthAtom)(currentLang()))
  const activity = useQueryState(activityAtom)
  const again = () => {
    for (const { run } of [activity, counts, state]) void run()
  }
  const counted = queryValue(counts.result)
  const findings = queryValue(state.result)
  // rendered together: what loads later would shift what is already there
  const isFirst = [counts, state, activity].some(({ result }) => result === undefined)
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
          {findings && counted && <HealthLine site={counted.site} findings={findings} />}
          {findings && urgentOf(findings).length > 0 && <FindingList findings={urgentOf(findings)} />}
          <QueryBoundary query={counts}>
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
            <QueryBoundary query={activity}>{(days) => <Activity days={days} />}</QueryBoundary>
          </section>
        </div>
      )}
    </ScreenFrame>
  )
}
