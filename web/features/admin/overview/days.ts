/** How many days the activity covers, today with them. */
const shownDays = 30

/** A day of the reader's calendar, and how many changes there were on it. */
export interface DayCount {
  day: Date
  count: number
}

/** When each of the last 30 days began where the reader is, the oldest first; today is the last. */
export const lastDays = (now: Date = new Date()): Date[] =>
  Array.from(
    { length: shownDays },
    (_, at) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - (shownDays - 1 - at)),
  )

/** The day under the pointer, told by how far along the width it is, from 0 to 1. */
export const dayAt = (share: number, days: number): number => Math.min(days - 1, Math.max(0, Math.floor(share * days)))

/** Where a key leads from a day; undefined when it leads nowhere. */
export function dayByKey(key: string, at: number, days: number): number | undefined {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: days - 1 }[key]
  return to === undefined ? undefined : Math.min(days - 1, Math.max(0, to))
}
