import type { BucketFiles } from '#src/core/bucket-files.ts'
import { StartError } from '#src/core/config.ts'
import { localStorage } from '#src/core/file-store.ts'
import { patient, S3Error } from '#src/core/s3-client.ts'
import type { Db } from '#src/db/database.ts'
import { bucketFiles, listStores } from '#src/features/storage/index.ts'

interface Row {
  stored_name: string
  file_size: number
  storage: string
}

/**
 * Uploaded files that are in buckets, as a backup reads them. They stay there while it is made: nothing is removed from a
 * bucket in the meantime.
 */
export class RemoteUploads {
  readonly #rows: readonly Row[]
  readonly #stores: ReadonlyMap<string, { files: BucketFiles; sizes: ReadonlyMap<string, number> }>
  readonly #storageOf: ReadonlyMap<string, string>

  private constructor(
    rows: readonly Row[],
    stores: ReadonlyMap<string, { files: BucketFiles; sizes: ReadonlyMap<string, number> }>,
  ) {
    this.#rows = rows
    this.#stores = stores
    this.#storageOf = new Map(rows.map((row) => [row.stored_name, row.storage]))
  }

  /** Lists the buckets that files of a database are in. @throws {StartError} backupStorageBad */
  static async of(db: Db, all: readonly Row[], allow: readonly string[]): Promise<RemoteUploads> {
    const rows = all.filter(({ storage }) => storage !== localStorage)
    const stores = new Map<string, { files: BucketFiles; sizes: ReadonlyMap<string, number> }>()
    if (rows.length === 0) return new RemoteUploads(rows, stores)
    const used = new Set(rows.map(({ storage }) => storage))
    for (const row of await listStores(db)) {
      if (!used.has(row.store_id)) continue
      const files = bucketFiles(row, allow, patient)
      const sizes = new Map<string, number>()
      try {
        for await (const entries of files.list()) for (const [name, bytes] of entries) sizes.set(name, bytes)
      } catch (error) {
        throw failureOf(files.name, error)
      }
      stores.set(row.store_id, { files, sizes })
    }
    return new RemoteUploads(rows, stores)
  }

  /** Returns the names of those files that are missing. */
  missing(): string[] {
    return this.#rows
      .filter((row) => !this.#stores.get(row.storage)?.sizes.has(row.stored_name))
      .map((row) => row.stored_name)
  }

  has(name: string): boolean {
    return this.#storageOf.has(name)
  }

  /** Returns the size of a file in bytes, as its bucket says; undefined for one that is in none. */
  size(name: string): number | undefined {
    return this.#stores.get(this.#storageOf.get(name) ?? '')?.sizes.get(name)
  }

  /** Reads a file; what cannot be read ends the backup. @throws {StartError} backupStorageBad */
  async read(name: string): Promise<AsyncIterable<Uint8Array>> {
    const files = this.#stores.get(this.#storageOf.get(name) ?? '')?.files
    if (!files) throw new Error(`${name} is in no bucket`)
    try {
      const chunks = await files.chunks(name)
      if (chunks) return readOn(files.name, chunks)
    } catch (error) {
      throw failureOf(files.name, error)
    }
    throw failureOf(files.name, new S3Error('bad', 'HTTP 404', { status: 404 }))
  }
}

async function* readOn(name: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch (error) {
    throw failureOf(name, error)
  }
}

const failureOf = (path: string, error: unknown): unknown =>
  error instanceof S3Error ? new StartError('backupStorageBad', { path, detail: error.detail }) : error
