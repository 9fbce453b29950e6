import {
  accessSync,
  chmodSync,
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
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { quickCheck, requireWritable } from '#src/db/check.ts'
import { type Migrated, migrate, NewerDatabase, schemaNumber } from '#src/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '#src/db/open.ts'
import { StartError } from './config.ts'

/** Where things lie in a data folder. */
export const pathsIn = (data: string) => ({
  database: join(data, 'docstead.db'),
  lock: join(data, 'run.lock'),
  running: join(data, 'run.json'),
  uploads: join(data, 'uploads'),
})

/**
 * Whether the database has lost all that was in it: a file of no bytes, which SQLite takes for a new database, in a
 * folder where a server has run before.
 */
export function isEmptied(data: string): boolean {
  const { database, uploads } = pathsIn(data)
  return existsSync(database) && statSync(database).size === 0 && existsSync(uploads)
}

/** What a running server leaves for others to read. */
export interface RunningServer {
  pid: number
  address: string
  since: string
}

// Level by level: where the system says ENOENT for a folder that cannot be made, as /proc does, `recursive` never returns.
function makeFolder(path: string): void {
  if (existsSync(path)) return
  const above = dirname(path)
  if (above !== path) makeFolder(above)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Makes the folder if it is missing and checks that it can be written. The executable unpacks its addons there too.
 *
 * @throws {StartError} dataNotWritable, diskFull
 */
export function prepareDataFolder(data: string): void {
  process.env['DOCSTEAD_NATIVE_DIR'] ??= join(data, '.native')
  try {
    makeFolder(data)
    accessSync(data, constants.R_OK | constants.W_OK | constants.X_OK)
    const probe = join(data, `.probe-${process.pid}`)
    try {
      // with some bytes: an empty file fits on a full disk
      writeFileSync(probe, Buffer.alloc(4096), { mode: 0o600 })
    } finally {
      rmSync(probe, { force: true })
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    throw new StartError(code === 'ENOSPC' ? 'diskFull' : 'dataNotWritable', { path: data, detail: code })
  }
}

/** The server that runs on this data folder, as it wrote itself down; undefined when none did. */
export function readRunning(data: string): RunningServer | undefined {
  try {
    return JSON.parse(readFileSync(pathsIn(data).running, 'utf8')) as RunningServer
  } catch {
    return undefined
  }
}

/** The hold of one process on a data folder. */
export interface FolderLock {
  /** The server of the last run, when it did not end by itself. */
  unclean: RunningServer | undefined
  /** Writes down who holds the folder. */
  announce(address: string): void
  release(): void
}

/**
 * Takes the data folder for this process. The lock is SQLite's own on a file beside the database, so the system frees it
 * whatever way the process ends, on every platform.
 *
 * @throws {StartError} dataInUse with the process that holds it
 */
export function lockDataFolder(data: string): FolderLock {
  const paths = pathsIn(data)
  const lock = new Database(paths.lock, { timeout: 0 })
  try {
    lock.pragma('journal_mode = MEMORY')
    lock.exec('BEGIN EXCLUSIVE')
  } catch {
    lock.close()
    const other = readRunning(data)
    throw new StartError('dataInUse', { path: data, pid: other?.pid ?? '?', address: other?.address ?? '?' })
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
    },
    release() {
      // a start that failed leaves the traces of an unclean end for the next one
      if (announced) rmSync(paths.running, { force: true })
      lock.close()
    },
  }
}

// Reading this much to check it takes about a second; larger databases are left to `docstead doctor`.
const checkedAtStartBytes = 256_000_000

/** What a person can do about a failure of the database; undefined for one that is not theirs to mend. */
export function startErrorOf(error: unknown, data: string): StartError | undefined {
  const path = pathsIn(data).database
  if (error instanceof StartError) return error
  if (error instanceof NewerDatabase)
    return new StartError('databaseNewer', { path, found: error.found, known: schemaNumber })
  const detail = (error as { code?: string }).code ?? ''
  if (/^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT)/.test(detail)) return new StartError('databaseDamaged', { path, detail })
  if (/^SQLITE_(CANTOPEN|READONLY|PERM)/.test(detail)) return new StartError('databaseNotWritable', { path, detail })
  if (detail === 'SQLITE_FULL') return new StartError('diskFull', { path: data, detail })
  return undefined
}

/** An open database that fits this program, and what had to be done for it. */
export interface ReadyDatabase {
  open: OpenDatabase
  migrated: Migrated
  /** Bytes of the write-ahead log found at opening: saves that had not been moved into the database yet. */
  walBytes: number
  /** Whether its structure was checked: after an unclean end, and unless it is very large. */
  checked: boolean
}

/**
 * Opens the database of a data folder and brings it to this program's schema. A damaged one is never replaced.
 *
 * @throws {StartError} databaseDamaged, databaseNewer, databaseNotWritable
 */
export async function openDataFolder(data: string, options: { check: boolean }): Promise<ReadyDatabase> {
  const { database } = pathsIn(data)
  const existed = existsSync(database)
  const sizeOf = (path: string) => (existsSync(path) ? statSync(path).size : 0)
  const walBytes = sizeOf(`${database}-wal`)
  if (isEmptied(data)) throw new StartError('databaseDamaged', { path: database, detail: '0 bytes' })
  let open: OpenDatabase | undefined
  try {
    open = openDatabase(database)
    if (!existed) chmodSync(database, 0o600)
    const checked = existed && options.check && sizeOf(database) < checkedAtStartBytes
    const [first] = checked ? quickCheck(open.sqlite) : []
    if (first !== undefined) throw new StartError('databaseDamaged', { path: database, detail: first })
    requireWritable(open.sqlite)
    const migrated = await migrate(open, data, new Date())
    return { open, migrated, walBytes, checked }
  } catch (error) {
    await open?.close()
    throw startErrorOf(error, data) ?? error
  }
}
