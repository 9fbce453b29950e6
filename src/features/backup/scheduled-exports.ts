import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { canExportAs, type ExportFormatName, exportFormats } from '#shared/export-formats.ts'
import { requireItem } from '#src/access/permissions.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { nextClockTime } from '#src/core/clock-time.ts'
import { StartError } from '#src/core/config.ts'
import { isDiskFull } from '#src/core/data-folder.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { cliText, errorText } from '#src/core/i18n.ts'
import { recordAudit } from '#src/features/audit/index.ts'
import { makeExportFile } from '#src/features/export/index.ts'
import { upsertOption } from '#src/features/options/index.ts'
import { findUser, listUsers } from '#src/features/user/index.ts'
import { requireKnown } from './checked-backup.ts'
import { backupName } from './format.ts'
import { openPlace } from './open-place.ts'
import type { Place } from './place.ts'
import { ownPlace } from './place-owner.ts'
import { findExportRun, findSetupTime, listExportedItems } from './queries.ts'
import { type BackupForm, placeOfForm, readBackupForm } from './site-place.ts'
import type { Actor, BackupError } from './state.ts'

const daySeconds = 86_400

/** How long after a failure of all exports the next attempt is made, in seconds. */
const retrySeconds = 3600

/** The most projects whose failure is stored. */
const failedMost = 20

/** What became of the last scheduled exports. Times are Unix seconds. */
interface ExportRun {
  start_time: number
  end_time: number
  /** How many files were written, and their size. */
  files: number
  bytes: number
  /** The projects that could not be exported, and why. */
  failed: { item_name: string; error_name: string; error_message: string }[]
  /** Why nothing was exported: the place cannot be used. */
  error?: BackupError
}

interface Live {
  controller: AbortController
  ended: Promise<void>
}

// A restarted server has none running.
const running = new WeakMap<App, Live>()

/** Whether exports are being made. */
export const isExporting = (app: App): boolean => running.has(app)

/** Returns when the next exports are due, in Unix seconds, which may be past; undefined when the schedule is off. */
export function nextExportTime(
  form: Pick<BackupForm, 'export_schedule' | 'export_time'>,
  run: ExportRun | undefined,
  siteTime: number,
): number | undefined {
  if (form.export_schedule === 'off') return undefined
  const from = run?.start_time ?? siteTime
  const days = run && form.export_schedule === 'weekly' ? 6 : 0
  const regular = nextClockTime(form.export_time, from + days * daySeconds)
  return run?.error ? Math.min(regular, run.start_time + retrySeconds) : regular
}

/** Returns how the scheduled exports are: the last ones, and when the next are due. */
export async function readExportStatus(app: Pick<App, 'db' | 'now'>): Promise<{
  run: ExportRun | undefined
  next_time: number | undefined
}> {
  const form = await readBackupForm(app.db)
  const stored = await findExportRun(app.db)
  const run = stored === undefined ? undefined : (JSON.parse(stored) as ExportRun)
  const siteTime = (await findSetupTime(app.db)) ?? nowSeconds(app)
  return { run, next_time: nextExportTime(form, run, siteTime) }
}

/** Returns the ids that the setting names; undefined for all projects. */
export const exportedIds = (text: string): number[] | undefined => {
  const ids = text.split(/[\s,，]+/).filter((part) => part !== '')
  return ids.length === 0 ? undefined : ids.map(Number)
}

/** Returns the name of an export, without the time and what comes after it: the same for all of an item in a format. */
const stemOf = (item_id: number, format: string): string => `export-${item_id}-${format}-`

/** Removes the oldest exports of an item, so that `count` remain. */
async function prune(place: Place, stem: string, count: number): Promise<void> {
  const names = [...(await place.list()).keys()].filter(
    (name) => name.startsWith(stem) && /^\d{8}-\d{6}Z\.\w+$/.test(name.slice(stem.length)),
  )
  for (const name of names.toSorted().toReversed().slice(count)) await place.remove(name)
}

/** Copies a file to a place, where it is whole or not at all. */
async function copyTo(place: Place, name: string, path: string, signal: AbortSignal): Promise<number> {
  const { size } = await stat(path)
  const sink = await place.write(name, size)
  try {
    for await (const chunk of createReadStream(path)) {
      signal.throwIfAborted()
      await sink.write(chunk as Uint8Array)
    }
    await sink.close()
    return size
  } catch (error) {
    await sink.abort()
    throw error
  }
}

/**
 * Starts the exports of the settings in the background: one file of each project, in the place of the backups. Resolves
 * when they have ended; while some are running, those are waited for.
 */
export function startExports(app: App, actor: Actor | undefined): Promise<void> {
  const current = running.get(app)
  if (current) return current.ended
  const live: Live = { controller: new AbortController(), ended: Promise.resolve() }
  running.set(app, live)
  live.ended = exportAll(app, actor ?? { uid: 0, username: '', ip: '' }, live.controller.signal)
    .catch((error: unknown) => app.log.error({ err: error }, 'the result of scheduled exports could not be stored'))
    .finally(() => {
      running.delete(app)
      app.background.delete(live.ended)
    })
  app.background.add(live.ended)
  return live.ended
}

/** Ends the running exports. */
export async function stopExports(app: App): Promise<void> {
  const live = running.get(app)
  live?.controller.abort(new Error('the server is stopping'))
  await live?.ended
}

async function exportAll(app: App, by: Actor, signal: AbortSignal): Promise<void> {
  const run: ExportRun = { start_time: nowSeconds(app), end_time: 0, files: 0, bytes: 0, failed: [] }
  let detail = ''
  try {
    const form = await readBackupForm(app.db)
    const settings = placeOfForm(form, app.config)
    const place = await openPlace(settings)
    detail = `${form.export_format}: ${place.name}`
    await requireKnown(place, settings)
    const isOwn = await ownPlace(place, app.config.data, { now: run.start_time, isTakeover: false })
    await exportItems(app, { form, place, isOwn, signal }, run)
  } catch (error) {
    // the server is stopping: its next start makes them
    if (signal.aborted) return
    const { text, values } = error instanceof StartError ? error : failedWith(error)
    app.log.error({ err: error }, cliText(app.config.language, text, values))
    run.error = { text, values }
  }
  run.end_time = nowSeconds(app)
  await upsertOption(app.db, 'export_run', JSON.stringify(run))
  const isFailed = run.error !== undefined || run.failed.length > 0
  const words = [detail, `${run.files} files`, ...(run.failed.length > 0 ? [`${run.failed.length} failed`] : [])]
  const entry = { ...by, action: isFailed ? 'exportsFailed' : 'exportsMade', detail: words.join(', ') } as const
  await recordAudit(app.db, entry, run.end_time)
}

const failedWith = (error: unknown) => new StartError('backupFailed', { detail: (error as Error).message ?? '' })

async function exportItems(
  app: App,
  { form, place, isOwn, signal }: { form: BackupForm; place: Place; isOwn: boolean; signal: AbortSignal },
  run: ExportRun,
): Promise<void> {
  const first = (await listUsers(app.db)).find((one) => one.groupid === 1 && !one.is_disabled)
  const user = first && (await findUser(app.db, first.uid))
  if (!user) throw new StartError('noAdministrator')
  const visitor = { user, grantOf: () => undefined, itemPassword: undefined, ip: '' }
  const format = form.export_format as ExportFormatName
  const lang = app.config.language
  const stamp = backupName(run.start_time).slice('docstead-'.length, -'.tar'.length)
  for (const { item_id, item_name, item_type } of await listExportedItems(app.db, exportedIds(form.export_items))) {
    if (!canExportAs(item_type, format)) continue
    const path = app.files.incomingPath()
    try {
      const item = await requireItem(app, visitor, item_id, 'edit')
      const by = { app, user, item, visitor, ip: '' }
      const scope = { cat_id: 0, page_id: 0 }
      await makeExportFile(by, { format, scope, lang }, path, { onPage: () => undefined, signal }).catch(
        (error: unknown) => {
          if (error instanceof AppError || signal.aborted || isDiskFull(error)) throw error
          // one project that cannot be written must not end the exports of the others
          app.log.error({ err: error, item_id }, 'a scheduled export failed')
          return fail('internal')
        },
      )
      const stem = stemOf(item_id, format)
      const name = `${stem}${stamp}.${exportFormats[format].extension}`
      run.bytes += await copyTo(place, name, path, signal)
      run.files += 1
      // in another site's place, items of the same numbers are other items
      if (isOwn) await prune(place, stem, Number(form.export_count))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { errorName, values } = error
      if (run.failed.length < failedMost)
        run.failed.push({ item_name, error_name: errorName, error_message: errorText(lang, errorName, values) })
    } finally {
      await rm(path, { force: true })
    }
  }
}

/** Makes the exports if they are due. */
export async function checkExports(app: App): Promise<void> {
  if (running.has(app)) return
  const { next_time } = await readExportStatus(app)
  if (running.has(app) || next_time === undefined || next_time > nowSeconds(app)) return
  await startExports(app, undefined)
}
