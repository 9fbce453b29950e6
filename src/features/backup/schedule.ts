import { dailyTime } from '#src/core/clock-time.ts'
import type { BackupForm } from './site-place.ts'
import type { BackupState } from './state.ts'

const hourSeconds = 3600

/** How long after a failure the next attempt is made, in seconds. */
const retrySeconds = hourSeconds

/** How long a backup may take or wait before it counts as late, in seconds. */
const graceSeconds = 2 * hourSeconds

/** When backups began to be expected: since the last attempt, or since the site exists. Both in Unix seconds. */
const since = (state: BackupState, siteTime: number): number => Math.max(state.last_time, siteTime)

/**
 * Returns when the next backup is due, in Unix seconds, which may be past; undefined when the schedule is off.
 *
 * @param siteTime when the site was set up, in Unix seconds
 */
export function nextBackupTime(
  { schedule, time, hours }: Pick<BackupForm, 'schedule' | 'time' | 'hours'>,
  state: BackupState,
  { siteTime, now }: { siteTime: number; now: number },
): number | undefined {
  if (schedule === 'off') return undefined
  const from = since(state, siteTime)
  const regular =
    schedule === 'hours'
      ? from + Number(hours) * hourSeconds
      : ([-1, 0, 1].map((days) => dailyTime(time, now, days)).find((at) => at > from) ?? dailyTime(time, now, 1))
  return state.last_error ? Math.min(regular, state.last_time + retrySeconds) : regular
}

/** Whether the backups of a site are as they should be. */
export type BackupHealth = 'ok' | 'off' | 'waiting' | 'late' | 'failed'

/**
 * Returns whether the backups are as they should be: `failed` when the last one failed, `late` when the last good one is
 * older than the schedule allows, `waiting` when the first one is still to come.
 */
export function backupHealth(
  form: Pick<BackupForm, 'schedule' | 'time' | 'hours'>,
  state: BackupState,
  { siteTime, now }: { siteTime: number; now: number },
): BackupHealth {
  if (state.last_error) return 'failed'
  if (form.schedule === 'off') return 'off'
  const every = form.schedule === 'hours' ? Number(form.hours) * hourSeconds : 24 * hourSeconds
  const newest = Math.max(state.good_time, siteTime)
  if (now - newest > every + graceSeconds) return 'late'
  return state.good_time === 0 ? 'waiting' : 'ok'
}
