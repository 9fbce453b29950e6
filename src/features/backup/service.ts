import { type App, nowSeconds } from '#src/core/app.ts'
import { StartError } from '#src/core/config.ts'
import { cliText } from '#src/core/i18n.ts'
import { pauseCheckpoints } from '#src/db/engine.ts'
import { recordAudit } from '#src/features/audit/index.ts'
import { createCheckedBackup } from './checked-backup.ts'
import { findSetupTime } from './queries.ts'
import type { RunTask } from './run-task.ts'
import { type BackupHealth, backupHealth, nextBackupTime } from './schedule.ts'
import { checkExports, isExporting, stopExports } from './scheduled-exports.ts'
import { type BackupForm, placeOfForm, readBackupForm } from './site-place.ts'
import { type Actor, type BackupError, type BackupState, readBackupState, storeRun } from './state.ts'
import { inWorker } from './worker-client.ts'

interface Live {
  /** 0 to 100. */
  percent: number
  controller: AbortController
  ended: Promise<void>
}

// A restarted server has no backup running: what was running ended with it.
const running = new WeakMap<App, Live>()

/** Returns how far the running backup is, in percent; undefined when none is running. */
export const runningPercent = (app: App): number | undefined => running.get(app)?.percent

/**
 * Starts a backup in the background, which is verified and leaves its result in the state and in the audit log.
 * Resolves when it has ended; while one is running, that one is waited for.
 */
export function startBackup(app: App, actor: Actor | undefined): Promise<void> {
  const current = running.get(app)
  if (current) return current.ended
  const live: Live = { percent: 0, controller: new AbortController(), ended: Promise.resolve() }
  running.set(app, live)
  live.ended = backUp(app, actor, live)
    .catch((error: unknown) => app.log.error({ err: error }, 'the result of a backup could not be stored'))
    .finally(() => {
      running.delete(app)
      app.background.delete(live.ended)
    })
  app.background.add(live.ended)
  return live.ended
}

async function backUp(app: App, actor: Actor | undefined, live: Live): Promise<void> {
  const started = nowSeconds(app)
  const by = actor ?? { uid: 0, username: '', ip: '' }
  try {
    const form = await readBackupForm(app.db)
    const place = placeOfForm(form, app.config)
    const options = {
      allow: app.config.outbound_allow,
      run: withoutCheckpoints(app, inWorker(live.controller.signal)),
      onProgress: (done: number, total: number) => {
        live.percent = Math.floor((done / total) * 100)
      },
    }
    const { made, isShared } = await createCheckedBackup(app.config.data, { place, count: Number(form.count) }, options)
    if (isShared) app.log.warn(cliText(app.config.language, 'backupPlaceShared', { path: made.name }))
    const times = { start_time: started, end_time: nowSeconds(app) }
    await storeRun(app.db, { ...times, name: made.placed, moment: made.summary.time })
    await recordAudit(app.db, { ...by, action: 'backedUp', detail: made.name }, nowSeconds(app))
  } catch (error) {
    // the server is stopping: its next start makes it
    if (live.controller.signal.aborted) return
    // another process is making one: the schedule tries again soon
    if (error instanceof StartError && error.text === 'backupBusy' && !actor) return
    await noteFailure(app, by, started, error)
  }
}

/** Returns a runner that keeps this thread from emptying the write-ahead log while a snapshot makes it long. */
const withoutCheckpoints =
  (app: App, run: RunTask): RunTask =>
  async (task, onProgress) => {
    const resume = task.action === 'create' ? pauseCheckpoints(app.db) : () => undefined
    try {
      return await run(task, onProgress)
    } finally {
      resume()
    }
  }

async function noteFailure(app: App, by: Actor, started: number, error: unknown): Promise<void> {
  app.log.error({ err: error }, error instanceof StartError ? error.line(app.config.language) : 'a backup failed')
  const { text, values }: BackupError =
    error instanceof StartError ? error : new StartError('backupFailed', { detail: (error as Error).message ?? '' })
  await storeRun(app.db, { start_time: started, end_time: nowSeconds(app), error: { text, values } })
  const { path, detail } = values
  const what = [path, detail].filter((value) => typeof value === 'string' && value !== '').join(': ')
  await recordAudit(app.db, { ...by, action: 'backupFailed', detail: what || text }, nowSeconds(app))
}

/** Ends the running backup; what it left is removed by the next one. */
async function stopBackup(app: App): Promise<void> {
  const live = running.get(app)
  live?.controller.abort(new Error('the server is stopping'))
  await live?.ended
}

/** The backups of a site: settings, last results, and whether they are as they should be. */
export interface BackupStatus {
  form: BackupForm
  state: BackupState
  health: BackupHealth
  /** When the next one is due, in Unix seconds, which may be past; undefined when the schedule is off. */
  next_time: number | undefined
}

/** Returns how the backups of a site are. */
export async function readBackupStatus(app: Pick<App, 'db' | 'now'>): Promise<BackupStatus> {
  const form = await readBackupForm(app.db)
  const state = await readBackupState(app.db)
  const now = nowSeconds(app)
  const at = { siteTime: (await findSetupTime(app.db)) ?? now, now }
  return { form, state, health: backupHealth(form, state, at), next_time: nextBackupTime(form, state, at) }
}

// Often enough for a daily time, and a minute after a start.
const everyMs = 60_000

/** The backups that a running server makes by itself. */
export interface BackupScheduler {
  /** Makes a backup if one is due. */
  check(): Promise<void>
  /** Ends the schedule, and the backup that is running. */
  stop(): Promise<void>
}

/** Makes a backup, and exports, whenever they are due. */
export function startBackupSchedule(app: App): BackupScheduler {
  let isStopped = false
  const check = async () => {
    if (isStopped) return
    // not at the same time: both read the whole database
    if (!running.has(app)) await checkExports(app)
    if (isStopped || running.has(app) || isExporting(app)) return
    const { next_time } = await readBackupStatus(app)
    if (isStopped || running.has(app) || next_time === undefined || next_time > nowSeconds(app)) return
    await startBackup(app, undefined)
  }
  const timer = setInterval(() => {
    check().catch((error: unknown) => app.log.error({ err: error }, 'the schedule of backups could not be read'))
  }, everyMs)
  timer.unref()
  return {
    check,
    async stop() {
      isStopped = true
      clearInterval(timer)
      await stopExports(app)
      await stopBackup(app)
    },
  }
}
