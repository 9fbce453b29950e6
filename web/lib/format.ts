import { boot } from '#web/lib/boot.ts'
import { currentLang, type Lang, langTag } from '#web/lib/i18n.ts'
import { parseZonedTime } from '#web/lib/time-zone.ts'

/** A moment: a Date, Unix seconds, or either of these as text, or 'YYYY-MM-DD HH:MM:SS' in the server's zone. */
export type Moment = Date | number | string

const clockTime = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d$/

const dateIn = (text: string): Date =>
  boot.time_zone && clockTime.test(text)
    ? new Date(parseZonedTime(boot.time_zone, text))
    : new Date(text.replace(' ', 'T'))

/** The moment as a Date; undefined when the text is empty or no time. */
export function toDate(moment: Moment): Date | undefined {
  if (moment instanceof Date) return moment
  const isSeconds = typeof moment === 'number' || /^\d+$/.test(moment)
  const date = isSeconds ? new Date(Number(moment) * 1000) : dateIn(moment)
  return Number.isNaN(date.getTime()) || (isSeconds && Number(moment) === 0) ? undefined : date
}

const steps: [limit: number, unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  [60, 'second', 1],
  [3600, 'minute', 60],
  [86_400, 'hour', 3600],
  [7 * 86_400, 'day', 86_400],
]

// the browser's own «now» and «现在» read as orders beside a verb: «现在更新»
const justNow: Record<Lang, string> = { en: 'just now', zh: '刚刚' }

/** «3 min ago»; the date from a week on; '' when there is no time. */
export function relativeTime(moment: Moment, lang: Lang = currentLang(), now: Date = new Date()): string {
  const date = toDate(moment)
  if (!date) return ''
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000)
  const step = steps.find(([limit]) => Math.abs(seconds) < limit)
  if (!step) return shortDate(date, lang, now)
  const [, unit, size] = step
  if (unit === 'second') return justNow[lang]
  const words = new Intl.RelativeTimeFormat(langTag(lang), { numeric: 'auto', style: 'short' })
  // as our own words have it: a blank between Chinese and digits
  return words
    .format(Math.trunc(seconds / size), unit)
    .replace('.', '')
    .replace(/(?<=\d)(?=\p{Script=Han})/u, ' ')
}

/** The day in short: «3 May», with the year when it is another one. */
export function shortDate(moment: Moment, lang: Lang = currentLang(), now: Date = new Date()): string {
  const date = toDate(moment)
  if (!date) return ''
  const sameYear = date.getFullYear() === now.getFullYear()
  return new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : langTag(lang), {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(date)
}

/** The exact moment in the reader's zone, for titles: «3 May 2026, 14:02:10». */
export function exactTime(moment: Moment, lang: Lang = currentLang()): string {
  const date = toDate(moment)
  if (!date) return ''
  return new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : langTag(lang), {
    dateStyle: 'medium',
    timeStyle: 'medium',
  }).format(date)
}

/** «1.2 MB», in steps of 1024. */
export function fileSize(bytes: number, lang: Lang = currentLang()): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** step
  const digits = step === 0 || value >= 100 ? 0 : 1
  return `${new Intl.NumberFormat(langTag(lang), { maximumFractionDigits: digits }).format(value)} ${units[step]}`
}

/** A count with separators: «12,345». */
export const formatCount = (count: number, lang: Lang = currentLang()): string =>
  new Intl.NumberFormat(langTag(lang)).format(count)
