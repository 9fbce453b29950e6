import { randomBytes } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const storedName = /^[0-9a-f]{32}$/

/** The uploads folder: files under random names without extension, and a place for those still coming in. */
export class StoredFiles {
  readonly #folder: string
  readonly #incoming: string

  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, 'uploads')
    this.#incoming = join(this.#folder, 'incoming')
  }

  /** Makes the folders and removes what an earlier run left half received. Gives how many files that were. */
  async prepare(): Promise<number> {
    await mkdir(this.#incoming, { recursive: true, mode: 0o700 })
    const left = await readdir(this.#incoming)
    await Promise.all(left.map((name) => rm(join(this.#incoming, name), { force: true })))
    return left.length
  }

  /** A fresh path for a file that is coming in. */
  incomingPath(): string {
    return join(this.#incoming, randomBytes(16).toString('hex'))
  }

  /** Keeps an incoming file for good: flushed to the disk, then moved. Gives its stored name. */
  async keep(incomingPath: string): Promise<string> {
    const name = randomBytes(16).toString('hex')
    const handle = await open(incomingPath, 'r+')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
    const folder = join(this.#folder, name.slice(0, 2))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await rename(incomingPath, join(folder, name))
    return name
  }

  /** Where a stored file lies on this machine, for what must read it whole. */
  pathOf(name: string): string {
    if (!storedName.test(name)) throw new Error('not the name of a stored file')
    return join(this.#folder, name.slice(0, 2), name)
  }

  /** The size in bytes of a stored file, or undefined when it is missing. */
  async size(name: string): Promise<number | undefined> {
    try {
      return (await stat(this.pathOf(name))).size
    } catch {
      return undefined
    }
  }

  /** Reads a stored file, or the bytes `start` to `end` (both counted in) of it. */
  read(name: string, range?: { start: number; end: number }): ReadStream {
    return createReadStream(this.pathOf(name), range)
  }

  /** Removes a stored file, if it is there. */
  async remove(name: string): Promise<void> {
    await rm(this.pathOf(name), { force: true })
  }
}
