import { randomBytes } from 'node:crypto'
import { existsSync, lstatSync, statSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '#src/core/config.ts'
import { discardDataFolder, lockDataFolder, pathsIn, prepareDataFolder } from '#src/core/data-folder.ts'
import { giveToOwner } from '#src/core/folder-rights.ts'
import { hasFormer, newStagedName, planRestore, restoreSteps } from '#src/core/restore-swap.ts'
import { isUpdating } from '#src/core/update-record.ts'
import { openCopy } from '#src/db/engine.ts'
import { syncFolder } from '#src/db/sync-folder.ts'
import { commandLineActor, recordAudit } from '#src/features/audit/index.ts'
import { beginHistory } from '#src/features/options/index.ts'
import { dropUnsent } from '#src/features/outbox/index.ts'
import { leaveBuckets } from '#src/features/storage/index.ts'
import { type ArchiveSource, readArchive } from './archive.ts'
import { checkDatabase } from './check.ts'
import { noteInDatabase } from './command-line-record.ts'
import { failureOf, type OnProgress } from './create.ts'
import { type Summary, uploadName } from './format.ts'
import { endSessions } from './queries.ts'
import { flushFiles } from './streams.ts'
import { readPages } from './verify.ts'
import { lockBackups, requireRoom } from './work-folder.ts'

/** What a restore did, or would do. */
interface RestoredBackup {
  summary: Summary
  pages_read: number
  /** The folder with the former content; undefined when there was none, or nothing was changed. */
  former: string | undefined
}

/** Options of a restore. */
interface RestoreOptions {
  /** Only tries: changes nothing. */
  isDryRun?: boolean
  onProgress?: OnProgress
  now?: Date
}

/**
 * Restores a backup into a data folder that no server uses: unpacks it next to the present content, checks all of it,
 * and only then exchanges both by renaming. The former content stays. Whatever ends the process, the folder has the
 * former or the restored content, and can be started. Everybody signs in again: a session that has ended since the backup
 * must not come to life.
 *
 * @throws {StartError} those of `verifyBackup`, dataInUse, backupBusy, restoreUpdating, noRoom, restoreOtherDisk; nothing has been
 *   changed then
 */
export async function restoreBackup(
  source: ArchiveSource,
  data: string,
  options: RestoreOptions = {},
): Promise<RestoredBackup> {
  const isLeftAsItWas = options.isDryRun === true && !existsSync(data)
  prepareDataFolder(data)
  requireNoUpdate(data)
  const lock = lockDataFolder(data)
  try {
    requireNoUpdate(data) // one may have begun since
    const backups = await lockBackups(data)
    try {
      return await restore(source, data, options)
    } catch (error) {
      const known = failureOf(error, data, data)
      if (known instanceof StartError) await noteFailure(data, source.name, known, options.now ?? new Date())
      throw known
    } finally {
      backups.release()
    }
  } finally {
    try {
      giveToOwner(data)
    } finally {
      if (isLeftAsItWas) discardDataFolder(data)
      lock.release()
    }
  }
}

async function restore(source: ArchiveSource, data: string, options: RestoreOptions): Promise<RestoredBackup> {
  const { isDryRun = false, onProgress = () => undefined, now = new Date() } = options
  requireOneDisk(data)
  const name = newStagedName(randomBytes(8).toString('hex'))
  const staged = join(data, name)
  await mkdir(staged, { mode: 0o700 })
  try {
    const { summary, pages_read } = await stage(source, { data, staged, onProgress, now })
    if (isDryRun) return { summary, pages_read, former: undefined }
    const former = hasFormer(data) ? `before-restore-${now.toISOString().replaceAll(/[:.]/g, '-')}` : ''
    planRestore(data, { staged: name, former })
    for (const _step of restoreSteps(data));
    return { summary, pages_read, former: former === '' ? undefined : join(data, former) }
  } finally {
    await rm(staged, { recursive: true, force: true })
  }
}

/**
 * Checks that no update is between two versions: it would put its copy of the database over what is restored. It gives the
 * data folder's lock away for a moment between its steps, so the lock alone does not say so.
 *
 * @throws {StartError} restoreUpdating
 */
function requireNoUpdate(data: string): void {
  if (isUpdating(data)) throw new StartError('restoreUpdating', { path: data })
}

/** Checks that the uploads can be exchanged by renaming. @throws {StartError} restoreOtherDisk */
function requireOneDisk(data: string): void {
  const { uploads } = pathsIn(data)
  if (!existsSync(uploads)) return
  if (lstatSync(uploads).isSymbolicLink() || statSync(uploads).dev !== statSync(data).dev)
    throw new StartError('restoreOtherDisk', { path: uploads })
}

/** Unpacks a backup and checks it. */
async function stage(
  source: ArchiveSource,
  at: { data: string; staged: string; onProgress: OnProgress; now: Date },
): Promise<{ summary: Summary; pages_read: number }> {
  const { data, staged, now } = at
  const paths = pathsIn(staged)
  const folders = new Set([paths.uploads, join(paths.uploads, 'incoming')])
  const written: string[] = []
  for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o700 })
  const { files, ...summary } = await readArchive(source, {
    database: paths.database,
    config: join(staged, 'config.json'),
    requireRoom: ({ database_bytes, upload_bytes }) => requireRoom(data, database_bytes + upload_bytes),
    async upload(stored) {
      const folder = join(paths.uploads, stored.slice(0, 2))
      if (!folders.has(folder)) await mkdir(folder, { mode: 0o700 })
      folders.add(folder)
      const path = join(staged, uploadName(stored))
      written.push(path)
      return path
    },
    onProgress: (done, total) => at.onProgress(Math.min(1, done / Math.max(1, total)) * 0.6, 1),
  })
  await checkDatabase(source.name, paths.database, { ...summary, files })
  const pages_read = await readPages(source.name, paths.database)
  const open = openCopy(paths.database)
  try {
    await endSessions(open.db)
    // the backup has brought all files, also those that were in a bucket
    await leaveBuckets(open.db)
    // those that follow must not take a former state for the next one
    await beginHistory(open.db)
    // what waited then was sent since
    await dropUnsent(open.db, Math.floor(now.getTime() / 1000))
    const detail = `${new Date(summary.time * 1000).toISOString()}, ${source.name}`
    await recordAudit(open.db, { ...commandLineActor, action: 'restored', detail }, Math.floor(now.getTime() / 1000))
  } finally {
    await open.close()
  }
  const config = join(staged, 'config.json')
  await flushFiles([paths.database, ...(existsSync(config) ? [config] : []), ...written])
  for (const folder of [...folders, staged]) await syncFolder(folder)
  return { summary, pages_read }
}

/** Writes a failed restore into the audit log of the present database, if it can take it. */
const noteFailure = (data: string, source: string, error: StartError, now: Date): Promise<void> =>
  noteInDatabase(data, (db) => {
    const entry = { ...commandLineActor, action: 'restoreFailed', detail: `${source}: ${error.text}` } as const
    return recordAudit(db, entry, Math.floor(now.getTime() / 1000))
  })
