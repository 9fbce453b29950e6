const two = (value: number) => String(value).padStart(2, '0')

/** Formats a time for a datetime-local input, in the user's time zone: `2026-05-03T14:02`. */
export const fieldTime = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`

/** Returns the next full hour in that format. */
export const nextHour = (now: Date = new Date()): string =>
  fieldTime(new Date(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours() + 1))

/** Parses a value in that format as Unix seconds; undefined when it is invalid or not in the future. */
export function futureSeconds(field: string, now: Date = new Date()): number | undefined {
  const time = new Date(field).getTime()
  return Number.isNaN(time) || time <= now.getTime() ? undefined : Math.floor(time / 1000)
}
