import { type Moment, shortDate, toDate } from '#web/lib/format.ts'
import { currentLang, langTag } from '#web/lib/i18n.ts'

/** Formats a time as «14:02», preceded by the day when that is not today. */
export function clockTime(moment: Moment, now: Date = new Date()): string {
  const date = toDate(moment)
  if (!date) return ''
  const time = new Intl.DateTimeFormat(langTag(currentLang()), {
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  }).format(date)
  return date.toDateString() === now.toDateString() ? time : `${shortDate(date)} ${time}`
}
