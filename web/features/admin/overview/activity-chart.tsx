import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { formatCount, shortDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { type DayCount, dayAt, dayByKey } from './days.ts'
import styles from './overview.module.css'

// The unit of the SVG is one day by the height of the highest bar; the SVG is stretched.
const gap = 0.16
/** Minimum height of the bar of a day with any change. */
const least = 0.04

/** Bar chart with one bar per day. The value of a day is shown on hover, or with the arrow keys when focused. */
export function ActivityChart({ days, most }: { days: readonly DayCount[]; most: number }) {
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
        <p className={styles.told} role="status" style={{ left: place, transform: `translateX(-${place})` }}>
          {shown &&
            t('activity.told', { day: shortDate(shown.day), count: shown.count, shown: formatCount(shown.count) })}
        </p>
      </div>
      <div className={styles.axis} aria-hidden="true">
        <span>{days[0] && shortDate(days[0].day)}</span>
        <span>{t('activity.today')}</span>
      </div>
    </>
  )
}
