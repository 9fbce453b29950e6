import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathsIn } from '#src/core/data-folder.ts'
import { copyDatabase, inspectDatabase } from '#src/db/engine.ts'
import { syncFolder } from '#src/db/sync-folder.ts'

const copyTo = (data: string, path: string): Promise<void> =>
  inspectDatabase(pathsIn(data).database, (open) => copyDatabase(open, path))

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
