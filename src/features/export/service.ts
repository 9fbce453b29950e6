import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { type ExportFormatName, exportFormats } from '#shared/export-formats.ts'
import type { User } from '#src/access/caller.ts'
import { type ItemAccess, isInScope } from '#src/access/item-access.ts'
import { requireItem } from '#src/access/permissions.ts'
import type { App } from '#src/core/app.ts'
import { AppError, fail } from '#src/core/errors.ts'
import type { FileResponse } from '#src/core/file-response.ts'
import { newStoredName } from '#src/core/files.ts'
import type { Lang } from '#src/core/i18n.ts'
import { transact } from '#src/db/database.ts'
import {
  type JobInput,
  type JobNote,
  type JobRun,
  parseJobInput,
  removeJobsBeyond,
  requireOwnJob,
  runJob,
} from '#src/features/job/index.ts'
import { findUser } from '#src/features/user/index.ts'
import { type PreparedExport, prepareExport } from './formats.ts'
import { allCatalogs, allPages, partOf, type Tree } from './scope.ts'
import { acquireJobSlot, type Exporter, type ExportScope, recordExport } from './source.ts'
import { exportJobLimits, writeExport } from './worker-client.ts'
import type { ExportDraft, ExportNote } from './worker-message.ts'

/** What a person wants to export. */
interface ExportRequest {
  format: ExportFormatName
  scope: ExportScope
  /** The language of what the file says itself. */
  lang: Lang
}

/** What the job of an export stores. */
interface ExportJobInput extends JobInput {
  stored_name: string
  item_id: number
  /** The catalogs in the file, and of the pages in it: 0 for pages outside catalogs. */
  catalogs: number[]
}

/** The most finished exports that a person keeps; each may have a file of gigabytes. */
const keptMost = 10

/** The most notes that are stored, and the length of the text in one. */
const notesMost = 100
const detailMost = 300

/** Returns notes as a job stores them. */
function storedNotes(notes: readonly ExportNote[]): { notes: JobNote[]; note_count: number } {
  const shown = notes.slice(0, notesMost).map(({ page_title, reason, detail }) => ({
    name: page_title,
    reason,
    detail: detail.slice(0, detailMost).toWellFormed(),
  }))
  return { notes: shown, note_count: notes.length }
}

/** Returns the ids of all catalogs that something of a tree is in; 0 for pages outside catalogs. */
const catalogsOf = (tree: Tree): number[] => [
  ...new Set([...allCatalogs(tree), ...allPages(tree)].map(({ cat_id }) => cat_id)),
]

/**
 * Checks that a user may export all of these catalogs at this moment, and returns the proof.
 *
 * @throws {AppError} exportRightEnded
 */
async function requireExportRight(
  app: App,
  uid: number,
  item_id: number,
  catalogs: readonly number[],
): Promise<ItemAccess<'edit'>> {
  const user = await findUser(app.db, uid)
  if (!user || user.is_disabled) return fail('exportRightEnded')
  const visitor = { user, grantOf: () => undefined, itemPassword: undefined, ip: '' }
  const item = await requireItem(app, visitor, item_id, 'edit').catch((error: unknown) =>
    error instanceof AppError ? fail('exportRightEnded') : Promise.reject(error as Error),
  )
  return catalogs.every((cat_id) => isInScope(item, cat_id)) ? item : fail('exportRightEnded')
}

/** Observes the writing of an export. */
interface ExportProgress {
  /** Called after each page that has been passed on to the file. */
  onPage(): void
  /** Called before each slice of pages; throws to end the export. */
  onSlice?(): void | Promise<void>
  signal: AbortSignal
}

/** Returns a draft whose parts report how far they are. */
function observed(draft: ExportDraft, progress: ExportProgress): ExportDraft {
  async function* parts() {
    for await (const list of draft.parts) {
      progress.signal.throwIfAborted()
      await progress.onSlice?.()
      yield list
      for (const part of list) if ('page' in part || 'sitePage' in part) progress.onPage()
    }
  }
  return { ...draft, parts: parts() }
}

/**
 * Writes a prepared export to `path`, a file that does not exist yet; after an error there is none.
 *
 * @throws {AppError} exportTooLarge, exportTooSlow, exportTooManyCells; exportRightEnded when the user has lost the
 *   right in the meantime
 */
async function writePrepared(
  { app, user, item }: Pick<Exporter, 'app' | 'user' | 'item'>,
  { source, draft }: PreparedExport,
  path: string,
  progress: ExportProgress,
): Promise<ExportNote[]> {
  const catalogs = catalogsOf(source.tree)
  const onSlice = async () => {
    await requireExportRight(app, user.uid, item.item_id, catalogs)
  }
  const notes = await writeExport(path, observed(draft, { ...progress, onSlice }), exportJobLimits, progress.signal)
  try {
    progress.signal.throwIfAborted()
    await onSlice()
    return notes
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/**
 * Exports to `path`, a file that does not exist yet; after an error there is none. The caller records it.
 *
 * @param progress hears of the pages done, and of how many there are
 * @returns the title of what was exported, its number of pages, and what could not be put into the file as it is
 * @throws {AppError} catalogGone, pageGone, and those of `writePrepared`
 */
export async function makeExportFile(
  exporter: Omit<Exporter, 'detail'>,
  { format, scope, lang }: ExportRequest,
  path: string,
  progress: { onPage(done: number, total: number): void; signal: AbortSignal },
): Promise<{ title: string; pages: number; notes: ExportNote[] }> {
  const by = { ...exporter, detail: '' }
  const prepared = await prepareExport(by, format, scope, lang)
  const total = allPages(prepared.source.tree).length
  let done = 0
  const onPage = () => progress.onPage(++done, total)
  const notes = await writePrepared(by, prepared, path, { onPage, signal: progress.signal })
  return { title: prepared.source.title, pages: total, notes }
}

/** As `makeExportFile`, and records the export in the change log and the audit log. */
export async function exportToFile(
  exporter: Omit<Exporter, 'detail'>,
  request: ExportRequest,
  path: string,
  progress: { onPage(done: number, total: number): void; signal: AbortSignal },
): Promise<{ title: string; pages: number; notes: ExportNote[] }> {
  const made = await makeExportFile(exporter, request, path, progress)
  const by = { ...exporter, detail: `${request.format}${partOf(request.scope)}` }
  await transact(by.app.db, (tx) => recordExport(tx, by))
  return made
}

/**
 * Starts an export, which continues as a job after this function has returned. Its file is kept for a day.
 *
 * @returns the id of the job
 * @throws {AppError} catalogGone, pageGone, exportTooLarge, tooManyRequests, stopping
 */
export async function startExport(
  exporter: Omit<Exporter, 'detail'>,
  { format, scope, lang }: ExportRequest,
): Promise<string> {
  const by = { ...exporter, detail: `${format}${partOf(scope)}` }
  const { app, user } = by
  const leave = acquireJobSlot(user.uid)
  try {
    const prepared = await prepareExport(by, format, scope, lang)
    await removeJobsBeyond(app, user.uid, 'export', keptMost - 1)
    const { title, tree } = prepared.source
    const input = { stored_name: newStoredName() }
    const total = allPages(tree).length
    const { job_id } = await runJob(app, user, { kind: 'export', title, total, input }, async (run) => {
      try {
        return await produce(by, format, prepared, run, input.stored_name)
      } finally {
        leave()
      }
    })
    return job_id
  } catch (error) {
    leave()
    throw error
  }
}

/** Writes the file of an export, stores it, and records the export. Leaves nothing behind when it fails. */
async function produce(
  by: Exporter,
  format: ExportFormatName,
  prepared: PreparedExport,
  run: JobRun,
  stored_name: string,
): Promise<number> {
  const { app, user, item } = by
  const path = app.files.incomingPath()
  try {
    const notes = await writePrepared(by, prepared, path, { onPage: run.step, signal: run.signal })
    const { size: bytes } = await stat(path)
    await app.files.storeAs(path, stored_name)
    run.requireWanted()
    const result: ExportJobInput = {
      stored_name,
      item_id: item.item_id,
      catalogs: catalogsOf(prepared.source.tree),
      file: { name: prepared.file.downloadAs, bytes, format },
      ...storedNotes(notes),
    }
    await transact(app.db, async (tx) => {
      await recordExport(tx, by)
      await run.finish(tx, item.item_id, result)
    })
    app.log.info({ uid: user.uid, item_id: item.item_id, format, bytes }, 'an item was exported')
    return item.item_id
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * Returns the file of a user's export that is done.
 *
 * @throws {AppError} jobGone, exportNotReady, exportRightEnded
 */
export async function openExportFile(app: App, user: User, job_id: string): Promise<FileResponse> {
  const job = await requireOwnJob(app, user, job_id)
  if (job.kind !== 'export') fail('jobGone')
  if (job.state !== 'done') fail('exportNotReady')
  const { stored_name, item_id, catalogs, file } = parseJobInput<ExportJobInput>(job)
  await requireExportRight(app, user.uid, item_id, catalogs)
  const sizeBytes = await app.files.size(stored_name)
  if (sizeBytes === undefined || !file) return fail('jobGone')
  const path = app.files.pathOf(stored_name)
  const { type } = exportFormats[file.format as ExportFormatName]
  return { type, sizeBytes, downloadAs: file.name, maxAge: 0, read: (range) => createReadStream(path, range) }
}
