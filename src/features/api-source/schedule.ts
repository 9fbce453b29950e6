import { rm } from 'node:fs/promises'
import { type App, nowSeconds } from '#src/core/app.ts'
import { AppError, fail } from '#src/core/errors.ts'
import type { Lang } from '#src/core/i18n.ts'
import { type Schedule, startSchedule } from '#src/core/schedule.ts'
import type { Importer } from '#src/features/import/index.ts'
import { findUser } from '#src/features/user/index.ts'
import { fetchDescription } from './fetch-description.ts'
import { type ApiSource, findSource, listScheduled } from './queries.ts'
import { plainRun } from './service.ts'
import { nextSourceTime } from './source-time.ts'
import { applySync, exclusively, isRunning, planSync, recordFailure } from './synchronise.ts'

// Often enough for a daily time, and a minute after a start.
const everyMs = 60_000

/** Returns the person who saved a source last. @throws {AppError} noRight when they have no account any more */
async function importerOf(app: App, { uid }: ApiSource): Promise<Importer> {
  const user = await findUser(app.db, uid)
  if (!user || user.is_disabled) return fail('noRight')
  return { user, visitor: { user, grantOf: () => undefined, itemPassword: undefined, ip: '' } }
}

async function synchronise(app: App, source: ApiSource): Promise<void> {
  const start_time = nowSeconds(app)
  try {
    const by = await importerOf(app, source)
    const file = await fetchDescription(app, source)
    try {
      const sync = await planSync(app, by, source, file, source.lang as Lang)
      await applySync(app, by, sync, plainRun(app), start_time)
    } finally {
      await rm(file.path, { force: true })
    }
  } catch (error) {
    // the server is stopping: its next start does it
    if (app.stopping.aborted) return
    await recordFailure(app, source.source_id, start_time, error)
  }
}

const isDue = (source: ApiSource, now: number): boolean => {
  const hasFailed = source.result !== '' && !source.result.includes('"error_name":""')
  const next = nextSourceTime(source, hasFailed)
  return next !== undefined && next <= now
}

/** Synchronises API sources whenever they are due, one after the other. */
export function startSourceSchedule(app: App): Schedule {
  const synchroniseDue = async () => {
    for (const { source_id, item_id } of await listScheduled(app.db)) {
      if (app.stopping.aborted) return
      // it may have been changed while another one was fetched
      const source = await findSource(app.db, item_id, source_id)
      if (!source || !isDue(source, nowSeconds(app)) || isRunning(app, source_id)) continue
      await exclusively(app, source_id, () => synchronise(app, source)).catch((error: unknown) => {
        // a person synchronises just now
        if (!(error instanceof AppError)) throw error
      })
    }
  }
  return startSchedule(app, synchroniseDue, { everyMs, failure: 'API sources were not synchronised' })
}
