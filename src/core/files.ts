import { createHash, randomBytes } from 'node:crypto'
import { constants, type ReadStream } from 'node:fs'
import { copyFile, type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { UploadKind } from '#shared/contract/endpoint.ts'
import { syncFolder } from '#src/db/sync-folder.ts'
import type { Config } from './config.ts'
import type { FileDigest, FileStore, StoredEntry } from './file-store.ts'

const mb = 1024 * 1024

/** The largest file with a new version of the program: an executable has 120 MB. */
const updateMaxBytes = 400_000_000

/** The largest database of another program: one of 100,000 pages with their versions has 1 to 2 GB. */
const siteMaxBytes = 4_000_000_000

/**
 * Returns the maximum size of an upload of a kind, in bytes. Source: specification 9 for images; for attachments it is
 * the default of the setting, because larger ones may be wanted. The limit for imports includes room for the archive's
 * overhead.
 */
export const uploadMaxBytes = (config: Pick<Config, 'upload_max_mb'>, kind: UploadKind): number =>
  ({
    picture: 4 * mb,
    attachment: config.upload_max_mb * mb,
    import: 60_000_000,
    update: updateMaxBytes,
    site: siteMaxBytes,
  })[kind]

// Smaller files are read into memory at once: a stream costs more than the reading.
const readWholeBytes = 256 * 1024

// The images that the readers of a few pages load at the same time.
const keptBytesMost = 16_000_000

/** Returns a new random name for a stored file. */
export const newStoredName = (): string => randomBytes(16).toString('hex')

const storedName = /^[0-9a-f]{32}$/

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path)
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
}

/** The uploads folder: files under random names without extension, and a folder for those still being received. */
export class StoredFiles implements FileStore {
  readonly name: string
  readonly #folder: string
  readonly #incoming: string
  /** Small files that were read last. A stored file never changes: another content has another name. */
  readonly #recent = new LRUCache<string, Buffer>({
    maxSize: keptBytesMost,
    sizeCalculation: ({ length }) => length + 1,
  })

  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, 'uploads')
    this.name = this.#folder
    this.#incoming = join(this.#folder, 'incoming')
  }

  /** Creates the folders and removes files that an earlier run received only partly. Returns how many those were. */
  async prepare(): Promise<number> {
    const made = await mkdir(this.#incoming, { recursive: true, mode: 0o700 })
    if (made !== undefined) for (const folder of [this.#folder, dirname(this.#folder)]) await syncFolder(folder)
    const left = await readdir(this.#incoming)
    await Promise.all(left.map((name) => rm(join(this.#incoming, name), { recursive: true, force: true })))
    return left.length
  }

  /** Returns a new path for a file that is being received. */
  incomingPath(): string {
    return join(this.#incoming, randomBytes(16).toString('hex'))
  }

  /** Runs `work` with a new folder for files that are being received, and deletes what is left in it. */
  async withIncomingFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
    const folder = this.incomingPath()
    await mkdir(folder, { mode: 0o700 })
    try {
      return await work(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  /**
   * Stores a received file permanently: flushes it to the disk, moves it, then flushes its name too. Returns its stored
   * name.
   */
  async store(incomingPath: string): Promise<string> {
    const name = newStoredName()
    await this.storeAs(incomingPath, name)
    return name
  }

  async put(name: string, path: string): Promise<string> {
    await this.storeAs(path, name)
    return ''
  }

  /** As `store`, under the name that the file is to have. */
  async storeAs(incomingPath: string, name: string): Promise<void> {
    await this.storeAll([{ stored_name: name, path: incomingPath }])
  }

  /**
   * Stores files that are already on the same disk under the names that they are to have; `onStored` hears of each before
   * it is moved. They are on the disk when it returns.
   */
  async storeAll(
    files: readonly { stored_name: string; path: string }[],
    onStored?: (stored_name: string) => void,
  ): Promise<void> {
    const folders = new Set<string>()
    let hasNewFolder = false
    for (const { stored_name, path } of files) {
      const to = this.pathOf(stored_name)
      const handle = await open(path, 'r+')
      try {
        await handle.sync()
      } finally {
        await handle.close()
      }
      const made = await mkdir(dirname(to), { recursive: true, mode: 0o700 })
      hasNewFolder ||= made !== undefined
      onStored?.(stored_name)
      await rename(path, to)
      folders.add(dirname(to))
    }
    for (const folder of folders) await syncFolder(folder)
    if (hasNewFolder) await syncFolder(this.#folder)
  }

  /** Returns the path of a stored file, for code that must read all of it. */
  pathOf(name: string): string {
    if (!storedName.test(name)) throw new Error('not the name of a stored file')
    return join(this.#folder, name.slice(0, 2), name)
  }

  /** Returns where a stored file is below the uploads folder: `ab/abcd...`. */
  placeOf(name: string): string {
    return relative(this.#folder, this.pathOf(name)).replaceAll('\\', '/')
  }

  /** Returns the size in bytes of a stored file, or undefined when it is missing. */
  async size(name: string): Promise<number | undefined> {
    try {
      return (await stat(this.pathOf(name))).size
    } catch {
      return undefined
    }
  }

  /** Reads the bytes `start` to `end` (both inclusive) of a stored file; undefined when it is missing or shorter. */
  async read(name: string, range: { start: number; end: number }): Promise<ReadStream | Buffer | undefined> {
    const length = range.end - range.start + 1
    const recent = this.#recent.get(name)
    if (recent) return range.end < recent.length ? recent.subarray(range.start, range.end + 1) : undefined
    const handle = await openIfThere(this.pathOf(name))
    if (!handle || length > readWholeBytes) return handle?.createReadStream(range)
    try {
      // a buffer of its own: a small one would keep the block that it shares with others in memory
      const bytes = Buffer.allocUnsafeSlow(length)
      const { bytesRead } = await handle.read(bytes, 0, length, range.start)
      if (bytesRead !== length) return undefined
      const { size } = await handle.stat()
      if (size === length) this.#recent.set(name, bytes)
      return bytes
    } finally {
      await handle.close()
    }
  }

  async copyTo(name: string, path: string): Promise<FileDigest | undefined> {
    try {
      await link(this.pathOf(name), path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') throw error
        // a file system without hard links
        return copyFile(this.pathOf(name), path, constants.COPYFILE_EXCL)
      })
    } catch (error) {
      if ((error as { code?: string }).code === 'ENOENT') return undefined
      throw error
    }
    return this.digest(name)
  }

  async digest(name: string): Promise<FileDigest | undefined> {
    const handle = await openIfThere(this.pathOf(name))
    if (!handle) return undefined
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of handle.createReadStream({ highWaterMark: 256 * 1024 })) {
      hash.update(chunk as Buffer)
      bytes += (chunk as Buffer).length
    }
    return { bytes, sha256: hash.digest('hex') }
  }

  /** Removes a stored file if it exists. */
  async remove(name: string): Promise<void> {
    this.#recent.delete(name)
    await rm(this.pathOf(name), { force: true })
  }

  /** Yields the names of the stored files, one folder at a time. */
  async *names(): AsyncGenerator<string[]> {
    for (const folder of await readdir(this.#folder)) {
      if (/^[0-9a-f]{2}$/.test(folder))
        yield (await readdir(join(this.#folder, folder))).filter((name) => storedName.test(name))
    }
  }

  async *list(): AsyncGenerator<StoredEntry[]> {
    for await (const names of this.names()) {
      const sizes = await Promise.all(names.map((name) => this.size(name)))
      yield names.flatMap((name, at): StoredEntry[] => {
        const bytes = sizes[at]
        return bytes === undefined ? [] : [[name, bytes]]
      })
    }
  }

  /** Returns when a stored file was received, in Unix seconds; undefined when it is missing. */
  async receivedTime(name: string): Promise<number | undefined> {
    try {
      return (await stat(this.pathOf(name))).mtimeMs / 1000
    } catch {
      return undefined
    }
  }
}
