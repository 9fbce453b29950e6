import { createHash } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { syncFolder } from '#src/db/sync-folder.ts'

/** Bytes that are read or written at once. Larger ones are hardly faster, and wait as garbage by the hundred. */
export const chunkBytes = 64 * 1024

// So little unwritten data that the next save of a user does not wait for the disk to take it all.
const flushBytes = 4 * 1024 * 1024

// On a disk that is busy anyway, a backup does not become slower without end.
const longestRestMs = 20

/** Takes the bytes of a backup in their order. */
export interface Sink {
  write(chunk: Uint8Array): Promise<void>
  /** Resolves when everything is stored for good. */
  close(): Promise<void>
  /** Removes what was written. */
  abort(): Promise<void>
}

/** A new file that is flushed while it is written, so that writing gigabytes does not hold up others. */
export class FlushedFile implements Sink {
  readonly #handle: FileHandle
  readonly #path: string
  #unflushed = 0

  private constructor(handle: FileHandle, path: string) {
    this.#handle = handle
    this.#path = path
  }

  static async create(path: string): Promise<FlushedFile> {
    return new FlushedFile(await open(path, 'wx', 0o600), path)
  }

  async write(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length; ) {
      const { bytesWritten } = await this.#handle.write(chunk, at, chunk.length - at)
      at += bytesWritten
    }
    this.#unflushed += chunk.length
    if (this.#unflushed < flushBytes) return
    this.#unflushed = 0
    const startedMs = performance.now()
    await this.#handle.datasync()
    // half as long for the disk's other work
    await delay(Math.min(longestRestMs, (performance.now() - startedMs) / 2))
  }

  /** @param isFlushed false leaves the last bytes to `flushFiles`, which does it for many at once */
  async close(isFlushed = true): Promise<void> {
    try {
      if (isFlushed) await this.#handle.sync()
    } finally {
      await this.#handle.close()
    }
  }

  async abort(): Promise<void> {
    await this.#handle.close().catch(() => undefined)
    await rm(this.#path, { force: true })
  }
}

/** Returns a sink that writes `<path>.part` and gives the file its name once it is complete. */
export async function partFile(path: string): Promise<Sink> {
  const part = `${path}.part`
  await rm(part, { force: true })
  const file = await FlushedFile.create(part)
  return {
    write: (chunk) => file.write(chunk),
    abort: () => file.abort(),
    async close() {
      await file.close()
      await rename(part, path)
      await syncFolder(dirname(path))
    },
  }
}

const flushesAtOnce = 32

/** Flushes files to the disk: many at once take hardly longer than one. */
export async function flushFiles(paths: readonly string[]): Promise<void> {
  for (let at = 0; at < paths.length; at += flushesAtOnce) {
    await Promise.all(
      paths.slice(at, at + flushesAtOnce).map(async (path) => {
        const handle = await open(path, 'r+')
        try {
          await handle.sync()
        } finally {
          await handle.close()
        }
      }),
    )
  }
}

/**
 * Yields the bytes of a file.
 *
 * @param isReused whether each chunk is in the same memory, for a reader that is done with it before it takes the next
 */
export async function* readFileChunks(path: string, isReused = false): AsyncGenerator<Buffer> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const atOnce = Math.min(size + 1, chunkBytes)
    let buffer = Buffer.allocUnsafeSlow(atOnce)
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, atOnce, null)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
      if (!isReused) buffer = Buffer.allocUnsafeSlow(atOnce)
    }
  } finally {
    await handle.close()
  }
}

/** The size and the hash of what passes through. */
export class Digest {
  readonly #hash = createHash('sha256')
  size = 0

  update(chunk: Uint8Array): void {
    this.#hash.update(chunk)
    this.size += chunk.length
  }

  result(): { size: number; sha256: string } {
    return { size: this.size, sha256: this.#hash.digest('hex') }
  }
}

/** Yields the same chunks, and gives each to `digest`. */
export async function* digesting(chunks: AsyncIterable<Uint8Array>, digest: Digest): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    digest.update(chunk)
    yield chunk
  }
}

const removedBytes = 32 * 1024 * 1024

/** Removes a file, a large one piece by piece: freeing a gigabyte at once holds up the flushes of others. */
export async function removeFile(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    const { size } = await handle.stat()
    for (let left = size - removedBytes; left > 0; left -= removedBytes) await handle.truncate(left)
  } finally {
    await handle.close()
  }
  await rm(path, { force: true })
}
