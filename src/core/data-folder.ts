import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import {
  cutOff,
  DamagedCopy,
  type FileLock,
  ForeignDatabase,
  IncompleteDatabase,
  inspectDatabase,
  isDamaged,
  isFull,
  isLocked,
  isNotWritable,
  lockFile,
  type Migrated,
  migrate,
  NewerDatabase,
  type OpenDatabase,
  openDatabase,
  ReadOnlyDatabase,
  requireStructure,
  requireWritable,
  schemaNumber,
} from '#src/db/engine.ts'
import { syncFolderNow } from '#src/db/sync-folder.ts'
import { StartError } from './config.ts'
import { closeOwnPaths, giveToOwner, type OpenPath } from './folder-rights.ts'
import { completeRestore, isRestoring } from './restore-swap.ts'

/** Returns the paths in a data folder. */
export const pathsIn = (data: string) => ({
  database: join(data, 'docstead.db'),
  lock: join(data, 'run.lock'),
  running: join(data, 'run.json'),
  uploads: join(data, 'uploads'),
  backups: join(data, 'backups'),
})

/** Whether there is a database that is not empty. */
export const hasDatabase = (data: string): boolean =>
  (statSync(pathsIn(data).database, { throwIfNoEntry: false })?.size ?? 0) > 0

const isFolder = (path: string): boolean | undefined => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory()
  } catch {
    return undefined // below a file, or not accessible: creating or opening it reports that
  }
}

/**
 * Checks that the data folder has no file where a folder belongs, and no folder where a file belongs.
 *
 * @throws {StartError} notFolder, notFile
 */
export function requireKinds(data: string): void {
  const { database, lock, running, uploads } = pathsIn(data)
  for (const path of [
    data,
    uploads,
    join(uploads, 'incoming'),
    join(data, 'backups'),
    join(data, 'update'),
    join(data, '.follow'),
    join(data, '.native'),
  ])
    if (isFolder(path) === false) throw new StartError('notFolder', { path })
  for (const path of [database, `${database}-wal`, `${database}-shm`, lock, running])
    if (isFolder(path)) throw new StartError('notFile', { path })
}

/**
 * Whether the database has lost its content: a file of 0 bytes, which SQLite takes for a new database, in a folder
 * where a server has run before.
 */
export function isEmptied(data: string): boolean {
  const { database, uploads } = pathsIn(data)
  return existsSync(database) && !hasDatabase(data) && existsSync(uploads)
}

/** What a running server writes down for other processes. */
interface RunningServer {
  pid: number
  address: string
  since: string
}

// Level by level: where the system reports ENOENT for a folder that cannot be created, as in /proc, `recursive` never
// returns.
function makeFolder(path: string): void {
  if (existsSync(path)) return
  const above = dirname(path)
  if (above !== path) makeFolder(above)
  try {
    mkdirSync(path, { mode: 0o700 })
    syncFolderNow(above)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Creates the folder if it is missing and checks that it is writable. The executable also unpacks its addons there.
 *
 * @throws {StartError} notFolder, notFile, dataNotWritable, diskFull
 */
export function prepareDataFolder(data: string): void {
  requireKinds(data)
  process.env['DOCSTEAD_NATIVE_DIR'] ??= join(data, '.native')
  try {
    makeFolder(data)
    for (const path of [data, pathsIn(data).uploads])
      if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    const probe = join(data, `.probe-${process.pid}`)
    try {
      // with some bytes: an empty file fits on a full disk
      writeFileSync(probe, Buffer.alloc(4096), { mode: 0o600 })
    } finally {
      rmSync(probe, { force: true })
    }
  } catch (error) {
    throw systemErrorOf(error, data)
  }
}

// Converts a system error to a `StartError`, with the path in the data folder that it concerns.
function systemErrorOf(error: unknown, data: string): StartError {
  const { code = '', path } = error as NodeJS.ErrnoException
  const isInside = path !== undefined && path.startsWith(data) && !basename(path).startsWith('.probe-')
  return new StartError(code === 'ENOSPC' ? 'diskFull' : 'dataNotWritable', {
    path: (isInside && path) || data,
    detail: code,
  })
}

/** Reads which server runs on this data folder; undefined when none is recorded. */
export function readRunning(data: string): RunningServer | undefined {
  try {
    return JSON.parse(readFileSync(pathsIn(data).running, 'utf8')) as RunningServer
  } catch {
    return undefined
  }
}

/** A process's lock on a data folder. */
export interface FolderLock {
  /** The server of the last run, when it did not shut down cleanly. */
  unclean: RunningServer | undefined
  /** Records this process as the holder of the folder. */
  announce(address: string): void
  release(): void
}

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? ''

// Accessible to its owner only, whatever the umask. SQLite gives the files next to it the same mode.
const makeOwnFile = (path: string): void => closeSync(openSync(path, 'a', 0o600))

function openLock(path: string, whoRuns: () => RunningServer | undefined, data: string): FileLock {
  try {
    makeOwnFile(path)
    return lockFile(path)
  } catch (error) {
    if (!isLocked(error)) throw new StartError('lockUnusable', { path, detail: codeOf(error) })
    const other = whoRuns()
    throw new StartError('dataInUse', { path: data, pid: other?.pid ?? '?', address: other?.address ?? '?' })
  }
}

/**
 * Locks the data folder for this process, with a lock on a file next to the database, which the system releases however
 * the process ends. Completes a restore that was interrupted.
 *
 * @throws {StartError} dataInUse with the process that holds it, lockUnusable, restorePlanBad
 */
export function lockDataFolder(data: string): FolderLock {
  const paths = pathsIn(data)
  const lock = openLock(paths.lock, () => readRunning(data), data)
  try {
    const wasRestoring = isRestoring(data)
    completeRestore(data)
    if (wasRestoring) giveToOwner(data)
  } catch (error) {
    lock.release()
    throw error instanceof StartError ? error : systemErrorOf(error, data)
  }
  const unclean = readRunning(data)
  let announced = false
  return {
    unclean,
    announce(address) {
      announced = true
      const handle = openSync(paths.running, 'w', 0o600)
      writeSync(handle, JSON.stringify({ pid: process.pid, address, since: new Date().toISOString() }))
      fsyncSync(handle)
      closeSync(handle)
      syncFolderNow(data)
    },
    release() {
      // a failed start leaves the traces of an unclean shutdown for the next one
      if (announced) rmSync(paths.running, { force: true })
      lock.release()
    },
  }
}

/**
 * Removes a data folder that a trial has created. Its lock is still held, so that no server can have started in it.
 * Where the system keeps open files, the lock file stays.
 */
export function discardDataFolder(data: string): void {
  try {
    rmSync(data, { recursive: true, force: true })
  } catch {
    // the lock file is open
  }
}

/**
 * Completes a restore that was interrupted, before anything else reads the folder without its lock.
 *
 * @throws {StartError} dataInUse while the restore is still running, restorePlanBad
 */
export function completeInterruptedRestore(data: string): void {
  if (isRestoring(data)) lockDataFolder(data).release()
}

const namedMost = 5

const namesOf = ({ missing }: IncompleteDatabase) => ({
  count: missing.length,
  list: `${missing.slice(0, namedMost).join(', ')}${missing.length > namedMost ? ' …' : ''}`,
})

/** Whether an error says that the disk is full. */
export const isDiskFull = (error: unknown): boolean => codeOf(error) === 'ENOSPC' || isFull(error)

/** Whether an error says that this is the copy of another server, where nothing can be written. */
export const isReadOnlyCopy = (error: unknown): boolean => error instanceof ReadOnlyDatabase

/** Converts a database failure that an administrator can fix to a `StartError`; undefined for any other failure. */
export function toStartError(error: unknown, data: string): StartError | undefined {
  const path = pathsIn(data).database
  if (error instanceof StartError) return error
  if (error instanceof NewerDatabase)
    return new StartError('databaseNewer', { path, found: error.found, known: schemaNumber })
  if (error instanceof ForeignDatabase) return new StartError('databaseForeign', { path })
  if (error instanceof IncompleteDatabase) return new StartError('databaseIncomplete', { path, ...namesOf(error) })
  if (error instanceof DamagedCopy) return new StartError('copyDamaged', { path, detail: error.message })
  const detail = codeOf(error)
  if (isDamaged(error)) return new StartError('databaseDamaged', { path, detail })
  if (isNotWritable(error)) return new StartError('databaseNotWritable', { path, detail })
  if (isFull(error)) return new StartError('diskFull', { path: data, detail })
  if (isLocked(error)) return new StartError('databaseBusy', { path })
  const at = (error as NodeJS.ErrnoException).path
  if (/^E[A-Z]+$/.test(detail) && at?.startsWith(data)) return systemErrorOf(error, data)
  return undefined
}

/** An open database with this program's schema, and what was done to get it there. */
export interface ReadyDatabase {
  open: OpenDatabase
  migrated: Migrated
  /** Bytes of the write-ahead log found when opening: saves that had not been moved into the database yet. */
  walBytes: number
  /** Docstead's files that other users could access until now, and those that they still can. */
  rights: { closed: string[]; open: OpenPath[] }
}

/**
 * Opens the database of a data folder and migrates it to this program's schema. A database that is damaged, incomplete
 * or from another program is not changed. Takes the same time whatever its size, unless it must be migrated: damage that
 * only reading all of it shows is left to `startStructureCheck`.
 *
 * @param waitMs how long another process that migrates is waited for; a minute when left out
 * @throws {StartError} databaseDamaged, databaseForeign, databaseIncomplete, databaseNewer, databaseNotWritable,
 *   databaseBusy, copyDamaged
 */
export async function openDataFolder(data: string, waitMs?: number): Promise<ReadyDatabase> {
  const { database } = pathsIn(data)
  const walBytes = statSync(`${database}-wal`, { throwIfNoEntry: false })?.size ?? 0
  if (isEmptied(data)) throw new StartError('databaseDamaged', { path: database, detail: '0 bytes' })
  let open: OpenDatabase | undefined
  try {
    if (hasDatabase(data)) await inspectDatabase(database, requireStructure)
    else makeOwnFile(database)
    const rights = closeOwnPaths(data)
    open = openDatabase(database)
    const [first] = cutOff(open)
    if (first !== undefined) throw new StartError('databaseDamaged', { path: database, detail: first })
    requireWritable(open)
    const migrated = await migrate(open, data, new Date(), waitMs)
    return { open, migrated, walBytes, rights }
  } catch (error) {
    await open?.close()
    throw toStartError(error, data) ?? error
  }
}
