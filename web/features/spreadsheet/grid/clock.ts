import { shortDate } from '#web/lib/format.ts'
import { currentLang, langTag } from '#web/lib/i18n.ts'

/** Formats a time as «14:02», preceded by the date when it is not today. `at` is in ms since 1970. */
export function clockText(at: number, now: Date = new Date()): string {
  const date = new Date(at)
  const tag = langTag(currentLang())
  const time = new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit', hour12: false }).format(date)
  return date.toDateString() === now.toDateString() ? time : `${shortDate(date)} ${time}`
}
