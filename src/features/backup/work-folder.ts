import { randomBytes } from 'node:crypto'
import { constants, readdirSync, statfsSync, statSync } from 'node:fs'
import { copyFile, link, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { backupLockPath, backupSignPath, backupsIn } from '#src/core/backup-lock.ts'
import { StartError } from '#src/core/config.ts'
import { pathsIn } from '#src/core/data-folder.ts'
import { giveToOwner, removeLeftover } from '#src/core/folder-rights.ts'
import { type FileLock, isLocked, lockFile } from '#src/db/engine.ts'
import { uploadName } from './format.ts'
import { removeFile } from './streams.ts'

export { backupsIn }

/** Folders for what is in work: of backups, which have the lock, and of checks, which have not. */
type WorkPrefix = '.work-' | '.check-'

const checkSeconds = 86_400
const holdPrefix = '.held-'

/** The right to back up a data folder: one backup at a time, also among processes. */
export interface BackupLock {
  release(): void
}

/**
 * Takes the right to back up a data folder, and removes what backups left behind that were killed.
 *
 * @throws {StartError} backupBusy
 */
export async function lockBackups(data: string): Promise<BackupLock> {
  const folder = backupsIn(data)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let lock: FileLock
  try {
    lock = lockFile(backupLockPath(data))
  } catch (error) {
    if (isLocked(error)) throw new StartError('backupBusy', { path: data })
    throw error
  }
  let sign: FileLock | undefined
  const release = () => {
    sign?.release()
    lock.release()
  }
  try {
    sign = await lockSign(data)
    // also when this process is killed: the server takes the same locks
    giveToOwner(data, (name) => name === 'backups')
    removeLeftovers(data)
    return { release }
  } catch (error) {
    release()
    throw error
  }
}

// A process that only checks whether a backup is made holds the lock for less than a millisecond.
const glanceMs = 10
const glancesMost = 500

/** Locks the sign that a backup is made. Only those who look contend for it. */
async function lockSign(data: string): Promise<FileLock> {
  for (let attempt = 1; ; attempt++) {
    try {
      return lockFile(backupSignPath(data))
    } catch (error) {
      if (!isLocked(error) || attempt === glancesMost) throw error
      await wait(glanceMs)
    }
  }
}

function removeLeftovers(data: string): void {
  for (const [folder, prefix] of [
    [backupsIn(data), '.work-'],
    [backupsIn(data), '.check-'],
    [pathsIn(data).uploads, holdPrefix],
  ] as const) {
    let names: string[]
    try {
      names = readdirSync(folder)
    } catch {
      continue
    }
    for (const name of names) {
      const path = join(folder, name)
      const isOld = () => statSync(path).mtimeMs < Date.now() - checkSeconds * 1000
      if (name.startsWith(prefix) && (prefix !== '.check-' || isOld())) removeLeftover(path)
    }
  }
}

/** Runs `operation` with a new empty folder, which is removed afterwards. */
export async function withWorkFolder<T>(
  parent: string,
  prefix: WorkPrefix,
  operation: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = join(parent, prefix + randomBytes(8).toString('hex'))
  await mkdir(folder, { mode: 0o700 })
  try {
    return await operation(folder)
  } finally {
    for (const name of await readdir(folder)) await removeFile(join(folder, name))
    await rm(folder, { recursive: true, force: true })
  }
}

// A full disk would keep people from saving: so much stays free.
const spareBytes = 256 * 1024 * 1024

const gigabytes = (bytes: number): number => Math.ceil(bytes / 1e8) / 10

/** Checks that a folder has room for so many bytes and some more. @throws {StartError} noRoom */
export function requireRoom(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  const needed = bytes + spareBytes
  const free = bavail * bsize
  if (free < needed) throw new StartError('noRoom', { path: folder, needed: gigabytes(needed), free: gigabytes(free) })
}

// File systems without hard links, or with too many of them on one file.
const noLink = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'])

const linksAtOnce = 32

/** Uploaded files as they are at this moment, for as long as a backup needs them: deleting one does not end them. */
export class HeldUploads {
  readonly #uploads: string
  readonly #folder: string
  readonly #held = new Set<string>()

  private constructor(uploads: string, folder: string) {
    this.#uploads = uploads
    this.#folder = folder
  }

  static async create(data: string): Promise<HeldUploads> {
    const { uploads } = pathsIn(data)
    const folder = join(uploads, holdPrefix + randomBytes(8).toString('hex'))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return new HeldUploads(uploads, folder)
  }

  /** Holds files by their stored names, those that are held already too. Returns the names of missing ones. */
  async hold(names: readonly string[]): Promise<string[]> {
    const missing: string[] = []
    const wanted = names.filter((name) => !this.#held.has(name))
    for (let at = 0; at < wanted.length; at += linksAtOnce) {
      const some = wanted.slice(at, at + linksAtOnce)
      await Promise.all(
        some.map(async (name) => {
          if (await this.#holdOne(name)) this.#held.add(name)
          else missing.push(name)
        }),
      )
    }
    return missing
  }

  async #holdOne(name: string): Promise<boolean> {
    const from = join(this.#uploads, uploadName(name).slice('uploads/'.length))
    try {
      await link(from, this.pathOf(name)).catch((error: NodeJS.ErrnoException) => {
        if (!noLink.has(error.code ?? '')) throw error
        return copyFile(from, this.pathOf(name), constants.COPYFILE_FICLONE)
      })
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
      throw error
    }
  }

  pathOf(name: string): string {
    return join(this.#folder, name)
  }

  async release(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true })
  }
}
