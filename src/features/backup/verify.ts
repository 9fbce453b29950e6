import { access, constants } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { StartError } from '#src/core/config.ts'
import { openCopy } from '#src/db/engine.ts'
import { findPage } from '#src/features/page/index.ts'
import type { ArchiveSource } from './archive.ts'
import { checkBackup } from './check.ts'
import type { OnProgress } from './create.ts'
import { databaseName, type Summary } from './format.ts'
import { type Place, readNote, writeNote } from './place.ts'
import { samplePages } from './queries.ts'
import { type RunTask, runTask } from './run-task.ts'
import { withWorkFolder } from './work-folder.ts'
import type { CheckTask } from './worker-message.ts'

/** What a check of a backup found. */
export interface VerifiedBackup {
  summary: Summary
  /** How many pages were read through the product's own queries. */
  pages_read: number
}

const sampleSize = 200

/** Reads pages of an unpacked database as the product does. Returns how many. @throws {StartError} backupDamaged */
export async function readPages(source: string, path: string): Promise<number> {
  const open = openCopy(path)
  try {
    const pages = await samplePages(open.db, sampleSize)
    for (const { page_id, item_id } of pages) {
      // in a server, requests come in between
      await nextTurn()
      const page = await findPage(open.db, { item_id }, page_id)
      if (typeof page?.page_content !== 'string')
        throw new StartError('backupDamaged', { path: source, detail: `page ${page_id}` })
    }
    return pages.length
  } finally {
    await open.close()
  }
}

type Source = { name: string } & Pick<CheckTask, 'source'>

/**
 * Verifies a backup: reads all of it, checks every hash, unpacks the database to a temporary folder, checks it and reads
 * pages from it.
 *
 * @param work the folder that gets the temporary one
 * @param run does the reading, in this thread or in a worker
 */
async function verify(
  { name, source }: Source,
  work: string,
  { run, onProgress }: { run: RunTask; onProgress: OnProgress },
): Promise<VerifiedBackup> {
  return withWorkFolder(work, '.check-', async (folder) => {
    const summary = await run({ action: 'check', source, folder }, onProgress)
    return { summary, pages_read: await readPages(name, join(folder, databaseName)) }
  })
}

const canWrite = (folder: string): Promise<boolean> =>
  access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )

/** Options of a check. */
interface VerifyOptions {
  /** The folder for the unpacked database; when left out, next to the file if that can be written. */
  work?: string
  onProgress?: OnProgress
  /** Does the reading: in this thread when left out. */
  run?: RunTask
}

/**
 * Verifies a backup in a file: reads all of it, checks every hash, unpacks the database to a temporary folder, checks it
 * and reads pages from it.
 *
 * @throws {StartError} backupMissing, backupForeign, backupDamaged, backupFilesDamaged, backupNewer, backupSchemaNewer,
 *   diskFull
 */
export async function verifyBackup(file: string, options: VerifyOptions = {}): Promise<VerifiedBackup> {
  const { run = runTask, onProgress = () => undefined } = options
  const work = options.work ?? ((await canWrite(dirname(file))) ? dirname(file) : tmpdir())
  return verify({ name: file, source: { file } }, work, { run, onProgress })
}

/** Verifies a backup of any source in this thread, as `verifyBackup` does. */
export async function verifySource(
  source: ArchiveSource,
  { onProgress = () => undefined }: { onProgress?: OnProgress } = {},
): Promise<VerifiedBackup> {
  const folder = dirname(source.name)
  const work = (await canWrite(folder)) ? folder : tmpdir()
  return withWorkFolder(work, '.check-', async (path) => {
    const summary = await checkBackup(source, path, onProgress)
    return { summary, pages_read: await readPages(source.name, join(path, databaseName)) }
  })
}

/** Verifies a backup of a place, as `verifyBackup` does, and notes the result there. */
export async function verifyPlaced(
  at: { place: Place; name: string; work: string; now: number },
  options: { run: RunTask; onProgress: OnProgress },
): Promise<VerifiedBackup> {
  const { place, name, work, now } = at
  const note = await readNote(place, name)
  try {
    const source = { place: place.settings, name }
    const verified = await verify({ name: `${place.name}/${name}`, source }, work, options)
    if (note) await writeNote(place, name, { ...note, verified: now, damaged: false })
    return verified
  } catch (error) {
    if (note && error instanceof StartError && /^backup(Damaged|FilesDamaged|Foreign)$/.test(error.text))
      await writeNote(place, name, { ...note, damaged: true })
    throw error
  }
}
