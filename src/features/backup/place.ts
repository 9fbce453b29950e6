import { createReadStream, type Stats } from 'node:fs'
import { lstat, mkdir, open, readdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { StartError } from '#src/core/config.ts'
import { pathsIn } from '#src/core/data-folder.ts'
import { giveToOwner } from '#src/core/folder-rights.ts'
import type { S3Bucket } from '#src/core/s3-client.ts'
import type { ArchiveSource } from './archive.ts'
import { Counts, isBackupName, type Manifest, Manifest as ManifestShape, storedNameOf, uploadName } from './format.ts'
import { chunkBytes, partFile, readFileChunks, type Sink } from './streams.ts'

/** What a place notes about a backup, in a file of the same name with `.json` after it. */
export const Note = z.object({
  /** The moment that the backup shows, in Unix seconds. */
  time: z.int(),
  product_version: z.string(),
  /** The id of the data folder that it is of; '' when unknown. */
  site: z.string().default(''),
  schema: z.int(),
  counts: Counts,
  /** Bytes of all that the backup needs, also of the uploads that it shares with others. */
  whole_bytes: z.int(),
  /** Where its manifest is in the archive. */
  manifest: z.object({ start: z.int(), bytes: z.int() }),
  /** When it was last verified, in Unix seconds; 0 when it was not. */
  verified: z.int(),
  /** Whether it was damaged when it was last read. */
  damaged: z.boolean(),
})
/** The note of a backup. */
export type Note = z.output<typeof Note>

/** The site whose old backups are removed from a place: `site.json` there. */
export const PlaceOwner = z.object({
  /** The id of its data folder. */
  site: z.string(),
  /** Since when, in Unix seconds: backups from before, whosever they were, came with the place. */
  since: z.int(),
})
/** The site whose old backups are removed from a place. */
export type PlaceOwner = z.output<typeof PlaceOwner>

/** Where a place is: can be sent to a worker thread. */
export type PlaceSettings = FolderSettings | S3Settings

/** A folder of this machine. */
interface FolderSettings {
  kind: 'folder'
  path: string
  /**
   * Whether a missing folder is created: where a person has just named it, and in the data folder. Elsewhere one that is
   * missing is a disk that is not mounted.
   */
  mayCreate?: boolean
}

/** A part of a bucket, and how to reach it. */
export interface S3Settings extends S3Bucket {
  kind: 's3'
  /** The folder in the bucket, without slashes around it; '' for the bucket itself. */
  prefix: string
}

/** Where backups are kept: archives and their notes, and in `uploads/` the files that they share. */
export interface Place {
  settings: PlaceSettings
  /** As messages show it: a path or an address. */
  name: string
  /** Lists what is there, without the uploads: names and sizes in bytes. */
  list(): Promise<Map<string, number>>
  /** Lists the shared uploads: stored names and sizes in bytes. */
  listUploads(): Promise<Map<string, number>>
  /** Reads a file from the byte `start` to `end`, both inclusive; undefined when it is missing. */
  read(path: string, range?: { start: number; end: number }): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Reads a file, for a reader that is done with each chunk before it takes the next. */
  readThrough(path: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /**
   * Writes a file, which appears once it is complete. Its sink is done with a chunk when `write` has resolved: the caller may
   * overwrite it.
   */
  write(path: string, size: number): Promise<Sink>
  remove(path: string): Promise<void>
  /** Checks that it still is what was opened, and not the empty folder below a disk that is gone. @throws {StartError} backupPlaceGone */
  requireSame(): Promise<void>
}

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? ''

const gone = (error: unknown): undefined => {
  if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined
  throw error
}

/** Backups in a folder of this machine, or of one whose disk is mounted. */
export class FolderPlace implements Place {
  readonly settings: PlaceSettings
  readonly name: string

  /** The disk and the folder on it; undefined until the first look. */
  #identity: string | undefined

  constructor(path: string) {
    this.settings = { kind: 'folder', path }
    this.name = path
  }

  async requireSame(): Promise<void> {
    const found = await stat(this.name).catch(gone)
    const identity = found && `${found.dev}:${found.ino}`
    this.#identity ??= identity
    if (identity === undefined || identity !== this.#identity)
      throw new StartError('backupPlaceGone', { path: this.name })
  }

  async list(): Promise<Map<string, number>> {
    const names = (await readdir(this.name, { withFileTypes: true }).catch(gone)) ?? []
    const sizes = new Map<string, number>()
    for (const entry of names) {
      const found = entry.isFile() ? await stat(join(this.name, entry.name)).catch(gone) : undefined
      if (found) sizes.set(entry.name, found.size)
    }
    return sizes
  }

  async listUploads(): Promise<Map<string, number>> {
    const folder = join(this.name, 'uploads')
    const sizes = new Map<string, number>()
    for (const part of (await readdir(folder).catch(gone)) ?? []) {
      if (!/^[0-9a-f]{2}$/.test(part)) continue
      const names = (await readdir(join(folder, part))).filter((name) => storedNameOf(uploadName(name)))
      const found = await Promise.all(
        names.map((name): Promise<Stats | undefined> => stat(join(folder, part, name)).catch(gone)),
      )
      for (const [at, name] of names.entries()) sizes.set(name, found[at]?.size ?? -1)
    }
    return sizes
  }

  async read(path: string, range?: { start: number; end: number }): Promise<AsyncIterable<Uint8Array> | undefined> {
    const file = join(this.name, path)
    if (!(await stat(file).catch(gone))) return undefined
    return range ? createReadStream(file, { ...range, highWaterMark: chunkBytes }) : readFileChunks(file)
  }

  async readThrough(path: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    const file = join(this.name, path)
    return (await stat(file).catch(gone)) && readFileChunks(file, true)
  }

  async write(path: string): Promise<Sink> {
    await this.requireSame()
    const file = join(this.name, path)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const sink = await partFile(file)
    return {
      write: (chunk) => sink.write(chunk),
      abort: () => sink.abort(),
      close: async () => {
        await sink.close()
        await this.requireSame()
      },
    }
  }

  async remove(path: string): Promise<void> {
    await rm(join(this.name, path), { force: true })
  }
}

/** Returns an archive of a place as a source. */
export const sourceIn = (place: Place, name: string): ArchiveSource => ({
  name: `${place.name}/${name}`,
  async *read() {
    const chunks = await place.read(name)
    if (!chunks) throw new StartError('backupMissing', { path: `${place.name}/${name}` })
    yield* chunks
  },
  readUpload: (stored) => place.read(uploadName(stored)),
  readUploadThrough: (stored) => place.readThrough(uploadName(stored)),
})

/** Returns a file as a source; its uploads, if it has none inside, are next to it. */
export const sourceOf = (path: string): ArchiveSource => sourceIn(new FolderPlace(dirname(path)), basename(path))

/** Returns the text of a file of a place; undefined when it is missing. */
export async function readText(
  place: Place,
  path: string,
  range?: { start: number; end: number },
): Promise<string | undefined> {
  const chunks = await place.read(path, range)
  if (!chunks) return undefined
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts).toString('utf8')
}

/** Writes a short file to a place. */
export async function writeText(place: Place, path: string, text: string): Promise<void> {
  const bytes = Buffer.from(text)
  const sink = await place.write(path, bytes.length)
  await sink.write(bytes)
  await sink.close()
}

const noteName = (name: string): string => `${name}.json`

/** Writes the note of a backup. */
export const writeNote = (place: Place, name: string, note: Note): Promise<void> =>
  writeText(place, noteName(name), `${JSON.stringify(note)}\n`)

/** Returns the note of a backup; undefined when there is none that can be read. */
export async function readNote(place: Place, name: string): Promise<Note | undefined> {
  try {
    return Note.parse(JSON.parse((await readText(place, noteName(name))) ?? ''))
  } catch {
    return undefined
  }
}

const sumsPath = 'uploads/SHA256SUMS'

/** Returns the hashes of the shared uploads by stored name, as far as the place has them. */
export async function readUploadSums(place: Place): Promise<Map<string, string>> {
  const text = (await readText(place, sumsPath)) ?? ''
  return new Map(
    [...text.matchAll(/^([0-9a-f]{64}) {2}[0-9a-f]{2}\/([0-9a-f]{32})$/gm)].map(([, sha256 = '', name = '']) => [
      name,
      sha256,
    ]),
  )
}

/** Writes the hashes of the shared uploads, as `sha256sum --check` reads them in that folder. */
export const writeUploadSums = (place: Place, sums: ReadonlyMap<string, string>): Promise<void> =>
  writeText(
    place,
    sumsPath,
    [...sums].map(([name, sha256]) => `${sha256}  ${uploadName(name).slice('uploads/'.length)}\n`).join(''),
  )

/** A backup of a place. */
export interface PlacedBackup {
  name: string
  /** Bytes of its archive. */
  bytes: number
  /** Undefined when it has no note: it was copied here, or its backup was killed. */
  note: Note | undefined
}

/** Lists the backups of a place, newest first. */
export async function listBackups(place: Place): Promise<PlacedBackup[]> {
  const files = await place.list()
  const names = [...files.keys()].filter(isBackupName).toSorted().toReversed()
  return Promise.all(
    names.map(async (name) => ({ name, bytes: files.get(name) ?? 0, note: await readNote(place, name) })),
  )
}

/** Reads the manifest of a backup. @throws {Error} when it has no note, or is damaged */
export async function readManifest(place: Place, { name, note }: PlacedBackup): Promise<Manifest> {
  if (!note) throw new Error(`${name} has no note`)
  const { start, bytes } = note.manifest
  const text = await readText(place, name, { start, end: start + bytes - 1 })
  return ManifestShape.parse(JSON.parse(text ?? ''))
}

/**
 * Removes old backups, so that `count` verified ones stay, and then the uploads that none of the rest needs. Never
 * removes a backup that is newer than the oldest of those, nor the last verified one. Returns the names of what it
 * removed. Backups that another site has made since the place has its owner are left alone.
 */
export async function pruneBackups(place: Place, count: number, owner: PlaceOwner): Promise<string[]> {
  const all = await listBackups(place)
  const backups = all.filter(
    ({ note }) => !note || note.site === '' || note.site === owner.site || note.time < owner.since,
  )
  const good = backups.filter(({ note }) => note && note.verified > 0 && !note.damaged)
  const oldest = good[Math.max(1, count) - 1]
  const old = oldest ? backups.filter(({ name }) => name < oldest.name) : []
  for (const { name } of old) {
    await place.remove(name)
    await place.remove(noteName(name))
  }
  const stays = all.filter((backup) => !old.includes(backup))
  // another site may be copying uploads, which no backup needs until it is complete
  if (old.length > 0 && backups.length === all.length) await removeUnneededUploads(place, stays)
  return old.map(({ name }) => name)
}

async function removeUnneededUploads(place: Place, backups: readonly PlacedBackup[]): Promise<void> {
  const needed = new Set<string>()
  for (const backup of backups) {
    // when one cannot be read, nothing is known to be unneeded
    const manifest = await readManifest(place, backup).catch(() => undefined)
    if (!manifest) return
    for (const { name } of manifest.files) needed.add(name)
  }
  const sums = await readUploadSums(place)
  const unneeded = [...(await place.listUploads()).keys()].filter((name) => !needed.has(uploadName(name)))
  if (unneeded.length === 0) return
  for (const name of unneeded) sums.delete(name)
  await writeUploadSums(place, sums)
  for (const name of unneeded) await place.remove(uploadName(name))
}

/** Checks that a folder for backups can be written, and creates it with `mayCreate`. @throws {StartError} backupPlaceBad */
export async function requireFolder(path: string, mayCreate: boolean): Promise<void> {
  try {
    if (mayCreate) await mkdir(path, { recursive: true, mode: 0o700 })
    const probe = join(path, `.probe-${process.pid}`)
    try {
      await (await open(probe, 'w', 0o600)).close()
    } finally {
      await rm(probe, { force: true })
    }
  } catch (error) {
    throw new StartError('backupPlaceBad', { path, detail: codeOf(error) })
  }
}

/**
 * Checks that a folder for backups, and the `uploads` in it, are not those of a data folder: old uploads are removed from
 * a place.
 *
 * @throws {StartError} backupPlaceData
 */
export async function requireNoData(path: string): Promise<void> {
  const uploads = await realpath(join(path, 'uploads')).catch(() => join(path, 'uploads'))
  const own = await realpath(path)
  const folders = [own, dirname(uploads), ...(basename(own) === 'uploads' ? [dirname(own)] : [])]
  for (const folder of folders) {
    const { database, lock } = pathsIn(folder)
    for (const file of [database, lock])
      if (await lstat(file).catch(gone)) throw new StartError('backupPlaceData', { path, detail: file })
  }
}

/** Returns the text of a file of this machine; undefined when it is missing. */
export const readOptionalFile = (path: string): Promise<Buffer | undefined> => readFile(path).catch(gone)

/** Gives the backups that root has made in a folder to its owner; does nothing for other users and places. */
export function givePlaceToOwner(settings: PlaceSettings): void {
  if (settings.kind !== 'folder') return
  giveToOwner(
    settings.path,
    (name) =>
      ['uploads', 'site.json'].includes(name) || isBackupName(name.replace(/\.part$/, '').replace(/\.json$/, '')),
  )
}
