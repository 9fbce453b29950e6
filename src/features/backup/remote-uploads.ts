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

interface Store {
  files: BucketFiles
  /** The names of the files that the backup needs. */
  names: readonly string[]
  /** How many requests a list of the whole bucket takes. */
  pages: number
}

// S3 lists so many objects at once.
const listedAtOnce = 1000

/** Returns the sizes of files in bytes, without those that are missing. */
async function sizesOf({ files, names, pages }: Store): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  if (names.length <= pages) {
    for (const name of names) {
      const bytes = await files.size(name)
      if (bytes !== undefined) sizes.set(name, bytes)
    }
    return sizes
  }
  // only what the backup needs is remembered: a bucket may have far more
  const needed = new Set(names)
  for await (const entries of files.list()) {
    for (const [name, bytes] of entries) if (needed.delete(name)) sizes.set(name, bytes)
    if (needed.size === 0) break
  }
  return sizes
}

/**
 * Uploaded files that are in buckets, as a backup reads them. They stay there while it is made: nothing is removed from a
 * bucket in the meantime.
 */
export class RemoteUploads {
  readonly #stores: ReadonlyMap<string, Store>
  readonly #storageOf: ReadonlyMap<string, string>
  readonly #sizes = new Map<string, number>()

  private constructor(rows: readonly Row[], stores: ReadonlyMap<string, Store>) {
    this.#stores = stores
    this.#storageOf = new Map(rows.map((row) => [row.stored_name, row.storage]))
  }

  /**
   * Returns those of the files of a database that the backup needs and that are in buckets. Sends no request: `measure`
   * does, once the database is closed.
   */
  static async of(
    db: Db,
    all: readonly Row[],
    { allow, isNeeded }: { allow: readonly string[]; isNeeded: (row: Row) => boolean },
  ): Promise<RemoteUploads> {
    const byStore = Map.groupBy(
      all.filter(({ storage }) => storage !== localStorage),
      ({ storage }) => storage,
    )
    const stores = new Map<string, Store>()
    const needed = [...byStore.values()].flat().filter(isNeeded)
    if (needed.length === 0) return new RemoteUploads(needed, stores)
    const names = Map.groupBy(needed, ({ storage }) => storage)
    for (const row of await listStores(db)) {
      const pages = Math.ceil((byStore.get(row.store_id)?.length ?? 0) / listedAtOnce)
      const own = (names.get(row.store_id) ?? []).map(({ stored_name }) => stored_name)
      if (own.length > 0) stores.set(row.store_id, { files: bucketFiles(row, allow, patient), names: own, pages })
    }
    return new RemoteUploads(needed, stores)
  }

  /** Reads the sizes of all files. Returns the names of those that are missing. @throws {StartError} backupStorageBad */
  async measure(): Promise<string[]> {
    for (const store of this.#stores.values()) {
      try {
        for (const [name, bytes] of await sizesOf(store)) this.#sizes.set(name, bytes)
      } catch (error) {
        throw failureOf(store.files.name, error)
      }
    }
    return [...this.#storageOf.keys()].filter((name) => !this.#sizes.has(name))
  }

  has(name: string): boolean {
    return this.#storageOf.has(name)
  }

  /** Returns the size of a file in bytes, as its bucket says; undefined for one that is in none. */
  size(name: string): number | undefined {
    return this.#sizes.get(name)
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
