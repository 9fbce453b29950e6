/** How many days the activity covers, including today. */
const shownDays = 30

/** A day in the user's time zone, and the number of changes on it. */
export interface DayCount {
  day: Date
  count: number
}

/** Returns the starts of the last 30 days in the user's time zone, oldest first; today is the last. */
export const lastDays = (now: Date = new Date()): Date[] =>
  Array.from(
    { length: shownDays },
    (_, at) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - (shownDays - 1 - at)),
  )

/** Returns the index of the day at a horizontal position from 0 to 1. */
export const dayAt = (share: number, days: number): number => Math.min(days - 1, Math.max(0, Math.floor(share * days)))

/** Returns the index that a key moves to; undefined for any other key. */
export function dayByKey(key: string, at: number, days: number): number | undefined {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: days - 1 }[key]
  return to === undefined ? undefined : Math.min(days - 1, Math.max(0, to))
}
