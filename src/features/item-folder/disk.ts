import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '#src/core/config.ts'
import { type FileLock, isLocked, lockFile } from '#src/db/engine.ts'

/** The folder of the state. */
export const stateFolder = '.docstead'

/** Returns the hash by which a file is recognised. */
export const hashOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('base64url')

/** What is in the folder, without names that begin with a dot. */
export interface Listing {
  files: Set<string>
  folders: Set<string>
  /** Links and other things that are neither files nor folders. */
  others: Set<string>
}

/** Returns the folders above a path, from the top down. */
export const foldersAbove = (path: string): string[] => {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
}

/** Returns the folder of a path; '' for the top. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** Returns the last part of a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/**
 * The folder on the disk. Every path is below it: parts such as `..` are rejected, and so are paths that lead through a
 * link.
 */
export class Disk {
  readonly root: string
  /** Folders that are known to be real ones. */
  readonly #checked = new Set([''])

  private constructor(root: string) {
    this.root = root
  }

  /** Opens a folder, and creates it when `create` is set. @throws {StartError} notFolder, folderMissing */
  static async open(path: string, create: boolean): Promise<Disk> {
    if (create) await mkdir(path, { recursive: true }).catch(() => undefined)
    const found = await realpath(path).catch(() => undefined)
    const kind = found === undefined ? undefined : await lstat(found)
    if (found === undefined || !kind) throw new StartError('folderMissing', { path })
    if (!kind.isDirectory()) throw new StartError('folderBlocked', { path })
    return new Disk(found)
  }

  /** Returns the path on the disk. @throws {StartError} folderBlocked for one that would leave the folder */
  #absolute(path: string): string {
    const isBad = (part: string) => part === '' || part === '.' || part === '..' || /[\u0000\\]/.test(part)
    if (path.split('/').some(isBad)) throw new StartError('folderBlocked', { path })
    return join(this.root, path)
  }

  /** Creates a folder and those above it. @throws {StartError} folderBlocked when something else has its name */
  async makeFolder(path: string): Promise<void> {
    for (const folder of path === '' ? [] : [...foldersAbove(path), path]) {
      if (this.#checked.has(folder)) continue
      const at = this.#absolute(folder)
      // pages of one folder are written at the same time
      await mkdir(at).catch((error: { code?: string }) => (error.code === 'EEXIST' ? undefined : Promise.reject(error)))
      if (!(await lstat(at)).isDirectory()) throw new StartError('folderBlocked', { path: folder })
      this.#checked.add(folder)
    }
  }

  /** Whether a path leads to a file without a link on the way. */
  async #isFile(path: string): Promise<boolean> {
    for (const folder of foldersAbove(path)) {
      if (this.#checked.has(folder)) continue
      const found = await lstat(this.#absolute(folder)).catch(() => undefined)
      if (!found?.isDirectory()) return false
      this.#checked.add(folder)
    }
    return (await lstat(this.#absolute(path)).catch(() => undefined))?.isFile() ?? false
  }

  /** Returns the bytes of a file; undefined when there is none, or a link leads to it. */
  async read(path: string): Promise<Buffer | undefined> {
    if (!(await this.#isFile(path))) return undefined
    const handle = await open(this.#absolute(path), constants.O_RDONLY | constants.O_NOFOLLOW)
    try {
      return await handle.readFile()
    } finally {
      await handle.close()
    }
  }

  /**
   * Keeps other pulls and pushes out of the folder until the lock is released, or the process ends.
   *
   * @throws {StartError} folderInUse, folderBlocked
   */
  async lock(): Promise<FileLock> {
    const path = `${stateFolder}/lock`
    try {
      await this.append('lock', '')
      return lockFile(this.#absolute(path))
    } catch (error) {
      if (isLocked(error)) throw new StartError('folderInUse', { path: this.root })
      if ((error as NodeJS.ErrnoException).code === 'ELOOP') throw new StartError('folderBlocked', { path })
      throw error
    }
  }

  /** Writes a file as a whole: it is there with its former bytes or with these. @throws {StartError} folderBlocked */
  async write(path: string, bytes: Uint8Array): Promise<void> {
    await this.makeFolder(folderOf(path))
    await this.makeFolder(stateFolder)
    const found = await lstat(this.#absolute(path)).catch(() => undefined)
    if (found && !found.isFile()) throw new StartError('folderBlocked', { path })
    const part = this.#absolute(`${stateFolder}/new-${randomBytes(6).toString('hex')}`)
    try {
      const handle = await open(part, 'wx')
      try {
        await handle.writeFile(bytes)
        // after a power failure too, the state is there
        if (folderOf(path) === stateFolder) await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(part, this.#absolute(path))
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  }

  /** Moves a file. @throws {StartError} folderBlocked when something has that name already */
  async move(from: string, to: string): Promise<void> {
    await this.makeFolder(folderOf(to))
    if (await lstat(this.#absolute(to)).catch(() => undefined)) throw new StartError('folderBlocked', { path: to })
    await rename(this.#absolute(from), this.#absolute(to))
  }

  /** Removes a file. */
  async remove(path: string): Promise<void> {
    if (await this.#isFile(path)) await rm(this.#absolute(path), { force: true })
  }

  /** Removes folders that are empty, and then those above them. */
  async removeEmpty(folders: Iterable<string>): Promise<void> {
    const all = new Set([...folders].flatMap((one) => [...foldersAbove(one), one]).filter(Boolean))
    for (const folder of [...all].toSorted((one, other) => other.length - one.length)) {
      if (!(await lstat(this.#absolute(folder)).catch(() => undefined))?.isDirectory()) continue
      const isGone = await rmdir(this.#absolute(folder)).then(
        () => true,
        () => false,
      )
      if (isGone) this.#checked.delete(folder)
    }
  }

  /** Lists everything below the folder. @throws {StartError} sourceUnreadable */
  async list(): Promise<Listing> {
    const listing: Listing = { files: new Set(), folders: new Set(), others: new Set() }
    const visit = async (folder: string) => {
      const entries = await readdir(join(this.root, folder), { withFileTypes: true })
      for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
        if (entry.name.startsWith('.')) continue
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`
        if (entry.isDirectory()) {
          listing.folders.add(path)
          this.#checked.add(path)
          await visit(path)
        } else if (entry.isFile() && !path.includes('\\')) listing.files.add(path)
        else listing.others.add(path)
      }
    }
    await visit('')
    return listing
  }

  /** Whether nothing but names that begin with a dot is in the folder. */
  async isEmpty(): Promise<boolean> {
    return (await readdir(this.root)).every((name) => name.startsWith('.'))
  }

  /** Adds lines to a file of the state. */
  async append(name: string, lines: string): Promise<void> {
    await this.makeFolder(stateFolder)
    const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW
    const handle = await open(join(this.root, stateFolder, name), flags, 0o644)
    try {
      await handle.writeFile(lines)
    } finally {
      await handle.close()
    }
  }

  /** Returns the files of the state whose names begin so. */
  async stateNames(prefix: string): Promise<string[]> {
    if (!(await lstat(join(this.root, stateFolder)).catch(() => undefined))?.isDirectory()) return []
    return (await readdir(join(this.root, stateFolder))).filter((name) => name.startsWith(prefix))
  }
}
