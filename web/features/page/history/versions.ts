import type { api } from '#web/lib/api.ts'
import { type Moment, shortDate, toDate } from '#web/lib/format.ts'
import { currentLang, langTag } from '#web/lib/i18n.ts'

/** A former version of a page, without its text. */
export type Version = Awaited<ReturnType<typeof api.page.history>>[number]

/** The versions that were saved on one day, newest first. */
interface Day {
  /** The day in the reader's time zone: '2026-05-12'. */
  key: string
  /** The time of its newest version, in Unix seconds. */
  at: string
  versions: Version[]
}

function dayOf(moment: string): string {
  const date = toDate(moment)
  if (!date) return ''
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

/** Groups versions by day, in their order. */
export function groupByDay(versions: readonly Version[]): Day[] {
  const days: Day[] = []
  for (const version of versions) {
    const key = dayOf(version.save_time)
    const last = days.at(-1)
    if (last?.key === key) last.versions.push(version)
    else days.push({ key, at: version.save_time, versions: [version] })
  }
  return days
}

/** Reports whether a time is on the day of `key`, in the reader's time zone. */
export const isSameDay = (moment: string, key: string): boolean => dayOf(moment) === key

/** Returns the address that compares a version with another one, or with the current page. */
export const diffPath = (page_id: string, page_history_id: string, other?: string): string =>
  `/page/diff/${page_id}/${page_history_id}${other ? `?with=${other}` : ''}`

/** Texts longer than this together are not read just to count their changes. In characters. */
export const maxCountedLength = 2_000_000

/** Only the beginning of longer texts is previewed. In characters. */
const previewed = 120_000

/** Returns the beginning of a text, short enough to render quickly, cut between paragraphs. */
export function firstPart(text: string): string {
  if (text.length <= previewed) return text
  const end = text.lastIndexOf('\n\n', previewed)
  return text.slice(0, end > 0 ? end : previewed)
}

/** Returns the selected versions, the oldest first; `versions` are newest first. */
export const olderFirst = (versions: readonly Version[], chosen: readonly string[]): string[] =>
  versions
    .map(({ page_history_id }) => page_history_id)
    .filter((id) => chosen.includes(id))
    .reverse()

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
