import { boot } from '#web/lib/boot.ts'
import { currentLang, type Lang, langTag } from '#web/lib/i18n.ts'
import { parseZonedTime } from '#web/lib/time-zone.ts'

/**
 * A point in time: a Date, Unix seconds, either of them as text, or 'YYYY-MM-DD HH:MM:SS' in the server's time zone.
 */
export type Moment = Date | number | string

const clockTime = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d$/

const dateIn = (text: string): Date =>
  boot.time_zone && clockTime.test(text)
    ? new Date(parseZonedTime(boot.time_zone, text))
    : new Date(text.replace(' ', 'T'))

/** Parses a moment; undefined if the text is empty or not a time. */
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

// The browser's own "now" and "现在" read as commands next to a verb: "现在更新".
const justNow: Record<Lang, string> = { en: 'just now', zh: '刚刚' }

/** Formats a relative time: "3 min ago". Returns the date from one week on, and '' if there is no time. */
export function relativeTime(moment: Moment, lang: Lang = currentLang(), now: Date = new Date()): string {
  const date = toDate(moment)
  if (!date) return ''
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000)
  const step = steps.find(([limit]) => Math.abs(seconds) < limit)
  if (!step) return shortDate(date, lang, now)
  const [, unit, size] = step
  if (unit === 'second') return justNow[lang]
  // what ends in six days and 23 hours ends in seven days; what is that old is six days old
  const count = seconds > 0 ? Math.round(seconds / size) : Math.trunc(seconds / size)
  const words = new Intl.RelativeTimeFormat(langTag(lang), { numeric: 'auto', style: 'short' })
  // Our style: a space between Chinese characters and digits.
  return words
    .format(count, unit)
    .replace('.', '')
    .replace(/(?<=\d)(?=\p{Script=Han})/u, ' ')
}

/** Formats a short date: "3 May", with the year if it is not the current one. */
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

/** Formats the exact time in the reader's zone, for tooltips: "3 May 2026, 14:02:10". */
export function exactTime(moment: Moment, lang: Lang = currentLang()): string {
  const date = toDate(moment)
  if (!date) return ''
  return new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : langTag(lang), {
    dateStyle: 'medium',
    timeStyle: 'medium',
  }).format(date)
}

/** Formats a file size: "1.2 MB", in steps of 1024. */
export function fileSize(bytes: number, lang: Lang = currentLang()): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** step
  const digits = step === 0 || value >= 100 ? 0 : 1
  return `${new Intl.NumberFormat(langTag(lang), { maximumFractionDigits: digits }).format(value)} ${units[step]}`
}

/** Formats a count with separators: "12,345". */
export const formatCount = (count: number, lang: Lang = currentLang()): string =>
  new Intl.NumberFormat(langTag(lang)).format(count)
