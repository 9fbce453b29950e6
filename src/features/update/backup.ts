import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '#src/core/config.ts'
import { pathsIn } from '#src/core/data-folder.ts'
import { fail } from '#src/core/errors.ts'
import { copyDatabase, inspectDatabase } from '#src/db/engine.ts'
import { syncFolder } from '#src/db/sync-folder.ts'
import { type BackupLock, lockBackups } from '#src/features/backup/index.ts'

const copyTo = (data: string, path: string): Promise<void> =>
  inspectDatabase(pathsIn(data).database, (open) => copyDatabase(open, path))

/**
 * Keeps backups and restores of other processes away: a backup has the database open, which an update may replace.
 *
 * @throws {AppError} updateBackupRunning
 */
export const keepBackupsAway = (data: string): Promise<BackupLock> =>
  lockBackups(data).catch((error: unknown) => {
    if (error instanceof StartError && error.text === 'backupBusy') return fail('updateBackupRunning')
    throw error
  })

/**
 * Makes a checked copy of the database in `backups/` while the server runs, for people: an update itself never needs it.
 *
 * @returns its path
 * @throws {DamagedCopy} and what the system reports
 */
export async function backUp(data: string, version: string, now: Date): Promise<string> {
  const folder = join(data, 'backups')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `before-version-${version}-${now.toISOString().replaceAll(/[:.]/g, '-')}.db`)
  await copyTo(data, path)
  await syncFolder(folder)
  return path
}

/** Makes a data folder with a copy of the database, on which a new version can be tried; the returned function removes it. */
export async function copyForTrial(data: string, folder: string): Promise<() => Promise<void>> {
  const remove = () => rm(folder, { recursive: true, force: true })
  await remove()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await copyTo(data, pathsIn(folder).database)
    return remove
  } catch (error) {
    await remove()
    throw error
  }
}

/** Returns the size of a data folder's database in bytes. */
export const databaseBytes = async (data: string): Promise<number> =>
  (await stat(pathsIn(data).database).catch(() => undefined))?.size ?? 0
