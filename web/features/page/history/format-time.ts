import { type Moment, shortDate, toDate } from '#web/lib/format.ts'
import { currentLang, langTag } from '#web/lib/i18n.ts'

/** Formats a time as «14:02». */
export function formatTime(moment: Moment): string {
  const date = toDate(moment)
  if (!date) return ''
  return new Intl.DateTimeFormat(langTag(currentLang()), { hour: '2-digit', minute: '2-digit', hour12: false }).format(
    date,
  )
}

/** Formats a time with its day as «12 May 14:02». */
export const formatDayAndTime = (moment: Moment): string => `${shortDate(moment)} ${formatTime(moment)}`

/** Formats a day as «Tuesday, 12 May», with the year when it is not the current one. */
export function formatLongDay(moment: Moment, now: Date = new Date()): string {
  const date = toDate(moment)
  if (!date) return ''
  const lang = currentLang()
  return new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : langTag(lang), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(date.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
  }).format(date)
}
