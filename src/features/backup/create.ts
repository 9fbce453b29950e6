import { statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartError } from '#src/core/config.ts'
import { completeInterruptedRestore, hasDatabase, isDiskFull, pathsIn, toStartError } from '#src/core/data-folder.ts'
import { localStorage } from '#src/core/file-store.ts'
import { versionCommit, versionText } from '#src/core/version.ts'
import { inspectDatabase, readSchemaNumber, requireStructure, withSnapshot } from '#src/db/engine.ts'
import { ArchiveWriter, compressFile } from './archive.ts'
import {
  type ArchiveFile,
  backupName,
  type Counts,
  databaseName,
  entryNames,
  formatVersion,
  type Head,
  isBackupName,
  type Summary,
  timeInName,
  uploadName,
} from './format.ts'
import {
  type Note,
  type Place,
  readOptionalFile,
  readUploadSums,
  requireFolder,
  writeNote,
  writeUploadSums,
} from './place.ts'
import { requireSiteId } from './place-owner.ts'
import { countContent, listUploads } from './queries.ts'
import { RemoteUploads } from './remote-uploads.ts'
import { Digest, digesting, partFile, readFileChunks, removeFile, type Sink } from './streams.ts'
import { backupsIn, HeldUploads, lockBackups, requireRoom, withWorkFolder } from './work-folder.ts'

/** Where a backup goes: one whole file, a stream, or a place that keeps unchanged uploads once. */
type BackupTarget = { file: string } | { sink: Sink; name: string } | { place: Place }

/** How far a backup or a check is: bytes out of roughly `total`. */
export type OnProgress = (done: number, total: number) => void

/** A backup that was made. */
export interface MadeBackup {
  /** Its path or address; the name of its stream. */
  name: string
  /** Its file name in its place; '' elsewhere. */
  placed: string
  summary: Summary
  /** Bytes of the archive. */
  bytes: number
  /** What its place notes about it. */
  note: Note
}

/** Options of a backup. */
interface BackupOptions {
  onProgress?: OnProgress
  /** The current time in Unix seconds. */
  now?: () => number
  /** The private networks that the server may send requests to: the setting `outbound_allow`. */
  allow?: readonly string[]
}

const nowSeconds = () => Math.floor(Date.now() / 1000)

/**
 * Backs up a data folder, whether a server runs on it or not: database and uploads as of one moment. Reads synchronously
 * in steps: in a server it belongs in a worker thread, see `createBackupInWorker`.
 *
 * @throws {StartError} dataMissing, backupBusy, backupPlaceBad, diskFull, those of opening the database
 */
export async function createBackup(
  data: string,
  target: BackupTarget,
  options: BackupOptions = {},
): Promise<MadeBackup> {
  return withBackupLock(data, () => makeBackup(data, target, options))
}

/** Runs `operation` while no other backup of the data folder runs. @throws {StartError} dataMissing, backupBusy */
export async function withBackupLock<T>(data: string, operation: () => Promise<T>): Promise<T> {
  completeInterruptedRestore(data)
  if (!hasDatabase(data)) throw new StartError('dataMissing', { path: data })
  try {
    const lock = await lockBackups(data)
    try {
      return await operation()
    } finally {
      lock.release()
    }
  } catch (error) {
    throw failureOf(error, data, backupsIn(data))
  }
}

/** Makes a backup for a caller that has the lock. */
export async function makeBackup(data: string, target: BackupTarget, options: BackupOptions): Promise<MadeBackup> {
  const work = 'file' in target ? dirname(target.file) : backupsIn(data)
  if ('file' in target) await requireFolder(work, true)
  try {
    const held = await HeldUploads.create(data)
    try {
      return await withWorkFolder(work, '.work-', (folder) => backUp({ data, target, options, held, folder }))
    } finally {
      await held.release()
    }
  } catch (error) {
    const place = 'file' in target ? target.file : 'place' in target ? target.place.name : work
    throw failureOf(error, data, place)
  }
}

/** Converts a failure of the machine to an error that says what to do. */
export function failureOf(error: unknown, data: string, place: string): unknown {
  if (error instanceof StartError) return error
  if (isDiskFull(error)) return new StartError('diskFull', { path: place })
  const { code = '', path } = error as NodeJS.ErrnoException
  const known = toStartError(error, data)
  if (/^E[A-Z]+$/.test(code) && !path?.startsWith(join(data, 'uploads')))
    return new StartError('backupPlaceBad', { path: path ?? place, detail: code })
  return known ?? error
}

interface Backup {
  data: string
  target: BackupTarget
  options: BackupOptions
  held: HeldUploads
  /** The folder for what is in work. */
  folder: string
}

/** The moment that a backup shows. */
interface Moment {
  time: number
  schema: number
  counts: Counts
  /** Uploaded files by their stored names, with their sizes in bytes. */
  uploads: Map<string, number>
  missing: string[]
  /** Those of them that are in buckets, and are read there. */
  remote: RemoteUploads
}

async function backUp(backup: Backup): Promise<MadeBackup> {
  const { target } = backup
  const database = join(backup.folder, databaseName)
  const kept = 'place' in target ? await target.place.listUploads() : new Map<string, number>()
  const sums = 'place' in target ? await readUploadSums(target.place) : new Map<string, string>()
  // those of which the place has nothing, or not everything
  const isNew = (name: string, size: number) => kept.get(name) !== size || !sums.has(name)
  const moment = await takeMoment(backup, database, isNew)
  const { size: database_bytes } = await stat(database)
  const packed = join(backup.folder, entryNames.database)
  const unpacked = await compressFile(database, packed)
  await removeFile(database)
  const head: Head = {
    format: 'docstead-backup',
    format_version: formatVersion,
    product_version: versionText,
    commit: versionCommit,
    schema: moment.schema,
    time: moment.time,
    database_bytes,
    upload_bytes: [...moment.uploads.values()].reduce((sum, size) => sum + size, 0),
    uploads: 'place' in target ? 'separate' : 'inside',
  }
  const added = new AddedUploads(sums)
  try {
    const separate =
      'place' in target ? await keepUploads(backup, target.place, moment, { sums, isNew, kept, added }) : undefined
    return await writeArchive(backup, { head, moment, packed, unpacked, separate })
  } catch (error) {
    if ('place' in target) await added.removeFrom(target.place).catch(() => undefined)
    throw error
  }
}

/** What a backup has added to the uploads of a place, which no other backup needs. */
class AddedUploads {
  readonly #sums: ReadonlyMap<string, string>
  readonly #names: string[] = []
  /** Whether the list of hashes has been written again. */
  isListed = false

  /** @param sums the hashes that the place had before */
  constructor(sums: ReadonlyMap<string, string>) {
    this.#sums = new Map(sums)
  }

  add(name: string): void {
    this.#names.push(name)
  }

  /** On a full disk they would be in the way of the next attempt. A place that is gone is not waited for. */
  async removeFrom(place: Place): Promise<void> {
    for (const name of this.#names) await place.remove(name)
    if (this.isListed) await writeUploadSums(place, this.#sums)
  }
}

// A file that is deleted while the names are read, and was uploaded just before, is missing from both.
const attempts = 5

const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Checks that there is room for the copy of the database, its compressed form and the new uploads. */
function requireRoomFor(
  { target, folder }: Backup,
  databaseBytes: number,
  uploads: readonly { file_size: number }[],
): void {
  // a third of it packed: in the working folder, and once more in the archive
  const work = databaseBytes * 1.4
  const result = databaseBytes * 0.4 + uploads.reduce((sum, { file_size }) => sum + file_size, 0)
  const parent = dirname(folder)
  const place = 'file' in target ? parent : 'place' in target ? target.place.settings : undefined
  const path = typeof place === 'string' ? place : place?.kind === 'folder' ? place.path : undefined
  const isOneDisk = path !== undefined && statSync(path).dev === statSync(parent).dev
  requireRoom(parent, isOneDisk ? work + result : work)
  if (path !== undefined && !isOneDisk) requireRoom(path, result)
}

/** Copies the database of one moment, and holds the files that it names. */
async function takeMoment(
  backup: Backup,
  copy: string,
  isNew: (name: string, size: number) => boolean,
): Promise<Moment> {
  const { data, held, options } = backup
  const { database } = pathsIn(data)
  const { now = nowSeconds, onProgress = () => undefined } = options
  const isLocal = (row: { storage: string }) => row.storage === localStorage
  const wanted = async (rows: Awaited<ReturnType<typeof listUploads>>) =>
    held.hold(rows.filter((row) => isLocal(row) && isNew(row.stored_name, row.file_size)).map((row) => row.stored_name))
  const early = await inspectDatabase(database, async (open) => {
    await requireStructure(open)
    return wanted(await listUploads(open.db))
  })
  const known = new Set(early)
  for (let attempt = 1; ; attempt++) {
    const moment = await withSnapshot(database, async ({ open, copyTo }) => {
      const time = now()
      const rows = await listUploads(open.db)
      const missing = await wanted(rows)
      if (attempt < attempts && missing.some((name) => !known.has(name))) return undefined
      const isNeeded = (row: { stored_name: string; file_size: number }) => isNew(row.stored_name, row.file_size)
      const remote = await RemoteUploads.of(open.db, rows, { allow: options.allow ?? [], isNeeded })
      const lost = new Set(missing)
      const uploads = new Map<string, number>()
      for (const row of rows) if (!lost.has(row.stored_name)) uploads.set(row.stored_name, row.file_size)
      const schema = await readSchemaNumber(open.db)
      const counts = await countContent(open.db)
      requireRoomFor(backup, bytesOf(database), rows.filter(isNeeded))
      await copyTo(copy, (done, total) => onProgress((done / total) * 0.4, 1))
      return { time, schema, counts, uploads, missing: [...lost], remote }
    })
    if (!moment) continue
    // not within the snapshot: a bucket may take long, and the database grows as long as it is open
    for (const name of await moment.remote.measure()) {
      moment.uploads.delete(name)
      moment.missing.push(name)
    }
    // what is on the disk counts, not what its row says
    for (const [name, size] of moment.uploads)
      if (isNew(name, size)) moment.uploads.set(name, moment.remote.size(name) ?? (await stat(held.pathOf(name))).size)
    return moment
  }
}

/** Copies new uploads to a place. Returns all of the backup, with their hashes. */
async function keepUploads(
  { held, options }: Backup,
  place: Place,
  { uploads, remote }: Moment,
  at: {
    kept: ReadonlyMap<string, number>
    sums: Map<string, string>
    isNew: (name: string, size: number) => boolean
    added: AddedUploads
  },
): Promise<ArchiveFile[]> {
  const files: ArchiveFile[] = []
  let isChanged = false
  for (const [stored, size] of uploads) {
    const name = uploadName(stored)
    const sha256 = at.isNew(stored, size) ? undefined : at.sums.get(stored)
    if (sha256 !== undefined) {
      files.push({ name, size, sha256 })
      continue
    }
    const chunks = remote.has(stored) ? await remote.read(stored) : readFileChunks(held.pathOf(stored), true)
    const file = { name, ...(await copyTo(await place.write(name, size), chunks)) }
    files.push(file)
    // what older backups need stays, whatever happens
    if (!at.kept.has(stored)) at.added.add(name)
    isChanged = true
    at.sums.set(stored, file.sha256)
    options.onProgress?.(0.4 + 0.3 * (files.length / uploads.size), 1)
  }
  at.added.isListed = isChanged
  if (isChanged) await writeUploadSums(place, at.sums)
  return files
}

async function copyTo(sink: Sink, chunks: AsyncIterable<Uint8Array>): Promise<{ size: number; sha256: string }> {
  const digest = new Digest()
  try {
    for await (const chunk of digesting(chunks, digest)) await sink.write(chunk)
    await sink.close()
  } catch (error) {
    await sink.abort()
    throw error
  }
  return digest.result()
}

async function writeArchive(
  { data, target, held, options }: Backup,
  of: {
    head: Head
    moment: Moment
    packed: string
    unpacked: { size: number; sha256: string }
    separate: ArchiveFile[] | undefined
  },
): Promise<MadeBackup> {
  const { head, moment, packed, unpacked, separate } = of
  const { size } = await stat(packed)
  const placed = 'place' in target ? await nextName(target.place, head.time) : ''
  const sink =
    'sink' in target
      ? target.sink
      : 'file' in target
        ? await partFile(target.file)
        : await target.place.write(placed, size)
  const writer = new ArchiveWriter(sink, head.time)
  try {
    await writer.addText(entryNames.head, `${JSON.stringify(head, undefined, 1)}\n`)
    await writer.add(entryNames.database, size, readFileChunks(packed))
    const config = await readOptionalFile(join(data, 'config.json'))
    if (config) await writer.addText(entryNames.config, config.toString('utf8'))
    let done = 0
    for (const [stored, bytes] of separate ? [] : moment.uploads) {
      const { remote } = moment
      const chunks = remote.has(stored) ? await remote.read(stored) : readFileChunks(held.pathOf(stored))
      await writer.add(uploadName(stored), bytes, chunks)
      done += bytes
      options.onProgress?.(0.7 + 0.3 * (done / head.upload_bytes), 1)
    }
    const summary: Summary = {
      ...head,
      counts: moment.counts,
      database: { name: databaseName, ...unpacked },
      missing: moment.missing,
    }
    const at = await writer.finish({ ...summary, files: [...writer.files, ...(separate ?? [])] })
    const bytes = writer.position + 1024
    const note: Note = {
      time: head.time,
      product_version: head.product_version,
      site: requireSiteId(data),
      schema: head.schema,
      counts: moment.counts,
      whole_bytes: bytes + (separate ? head.upload_bytes : 0),
      manifest: at,
      verified: 0,
      damaged: false,
    }
    if ('place' in target) await writeNote(target.place, placed, note)
    const name = 'file' in target ? target.file : 'place' in target ? `${target.place.name}/${placed}` : target.name
    return { name, placed, summary, bytes, note }
  } catch (error) {
    await writer.abort(error)
    throw error
  }
}

/**
 * Returns a name that comes after those of all backups of the place: also for two within a second, and after the clock
 * was wrong.
 */
async function nextName(place: Place, time: number): Promise<string> {
  const times = [...(await place.list()).keys()].filter(isBackupName).map(timeInName)
  return backupName(Math.max(time, ...times.map((one) => one + 1)))
}
