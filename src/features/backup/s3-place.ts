import { StartError } from '#src/core/config.ts'
import { patient, S3Client, S3Error, type S3Patience, type S3Problem, type S3Upload } from '#src/core/s3-client.ts'
import { storedNameOf } from './format.ts'
import type { Place, S3Settings } from './place.ts'
import type { Sink } from './streams.ts'

export { patient, quick } from '#src/core/s3-client.ts'

const texts = {
  silent: 'backupS3Silent',
  denied: 'backupS3Denied',
  full: 'backupS3Full',
  bad: 'backupS3Bad',
} as const satisfies Record<S3Problem, string>

/** Backups in a bucket of a service that speaks S3. */
export class S3Place implements Place {
  readonly settings: S3Settings
  readonly name: string
  readonly #client: S3Client

  constructor(settings: S3Settings, patience: S3Patience = patient) {
    this.settings = settings
    this.#client = new S3Client(settings, patience)
    const { bucket, prefix } = settings
    this.name = `s3://${[bucket, prefix].filter(Boolean).join('/')}`
  }

  #keyOf(path: string): string {
    const { prefix } = this.settings
    return prefix === '' ? path : `${prefix}/${path}`
  }

  /** @throws {StartError} backupS3Silent, backupS3Denied, backupS3Full, backupS3Bad */
  async #do<T>(operation: () => Promise<T>): Promise<T> {
    try {
      return await operation()
    } catch (error) {
      throw this.#failureOf(error)
    }
  }

  #failureOf(error: unknown): unknown {
    if (!(error instanceof S3Error)) return error
    return new StartError(texts[error.problem], { path: this.name, detail: error.detail })
  }

  list(): Promise<Map<string, number>> {
    return this.#do(() => this.#client.list(this.#keyOf(''), '/'))
  }

  async listUploads(): Promise<Map<string, number>> {
    const keys = await this.#do(() => this.#client.list(this.#keyOf('uploads/')))
    return new Map(
      [...keys].flatMap(([key, size]) => {
        const stored = storedNameOf(`uploads/${key}`)
        return stored ? [[stored, size] as const] : []
      }),
    )
  }

  async read(path: string, range?: { start: number; end: number }): Promise<AsyncIterable<Uint8Array> | undefined> {
    const found = await this.#do(() => this.#client.read(this.#keyOf(path), range))
    return found && this.#readOn(found.chunks)
  }

  async *#readOn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* chunks
    } catch (error) {
      throw this.#failureOf(error)
    }
  }

  readThrough(path: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    return this.read(path)
  }

  async write(path: string, size: number): Promise<Sink> {
    const upload: S3Upload = this.#client.write(this.#keyOf(path), size)
    return {
      write: (chunk) => this.#do(() => upload.write(chunk)),
      close: () => this.#do(() => upload.close()),
      abort: () => upload.abort(),
    }
  }

  async requireSame(): Promise<void> {
    // each request goes to the service that was named
  }

  remove(path: string): Promise<void> {
    return this.#do(() => this.#client.remove(this.#keyOf(path)))
  }
}
