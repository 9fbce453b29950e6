import type { api } from '#web/lib/api.ts'
import { toDate } from '#web/lib/format.ts'

/** The answer of the list of API changes. */
export type EntryList = Awaited<ReturnType<typeof api.apiChange.list>>

/** An entry of the API changes. */
export type Entry = EntryList['list'][number]

/** A change in words. */
export type Change = Entry['changes'][number]

/** How bad a change is. */
export type Level = Change['level']

/** The levels, the worst first. */
export const levels: readonly Level[] = ['breaking', 'warning', 'info']

/** The colour of each level. */
export const levelTones = { breaking: 'danger', warning: 'warn', info: 'neutral' } as const

/** How many changes of each level there are, without those of which there are none. */
export const levelCounts = (counts: Pick<Entry, 'breaking_count' | 'warning_count' | 'info_count'>) =>
  levels.map((level) => ({ level, count: counts[`${level}_count`] })).filter(({ count }) => count > 0)

/** The start of the day of an entry on the reader's clock. */
function dayOf({ last_time }: Pick<Entry, 'last_time'>): number {
  const date = toDate(last_time) ?? new Date(0)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}

/** Groups entries by day, in their order. */
export function groupByDay(entries: readonly Entry[]): { day: number; entries: Entry[] }[] {
  return [...Map.groupBy(entries, dayOf)].map(([day, list]) => ({ day, entries: list }))
}

/** Groups changes by operation, in their order. */
export const groupByOperation = (changes: readonly Change[]): { operation: string; changes: Change[] }[] =>
  [...Map.groupBy(changes, (change) => change.operation)].map(([operation, list]) => ({ operation, changes: list }))
