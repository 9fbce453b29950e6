import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '#src/core/config.ts'
import { lockDataFolder, pathsIn } from '#src/core/data-folder.ts'
import { AppError } from '#src/core/errors.ts'
import { giveToOwner } from '#src/core/folder-rights.ts'
import type { Installation } from '#src/core/installation.ts'
import { readRecord, type UpdateRecord, writeRecord } from '#src/core/update-record.ts'
import { syncFolderNow } from '#src/db/sync-folder.ts'
import type { BackupLock } from '#src/features/backup/index.ts'
import { keepBackupsAway } from './backup.ts'
import { releaseFolder } from './release-source.ts'
import { besides } from './space.ts'
import { type TrialOptions, tryExecutable } from './trial.ts'

const seconds = () => Math.floor(Date.now() / 1000)

function flush(path: string): void {
  const handle = openSync(path, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Copies a file; a file or link that is in the way is replaced, and not followed. Shares blocks where that is possible. */
function copyAnew(from: string, to: string): void {
  rmSync(to, { force: true })
  copyFileSync(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
}

/**
 * Copies the database of a stopped server. All of it is in one file then: the server has emptied its log.
 *
 * @throws {Error} when the log is not empty, which a server that has found damage leaves
 */
function copyStopped(data: string, to: string): string {
  const { database } = pathsIn(data)
  const log = statSync(`${database}-wal`, { throwIfNoEntry: false })?.size ?? 0
  if (log > 0) throw new Error(`the write-ahead log still has ${log} bytes`)
  const folder = join(data, 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `before-update-${to}.db`)
  copyAnew(database, path)
  flush(path)
  syncFolderNow(folder)
  return path
}

/**
 * Puts the database from just before back. Can be repeated from any point. The log of the database that goes must not
 * be left: SQLite would apply it to the one that comes.
 */
function restoreCopy(data: string, copy: string): void {
  const { database } = pathsIn(data)
  const fresh = `${database}.restoring`
  copyAnew(copy, fresh)
  flush(fresh)
  for (const extension of ['-wal', '-shm', '-journal']) rmSync(database + extension, { force: true })
  renameSync(fresh, database)
  syncFolderNow(data)
}

/** Puts the new executable in place; at no moment is there none, except on Windows, where a running one must move away. */
function swap({ executable, staged, previous }: UpdateRecord): void {
  rmSync(previous, { force: true })
  if (process.platform === 'win32') renameSync(executable, previous)
  else {
    try {
      linkSync(executable, previous)
    } catch {
      // a file system without links
      copyFileSync(executable, previous)
    }
  }
  renameSync(staged, executable)
  syncFolderNow(dirname(executable))
}

const toError = (error: unknown, version: string): NonNullable<UpdateRecord['error']> =>
  error instanceof AppError
    ? { name: error.errorName, values: error.values }
    : { name: 'updateBroken', values: { version, detail: error instanceof Error ? error.message : String(error) } }

/** Ends an update: the former version is in place again, with its database. */
function takeBack(data: string, record: UpdateRecord, outcome: 'rolledBack' | 'undone', error?: unknown): UpdateRecord {
  if (record.copy !== undefined && existsSync(record.copy)) restoreCopy(data, record.copy)
  try {
    rmSync(record.staged, { force: true })
  } catch {
    // a folder that may not be written any more: the file stays, and the next update replaces it
  }
  if (record.phase === 'swapped' && existsSync(record.previous)) {
    renameSync(record.previous, record.executable)
    syncFolderNow(dirname(record.executable))
  }
  const { copy, ...rest } = record
  const ended = writeRecord(data, {
    ...rest,
    phase: 'ended',
    outcome,
    ...(error === undefined ? {} : { error: toError(error, record.to) }),
    time: seconds(),
    is_logged: false,
  })
  if (copy !== undefined) rmSync(copy, { force: true })
  return ended
}

/**
 * Puts the former version back on purpose, of a server that has stopped, with `copy` in place of its database when one is
 * given. Killed in the middle, the next start completes it, or the new version goes on.
 */
export function putBack(data: string, record: Omit<UpdateRecord, 'phase'>, copy: string | undefined): UpdateRecord {
  const own = copy === undefined ? undefined : join(data, 'backups', `before-update-${record.to}.db`)
  if (copy !== undefined && own !== undefined) {
    copyAnew(copy, own)
    flush(own)
    syncFolderNow(dirname(own))
  }
  const begun = writeRecord(data, { ...record, phase: 'swapped', ...(own !== undefined && { copy: own }) })
  return takeBack(data, begun, 'undone')
}

/** An update that only has to be carried out: its executable is staged and verified, its record says `switching`. */
export interface StagedUpdate {
  record: UpdateRecord
  /** Whether the new version changes the database schema. */
  changesSchema: boolean
  trial: TrialOptions
}

/**
 * Replaces the executable of a server that has stopped: tries the new version on the data while nobody is served, then
 * swaps the executables; or, when it fails, puts everything back. What was acknowledged before is in the data either way.
 *
 * @returns the record: `swapped`, or `ended` as rolled back
 */
export async function switchVersion(
  data: string,
  { record, changesSchema, trial }: StagedUpdate,
): Promise<UpdateRecord> {
  let current = record
  let backups: BackupLock | undefined
  try {
    backups = await keepBackupsAway(data)
    current = whileLocked(data, () =>
      changesSchema ? writeRecord(data, { ...current, copy: copyStopped(data, current.to) }) : current,
    )
    giveToOwner(data)
    await tryExecutable(current.staged, trial)
    return whileLocked(data, () => {
      swap(current)
      return writeRecord(data, { ...current, phase: 'swapped', time: seconds() })
    })
  } catch (error) {
    return whileLocked(data, () => takeBack(data, current, 'rolledBack', error))
  } finally {
    backups?.release()
  }
}

/**
 * Runs a step with the data folder's lock, which the version that is being tried takes in between.
 *
 * @throws {StartError} dataInUse when a server has been started in between. It has settled the update: nothing may be
 *   touched any more
 */
function whileLocked<T>(data: string, step: () => T): T {
  const lock = lockDataFolder(data)
  try {
    if (readRecord(data)?.phase !== 'switching') throw new StartError('updateSettled')
    return step()
  } finally {
    lock.release()
  }
}

/** Removes what an update leaves that was killed before it began to switch; what cannot be removed is replaced later. */
function removeLeftovers(data: string, executable: string | undefined): void {
  try {
    rmSync(join(releaseFolder(data), 'trial'), { recursive: true, force: true })
    if (executable !== undefined) rmSync(besides(executable, 'new'), { force: true })
  } catch {
    // a folder that the server may not write in
  }
}

/**
 * Completes or undoes an update that an earlier run left in the middle; called with the data folder's lock, before the
 * database is opened. The version that starts decides: the new executable is in place only after it has worked on this data.
 *
 * @returns the record of an update that has ended, whose end nobody has logged; undefined when there is none
 */
export function settleUpdate(
  data: string,
  { version, executable }: Pick<Installation, 'version' | 'executable'>,
): UpdateRecord | undefined {
  const record = readRecord(data)
  if (record?.phase !== 'switching') removeLeftovers(data, executable)
  if (!record || (record.phase === 'ended' && record.is_logged)) return undefined
  if (record.phase === 'ended') return record
  if (version === record.to) return writeRecord(data, { ...record, phase: 'swapped', time: seconds() })
  // Somebody has installed a third version by hand: it stays, with the data that it finds, and so does the copy.
  if (version !== record.from)
    return writeRecord(data, { ...record, phase: 'ended', outcome: 'undone', time: seconds(), is_logged: false })
  return takeBack(data, record, 'undone')
}

/** Records that the new version answers; called once it is listening. Returns the record to log, if any. */
export function confirmUpdate(data: string, { version }: Pick<Installation, 'version'>): UpdateRecord | undefined {
  const record = readRecord(data)
  if (!record || record.is_logged) return undefined
  if (record.phase !== 'swapped' || record.to !== version) return record.phase === 'ended' ? record : undefined
  const { copy, ...rest } = record
  const ended = writeRecord(data, { ...rest, phase: 'ended', outcome: 'installed', time: seconds() })
  if (copy !== undefined) rmSync(copy, { force: true })
  rmSync(releaseFolder(data), { recursive: true, force: true })
  return ended
}

/**
 * Takes an update back whose new version could not begin to listen although it worked just before.
 *
 * @returns the record; undefined when the failed start is none of an update
 */
export function takeBackFailedStart(
  data: string,
  { version }: Pick<Installation, 'version'>,
  error: unknown,
): UpdateRecord | undefined {
  const record = readRecord(data)
  if (record?.phase !== 'swapped' || record.to !== version) return undefined
  return takeBack(data, record, 'rolledBack', error)
}
