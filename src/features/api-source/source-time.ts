import { nextClockTime } from '#src/core/clock-time.ts'
import type { ApiSource } from './queries.ts'

const hourSeconds = 3600
/** How long after a failure the next attempt is made, in seconds. */
const retrySeconds = hourSeconds / 2

/**
 * Returns when a source is synchronised next, in Unix seconds, which may be past; undefined when its schedule is off. The
 * first synchronisation of an hourly one is due at once.
 */
export function nextSourceTime(
  { schedule, schedule_time, start_time, end_time, addtime }: ApiSource,
  hasFailed: boolean,
): number | undefined {
  if (schedule === 'off') return undefined
  const from = start_time || addtime
  const regular = schedule === 'hourly' ? start_time + hourSeconds : nextClockTime(schedule_time, from)
  return hasFailed ? Math.min(regular, end_time + retrySeconds) : regular
}
