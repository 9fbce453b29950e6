import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { LRUCache } from 'lru-cache'
import type { FileDigest, FileStore, StoredEntry } from './file-store.ts'
import { attentive, type S3Bucket, S3Client, S3Error, type S3Patience } from './s3-client.ts'

// What a download has in memory: a slow reader must not hold a connection to the bucket open, or a whole file.
const readBytes = 4 * 1024 * 1024

// What is sent at once: a slow line has a minute for it.
const writeBytes = 8 * 1024 * 1024

// Smaller files are remembered: the images that the readers of a few pages load at the same time.
const smallBytes = 256 * 1024
const keptBytesMost = 32_000_000

const storedName = /^[0-9a-f]{32}$/

const markName = 'README.txt'

/** Uploaded files in a bucket: `<folder>/ab/abcd...`. They never change: another content has another name. */
export class BucketFiles implements FileStore {
  readonly name: string
  readonly #client: S3Client
  readonly #folder: string
  readonly #recent = new LRUCache<string, Buffer>({
    maxSize: keptBytesMost,
    sizeCalculation: ({ length }) => length + 1,
  })

  /** @param folder the folder in the bucket, without slashes around it */
  constructor(bucket: S3Bucket, folder: string, patience: S3Patience = attentive) {
    this.#client = new S3Client(bucket, patience)
    this.#folder = folder
    this.name = `s3://${bucket.bucket}/${folder}`
  }

  #keyOf(name: string): string {
    if (!storedName.test(name)) throw new Error('not the name of a stored file')
    return `${this.#folder}/${name.slice(0, 2)}/${name}`
  }

  /** @throws {S3Error} */
  async put(name: string, path: string): Promise<string> {
    const key = this.#keyOf(name)
    this.#recent.delete(name)
    const { size } = await stat(path)
    const upload = this.#client.write(key, size, writeBytes)
    const hash = createHash('sha256')
    try {
      for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
        hash.update(chunk as Buffer)
        await upload.write(chunk as Buffer)
      }
      await upload.close()
    } catch (error) {
      await upload.abort()
      throw error
    }
    // a service that answers well and stores something else is found out before anybody relies on it
    const stored = await this.#client.size(key)
    if (stored !== size) throw new S3Error('bad', `stored ${stored ?? 0} of ${size} bytes`)
    await rm(path, { force: true })
    return hash.digest('hex')
  }

  /** @throws {S3Error} */
  async read(name: string, range: { start: number; end: number }): Promise<Readable | Buffer | undefined> {
    const length = range.end - range.start + 1
    const recent = this.#recent.get(name)
    if (recent) return range.end < recent.length ? recent.subarray(range.start, range.end + 1) : undefined
    // an empty file has no bytes that could be asked for
    if (length <= 0) return (await this.size(name)) === undefined ? undefined : Buffer.alloc(0)
    const found = await this.#client.read(this.#keyOf(name), range, readBytes)
    if (!found) return undefined
    const { total, chunks } = found
    if (range.end >= total) return undefined
    if (length > smallBytes) return Readable.from(chunks, { objectMode: false })
    // a buffer of its own: a small one would keep the block that it shares with others in memory
    const bytes = Buffer.allocUnsafeSlow(length)
    let at = 0
    for await (const chunk of chunks) at += chunk.copy(bytes, at)
    if (total === length) this.#recent.set(name, bytes)
    return bytes
  }

  /**
   * Whether this is the folder of a store, by whatever address it is reached: `mark` has left something there.
   */
  async isMarked(): Promise<boolean> {
    return (await this.#client.size(`${this.#folder}/${markName}`)) !== undefined
  }

  /** Leaves the mark by which `isMarked` knows the folder. */
  async mark(): Promise<void> {
    const upload = this.#client.write(`${this.#folder}/${markName}`, 0)
    await upload.write(Buffer.from('Uploaded files of a Docstead site. Do not change or remove anything here.\n'))
    await upload.close()
  }

  size(name: string): Promise<number | undefined> {
    return this.#client.size(this.#keyOf(name))
  }

  /** @throws {S3Error} */
  copyTo(name: string, path: string): Promise<FileDigest | undefined> {
    return this.#readAll(name, () => createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  }

  /** @throws {S3Error} */
  digest(name: string): Promise<FileDigest | undefined> {
    return this.#readAll(name, undefined)
  }

  /** Reads a file part by part; undefined when it is missing. @throws {S3Error} */
  async chunks(name: string): Promise<AsyncIterable<Buffer> | undefined> {
    return (await this.#client.read(this.#keyOf(name), undefined, readBytes))?.chunks
  }

  /** Reads a whole file; `open` is called once there is something to write. */
  async #readAll(name: string, open: (() => Writable) | undefined): Promise<FileDigest | undefined> {
    const hash = createHash('sha256')
    let bytes = 0
    const chunks = await this.chunks(name)
    if (!chunks) return undefined
    const counted = async function* () {
      for await (const chunk of chunks) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    }
    if (open) await pipeline(counted, open())
    else for await (const _chunk of counted());
    return { bytes, sha256: hash.digest('hex') }
  }

  async remove(name: string): Promise<void> {
    this.#recent.delete(name)
    await this.#client.remove(this.#keyOf(name))
  }

  async *list(): AsyncGenerator<StoredEntry[]> {
    const prefix = `${this.#folder}/`
    for await (const page of this.#client.listPages(prefix)) {
      yield [...page].flatMap(([key, bytes]): StoredEntry[] => {
        const [, name = ''] = /^[0-9a-f]{2}\/([0-9a-f]{32})$/.exec(key.slice(prefix.length)) ?? []
        return name === '' ? [] : [[name, bytes]]
      })
    }
  }
}
