/** Parses a time of day, such as `02:00`; undefined when it is none. */
export function parseClock(text: string): { hours: number; minutes: number } | undefined {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return hours === undefined ? undefined : { hours: Number(hours), minutes: Number(minutes) }
}

/** Returns the moment of a time of day that is `days` after the day of `now`, in Unix seconds of the server's time zone. */
export function dailyTime(clock: string, now: number, days: number): number {
  const { hours, minutes } = parseClock(clock) ?? { hours: 2, minutes: 0 }
  const day = new Date(now * 1000)
  day.setDate(day.getDate() + days)
  day.setHours(hours, minutes, 0, 0)
  return Math.floor(day.getTime() / 1000)
}

/** Returns the first moment after `from` at a time of day, in Unix seconds of the server's time zone. */
export const nextClockTime = (clock: string, from: number): number =>
  [0, 1].map((days) => dailyTime(clock, from, days)).find((at) => at > from) ?? dailyTime(clock, from, 2)
