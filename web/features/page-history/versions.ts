import type { api } from '#web/lib/api.ts'
import { toDate } from '#web/lib/format.ts'

/** A former version of a page, without its text. */
export type Version = Awaited<ReturnType<typeof api.page.history>>[number]

/** Versions that were saved on one day, newest first. */
export interface Day {
  /** The day in the reader's zone: '2026-05-12'. */
  key: string
  /** The moment of its newest version, Unix seconds. */
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

/** Versions day by day, in their order. */
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

/** Whether a moment lies on the day of another one, in the reader's zone. */
export const isSameDay = (moment: string, key: string): boolean => dayOf(moment) === key

/** Where a version is compared with another one, or with the page as it is now. */
export const diffPath = (page_id: string, page_history_id: string, other?: string): string =>
  `/page/diff/${page_id}/${page_history_id}${other ? `?with=${other}` : ''}`

/** Texts longer than this together are not read only to tell how much has changed. In characters. */
export const maxCountedLength = 2_000_000

/** Longer texts are previewed from their beginning. In characters. */
const previewed = 120_000

/** The beginning of a text that can be shown in a moment, cut between paragraphs. */
export function firstPart(text: string): string {
  if (text.length <= previewed) return text
  const end = text.lastIndexOf('\n\n', previewed)
  return text.slice(0, end > 0 ? end : previewed)
}

/** The chosen versions, the oldest first; `versions` stand newest first. */
export const olderFirst = (versions: readonly Version[], chosen: readonly string[]): string[] =>
  versions
    .map(({ page_history_id }) => page_history_id)
    .filter((id) => chosen.includes(id))
    .reverse()
