import type { Duplex } from 'node:stream'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { createTarDecoder, createTarPacker, type ParsedTarEntry } from 'modern-tar'
import { StartError } from '#src/core/config.ts'
import { isDiskFull } from '#src/core/data-folder.ts'
import type { CliValues } from '#src/core/i18n.ts'
import { failWhenRead } from '#src/core/stream-failure.ts'
import {
  type ArchiveFile,
  databaseName,
  entryNames,
  formatVersion,
  Head,
  Manifest,
  storedNameOf,
  sumsOf,
  uploadName,
} from './format.ts'
import { Digest, digesting, FlushedFile, readFileChunks, type Sink } from './streams.ts'

/** Writes the entries of an archive to a sink, one after the other. */
export class ArchiveWriter {
  readonly #packer = createTarPacker()
  readonly #sink: Sink
  readonly #pumping: Promise<void>
  readonly #time: Date
  /** What has been added. */
  readonly files: ArchiveFile[] = []
  /** Where the next entry begins, in bytes. */
  position = 0
  #failure: unknown

  /** @param time the time of every entry, in Unix seconds */
  constructor(sink: Sink, time: number) {
    this.#sink = sink
    this.#time = new Date(time * 1000)
    this.#pumping = this.#pump().catch((error: unknown) => {
      this.#failure = error
    })
  }

  async #pump(): Promise<void> {
    for await (const chunk of this.#packer.readable) await this.#sink.write(chunk)
  }

  /** Adds a file of exactly `size` bytes. Returns it with its hash. */
  async add(name: string, size: number, chunks: AsyncIterable<Uint8Array>): Promise<ArchiveFile> {
    const digest = new Digest()
    const mtime = this.#time
    try {
      const writer = this.#packer.controller.add({ name, size, type: 'file', mode: 0o600, mtime }).getWriter()
      for await (const chunk of digesting(chunks, digest)) await writer.write(chunk as Uint8Array<ArrayBuffer>)
      await writer.close()
    } catch (error) {
      // what the sink says is the cause, when it has failed
      throw this.#failure ?? error
    }
    const file = { name, ...digest.result() }
    this.files.push(file)
    // each entry has a header of 512 bytes and fills its last block; one of 8 GB and more has two further blocks
    this.position += 512 + Math.ceil(size / 512) * 512 + (size > 8_589_934_591 ? 1024 : 0)
    return file
  }

  addText(name: string, text: string): Promise<ArchiveFile> {
    const bytes = Buffer.from(text)
    return this.add(name, bytes.length, once(bytes))
  }

  /** Adds the manifest and the hashes, and ends the archive. Returns where the manifest's text begins, and its bytes. */
  async finish(manifest: Manifest): Promise<{ start: number; bytes: number }> {
    const start = this.position + 512
    const own = await this.addText(entryNames.manifest, `${JSON.stringify(manifest, undefined, 1)}\n`)
    await this.addText(entryNames.sums, sumsOf([...manifest.files, own]))
    this.#packer.controller.finalize()
    await this.#pumping
    if (this.#failure !== undefined) throw this.#failure
    await this.#sink.close()
    return { start, bytes: own.size }
  }

  /** Ends without an archive: removes what was written. */
  async abort(error: unknown): Promise<void> {
    this.#packer.controller.error(error)
    await this.#pumping
    await this.#sink.abort()
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  if (bytes.length > 0) yield bytes
}

// Level 1 needs half the time of zstd's default, and a quarter more space: a third of a database of texts.
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } }

/** Compresses a file with zstd to a new one. Returns size and hash of the former. */
export async function compressFile(from: string, to: string): Promise<{ size: number; sha256: string }> {
  const digest = new Digest()
  const zstd = failWhenRead(createZstdCompress(compression))
  const reading = feed(digesting(readFileChunks(from, true), digest), zstd)
  try {
    await writeFile(to, zstd)
  } finally {
    zstd.destroy()
    await reading
  }
  return digest.result()
}

/** Writes chunks into a stream, each when the former one has been taken; it is destroyed when they cannot be read. */
async function feed(chunks: AsyncIterable<Uint8Array>, stream: Duplex): Promise<void> {
  try {
    for await (const chunk of chunks) {
      if (stream.destroyed) return
      await taken(stream, chunk)
    }
    stream.end()
  } catch (error) {
    stream.destroy(error as Error)
  }
}

const taken = (stream: Duplex, chunk: Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    // the reader gets its failure
    const end = () => {
      stream.off('close', end)
      resolve()
    }
    stream.on('close', end)
    stream.write(chunk, end)
  })

/** Writes a new file, and removes it when that fails. */
async function writeFile(path: string, chunks: AsyncIterable<Uint8Array>, isFlushed = true): Promise<void> {
  const sink = await FlushedFile.create(path)
  try {
    for await (const chunk of chunks) await sink.write(chunk)
    await sink.close(isFlushed)
  } catch (error) {
    await sink.abort()
    throw error
  }
}

/** Where an archive is read from. */
export interface ArchiveSource {
  /** As messages show it: a path or an address. */
  name: string
  read(): AsyncIterable<Uint8Array>
  /** Reads an uploaded file of a backup whose uploads are separate; undefined when it is missing. */
  readUpload(stored: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /** The same, for a reader that is done with each chunk before it takes the next. */
  readUploadThrough(stored: string): Promise<AsyncIterable<Uint8Array> | undefined>
}

/** Where the content of an archive goes. */
interface Target {
  /** The path of the unpacked database, which must not exist. */
  database: string
  /**
   * Returns the path of an uploaded file, which must not exist; without it, uploaded files are only checked. They are
   * not flushed to the disk.
   */
  upload?: (stored: string) => Promise<string>
  /** The path of the configuration file; without it, it is only checked. */
  config?: string
  /** Called once, before anything is written. @throws {StartError} when there is no room for it */
  requireRoom?: (head: Head) => void
  onProgress?: (doneBytes: number, totalBytes: number) => void
}

const damaged = (source: ArchiveSource, detail: string) =>
  new StartError('backupDamaged', { path: source.name, detail })

/** The uploaded files of a backup that are separate from it and missing or damaged. */
export class DamagedUploads extends StartError {
  readonly stored: string[]
  constructor(values: CliValues, stored: string[]) {
    super('backupFilesDamaged', values)
    this.stored = stored
  }
}

const headMostBytes = 64 * 1024
// A line of 130 bytes for each file, in each of the two lists: enough for some million files.
const listMostBytes = 1_000_000_000

async function textOf(
  entry: ParsedTarEntry,
  mostBytes: number,
): Promise<{ text: string; size: number; sha256: string }> {
  if (entry.header.size > mostBytes) throw new Error(`${entry.header.name} is too large`)
  const digest = new Digest()
  const chunks: Uint8Array[] = []
  for await (const chunk of digesting(entry.body, digest)) chunks.push(chunk)
  return { text: Buffer.concat(chunks).toString('utf8'), ...digest.result() }
}

/** What was read of an archive: first its head, then each further entry. */
type Read = { head: Head; own: ArchiveFile; entry?: ParsedTarEntry }

/** Yields the entries of an archive. */
export async function* entriesOf(source: ArchiveSource): AsyncGenerator<Read> {
  const decoder = createTarDecoder({ strict: true })
  const stopped = new AbortController()
  let failure: unknown
  const feeding = (async () => {
    const writer = decoder.writable.getWriter()
    try {
      for await (const chunk of source.read()) {
        if (stopped.signal.aborted) return
        await writer.write(chunk as Uint8Array<ArrayBuffer>)
      }
      await writer.close()
    } catch (error) {
      failure ??= error
      await writer.abort(error).catch(() => undefined)
    }
  })()
  const reader = decoder.readable.getReader()
  let start: Read | undefined
  try {
    for (;;) {
      const { done, value: entry } = await reader.read()
      if (done) return
      if (start) yield { ...start, entry }
      else {
        start = await readStart(entry, source)
        yield start
      }
    }
  } catch (error) {
    const cause = failure ?? error
    if (!start && !isKnown(cause)) throw new StartError('backupForeign', { path: source.name })
    throw known(source, cause)
  } finally {
    stopped.abort()
    await reader.cancel(new Error('stopped')).catch(() => undefined)
    await feeding
  }
}

/** Whether an error is about the machine, or says already what is wrong. */
const isKnown = (error: unknown): boolean =>
  error instanceof StartError || isDiskFull(error) || /^E[A-Z]+$/.test((error as NodeJS.ErrnoException).code ?? '')

/** Returns what tar, zstd and JSON say about an archive as damage of it. */
const known = (source: ArchiveSource, error: unknown): unknown =>
  isKnown(error) ? error : damaged(source, error instanceof Error ? error.message : String(error))

async function readStart(entry: ParsedTarEntry, source: ArchiveSource): Promise<Read> {
  const { name } = entry.header
  if (name !== entryNames.head) throw new StartError('backupForeign', { path: source.name })
  const { text, ...file } = await textOf(entry, headMostBytes)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw damaged(source, name)
  }
  const found = (json as { format_version?: unknown } | null)?.format_version
  if (typeof found === 'number' && found > formatVersion)
    throw new StartError('backupNewer', { path: source.name, found, known: formatVersion })
  const head = Head.safeParse(json)
  if (!head.success) throw damaged(source, name)
  return { head: head.data, own: { name, ...file } }
}

/** Unpacks the database to `path`. Returns size and hash of both. */
async function unpackDatabase(entry: ParsedTarEntry, head: Head, path: string) {
  const packed = new Digest()
  const unpacked = new Digest()
  const zstd = failWhenRead(createZstdDecompress())
  const reading = feed(digesting(entry.body, packed), zstd)
  try {
    await writeFile(path, atMost(head.database_bytes, digesting(zstd, unpacked)))
  } finally {
    zstd.destroy()
    await reading
  }
  return { packed: packed.result(), unpacked: unpacked.result() }
}

/** Yields the same chunks. @throws {Error} when they are more than `bytes` */
async function* atMost(bytes: number, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > bytes) throw new Error(`${databaseName} is larger than its head says`)
    yield chunk
  }
}

async function writeTo(path: string | undefined, chunks: AsyncIterable<Uint8Array>) {
  const digest = new Digest()
  if (path !== undefined) await writeFile(path, digesting(chunks, digest), false)
  else for await (const chunk of chunks) digest.update(chunk)
  return digest.result()
}

/**
 * Reads a whole archive and checks every size and hash, also of its separate uploads.
 *
 * @throws {StartError} backupForeign, backupDamaged, backupNewer, backupFilesDamaged, and what `target` throws
 */
export async function readArchive(source: ArchiveSource, target: Target): Promise<Manifest> {
  try {
    return await readEntries(source, target)
  } catch (error) {
    throw known(source, error)
  }
}

async function readEntries(source: ArchiveSource, target: Target): Promise<Manifest> {
  const found = new Map<string, ArchiveFile>()
  let manifest: Manifest | undefined
  let database: { size: number; sha256: string } | undefined
  let sums: string | undefined
  let head: Head | undefined
  let done = 0
  const add = (name: string, file: { size: number; sha256: string }) => {
    found.set(name, { name, ...file })
    done += file.size
    target.onProgress?.(done, (head?.database_bytes ?? 0) / 3 + (head?.upload_bytes ?? 0))
  }
  for await (const next of entriesOf(source)) {
    const { entry, own } = next
    if (!entry) {
      head = next.head
      target.requireRoom?.(head)
      add(own.name, own)
      continue
    }
    const { name, type } = entry.header
    const stored = storedNameOf(name)
    if (type !== 'file' || found.has(name) || sums !== undefined) throw damaged(source, name)
    if (name === entryNames.manifest) {
      const { text, ...file } = await textOf(entry, listMostBytes)
      manifest = parseManifest(source, text)
      add(name, file)
    } else if (name === entryNames.sums) {
      sums = (await textOf(entry, listMostBytes)).text
    } else if (name === entryNames.database) {
      const { packed, unpacked } = await unpackDatabase(entry, next.head, target.database)
      database = unpacked
      add(name, packed)
    } else if (name === entryNames.config) add(name, await writeTo(target.config, entry.body))
    else if (stored) add(name, await writeTo(await target.upload?.(stored), entry.body))
    else throw damaged(source, name)
  }
  if (!head) throw new StartError('backupForeign', { path: source.name })
  if (!manifest || sums === undefined) throw damaged(source, entryNames.sums)
  requireSame(source, { head, manifest, sums, found, database })
  if (manifest.uploads === 'separate') await readSeparateUploads(source, manifest, found, target)
  return manifest
}

function parseManifest(source: ArchiveSource, text: string): Manifest {
  try {
    return Manifest.parse(JSON.parse(text))
  } catch {
    throw damaged(source, entryNames.manifest)
  }
}

/** Compares what was read with the lists at the end of the archive. */
function requireSame(
  source: ArchiveSource,
  read: {
    head: Head
    manifest: Manifest
    sums: string
    found: Map<string, ArchiveFile>
    database: { size: number; sha256: string } | undefined
  },
): void {
  const { head, manifest, sums, found, database } = read
  const own = found.get(entryNames.manifest)
  const { counts: _counts, database: listed, files, missing: _missing, ...start } = manifest
  if (JSON.stringify(start) !== JSON.stringify(head)) throw damaged(source, entryNames.head)
  if (!own || sums !== sumsOf([...files, own])) throw damaged(source, entryNames.sums)
  if (database?.size !== listed.size || database.sha256 !== listed.sha256) throw damaged(source, entryNames.database)
  const inside = files.filter(({ name }) => manifest.uploads === 'inside' || !storedNameOf(name))
  for (const file of inside) {
    const { size, sha256 } = found.get(file.name) ?? {}
    if (size !== file.size || sha256 !== file.sha256) throw damaged(source, file.name)
  }
  // all that is in the list, and the manifest, which has it
  if (found.size !== inside.length + 1) throw damaged(source, entryNames.manifest)
}

async function readSeparateUploads(
  source: ArchiveSource,
  manifest: Manifest,
  found: Map<string, ArchiveFile>,
  target: Target,
): Promise<void> {
  const bad: string[] = []
  let done = [...found.values()].reduce((sum, { size }) => sum + size, 0)
  for (const file of manifest.files) {
    const stored = storedNameOf(file.name)
    if (!stored) continue
    const chunks = await source.readUploadThrough(stored)
    const { size, sha256 } = chunks ? await writeTo(await target.upload?.(stored), chunks) : { size: -1, sha256: '' }
    if (size !== file.size || sha256 !== file.sha256) bad.push(stored)
    done += file.size
    target.onProgress?.(done, manifest.database_bytes / 3 + manifest.upload_bytes)
  }
  if (bad.length === 0) return
  const detail = `${bad.length}: ${bad.slice(0, 3).map(uploadName).join(', ')}`
  throw new DamagedUploads({ path: source.name, detail }, bad)
}
