import { type App, nowSeconds } from '#src/core/app.ts'
import { nextClockTime } from '#src/core/clock-time.ts'
import { AppError } from '#src/core/errors.ts'
import { type Schedule, startSchedule } from '#src/core/schedule.ts'
import { type DirectorySchedule, parseDirectorySchedule, readDirectoryForm } from '#src/features/directory/index.ts'
import { readSyncRun, type SyncRun, syncDirectory } from './directory-sync.ts'

const hourSeconds = 3600
const daySeconds = 24 * hourSeconds
/** How long after a failure the next attempt is made, in seconds. */
const retrySeconds = hourSeconds / 2

/**
 * Returns when the next synchronisation is due, in Unix seconds, which may be past; undefined when the schedule is off.
 * The first one is due at once: an administrator who turns the schedule on wants the
 * accounts.
 */
export function nextSyncTime({ every, time }: DirectorySchedule, run: SyncRun | undefined): number | undefined {
  if (every === 'off') return undefined
  if (!run) return 0
  const regular =
    every === 'hourly'
      ? run.start_time + hourSeconds
      : nextClockTime(time, run.start_time + (every === 'weekly' ? 6 * daySeconds : 0))
  return run.error ? Math.min(regular, run.end_time + retrySeconds) : regular
}

// Often enough for a daily time, and a minute after a start.
const everyMs = 60_000

/** Returns when the next synchronisation is due, as `nextSyncTime`; undefined also while LDAP is off. */
export async function readNextSyncTime(app: Pick<App, 'config' | 'db'>): Promise<number | undefined> {
  const { isOpen, form } = await readDirectoryForm(app)
  return isOpen ? nextSyncTime(parseDirectorySchedule(form), await readSyncRun(app)) : undefined
}

/** Synchronises accounts with the directory whenever that is due. */
export function startDirectorySchedule(app: App): Schedule {
  const sync = async () => {
    const due = await readNextSyncTime(app)
    if (due === undefined || due > nowSeconds(app)) return
    try {
      await syncDirectory(app, { uid: 0, username: '', ip: '' }, { isScheduled: true })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // an administrator synchronises just now, or reads in Admin why it failed
      app.log.warn({ error: error.errorName, ...error.values }, 'the directory was not synchronised')
    }
  }
  return startSchedule(app, sync, { everyMs, failure: 'the directory was not synchronised' })
}
