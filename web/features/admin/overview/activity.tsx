import { formatCount, shortDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { ActivityChart } from './activity-chart.tsx'
import type { DayCount } from './days.ts'
import styles from './overview.module.css'

/** Number of changes on each of the last days: as a sentence, a bar chart, and a table for screen readers. */
export function Activity({ days }: { days: readonly DayCount[] }) {
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
