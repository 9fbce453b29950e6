import { hash } from 'node:crypto'
import type { Transform } from 'node:stream'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { z } from 'zod'
import { failWhenRead } from '#src/core/stream-failure.ts'

// A follower and the server that it follows have the same version of the protocol in their address. Bodies are streams
// in zstd form with its checksum.

/** Where a server answers its followers. */
export const standbyPath = '/standby/v1/'

/** Bytes of the hash of a page. */
export const pageHashBytes = 16

/** Returns the hash by which both sides compare a page. */
export const pageHash = (page: Buffer): Buffer => hash('sha256', page, 'buffer').subarray(0, pageHashBytes)

/** How many pages one request may want: 64 MB of them. */
export const pagesMost = 16_384

/** How long a session without requests lasts, in seconds. The log of the database grows in the meantime. */
export const sessionSeconds = 60

/** How long a server waits for changes before it says that there are none, in seconds. */
export const waitSeconds = 2

const id = z.string().regex(/^[0-9a-f]{32}$/)

/** What a follower says about itself. */
export const SessionRequest = z.object({
  follower: id,
  /** The name of its machine. */
  name: z.string().max(200),
})

/** What a server says when a follower begins: the moment that is to be copied first. */
export const SessionInfo = z.object({
  session: id,
  version: z.string(),
  schema: z.int(),
  /** Another one after each restore and promotion: what was written since is not the same. */
  history: id,
  pages: z.int().min(1),
  page_bytes: z.int().min(512).max(65_536),
  /** The largest id that each table has had: it never becomes smaller, unless history went back. */
  sequences: z.record(z.string(), z.number()),
})
/** What a server says when a follower begins. */
export type SessionInfo = z.output<typeof SessionInfo>

/** A stored file that a follower may not have. */
export const FileEntry = z.object({ file_id: z.number(), name: id, bytes: z.number() })
/** A stored file that a follower may not have. */
export type FileEntry = z.output<typeof FileEntry>

/** The line before changed pages. */
export const ChangesHeader = z.object({
  /** The number of these changes; the follower names it once it has them. */
  number: z.int(),
  /** How many pages follow, each as four bytes for its number and its content. */
  frames: z.int(),
  /** How many pages the database has afterwards. */
  pages: z.int(),
  files: z.array(FileEntry),
})
/** The line before changed pages. */
export type ChangesHeader = z.output<typeof ChangesHeader>

/** Returns a stream that packs what goes over the network. */
export const packer = (): Transform =>
  createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
  })

/** Returns a stream that unpacks it, and fails when something is missing or damaged. */
export const unpacker = (): Transform => failWhenRead(createZstdDecompress())

/** Reads a stream in pieces of known length. */
export class PieceReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]()
  }

  /** Returns the next bytes. @throws {Error} when the stream ends before */
  async take(length: number): Promise<Buffer> {
    if (this.#rest.length < length) {
      const chunks = [this.#rest]
      let have = this.#rest.length
      while (have < length) {
        const { done, value } = await this.#chunks.next()
        if (done) throw new Error('the stream ended early')
        chunks.push(value)
        have += value.length
      }
      this.#rest = Buffer.concat(chunks)
    }
    const piece = this.#rest.subarray(0, length)
    this.#rest = this.#rest.subarray(length)
    return piece
  }

  /** Returns everything that is left, as text. */
  async rest(): Promise<string> {
    const chunks = [this.#rest]
    for (;;) {
      const { done, value } = await this.#chunks.next()
      if (done) break
      chunks.push(value)
    }
    this.#rest = Buffer.alloc(0)
    return Buffer.concat(chunks).toString('utf8')
  }

  /** Reads the stream to its end, which is where its checksum is. @throws {Error} when there is more */
  async end(): Promise<void> {
    const { done } = await this.#chunks.next()
    if (!done || this.#rest.length > 0) throw new Error('the stream has more than it should')
  }
}
