import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { Kysely, SqliteIntrospector } from 'kysely'
import { type Db, outsideTransactionMessage, transactionContext } from '../database.ts'
import type { Schema } from '../schema.ts'
import { SqliteDriver, StablePlanCompiler, TransactionalSqliteAdapter } from './driver.ts'
import { Connection } from './kysely-connection.ts'
import { defaultPatienceMs, type WritePatience, Writer, type WritingSide } from './writer.ts'

// A result with a longer text is not cached: texts of pages go up to 5 MB.
const longestRemembered = 65_536

/** Results of the reading connection, cached while the database does not change. */
class QueryCache {
  readonly #reader: Connection
  #version: Database.Statement<[], { data_version: number }>
  readonly #answers = new Map<string, Map<string, unknown[]>>()
  #at = -1
  #isFresh = false

  constructor(reader: Connection) {
    this.#reader = reader
    this.#version = reader.sqlite.prepare('PRAGMA data_version')
  }

  /** Forgets everything: the connection has been replaced. */
  restart(): void {
    this.#version = this.#reader.sqlite.prepare('PRAGMA data_version')
    this.#answers.clear()
    this.#isFresh = false
  }

  /** Makes the next query check for changes; called after each write of this process. */
  invalidate(): void {
    this.#isFresh = false
  }

  /** Returns the cached results of a query. SQLite is asked for changes once per turn of the event loop. */
  resultsOf(text: string): Map<string, unknown[]> {
    if (!this.#isFresh) {
      const now = this.#version.get()?.data_version ?? 0
      if (now !== this.#at) this.#answers.clear()
      this.#at = now
      this.#isFresh = true
      setImmediate(() => this.invalidate())
    }
    const known = this.#answers.get(text)
    if (known) return known
    const made = new Map<string, unknown[]>()
    this.#answers.set(text, made)
    return made
  }
}

const isShort = (value: unknown): boolean =>
  (typeof value !== 'string' && !Buffer.isBuffer(value)) || value.length < longestRemembered

/** Whether rows are short enough to be cached. */
const isCacheable = (rows: unknown[]): boolean => rows.every((row) => Object.values(row as object).every(isShort))

// 8 MB of page cache for each connection. The system caches the file too: with 32 MB, and also with 2 MB, requests to a
// site of 10,000 pages cost the same, and the process holds 50 MB more or 5 MB less.
const cacheKib = 8_192

const readers = new WeakMap<object, { connection: Connection; remembered: QueryCache }>()

const writers = new WeakMap<object, Database.Database>()

/**
 * Leaves the write-ahead log alone, because another thread will move it into the database: while a snapshot is held, the log
 * cannot be emptied and grows, and the save after its end would have to move all of it.
 *
 * @returns a function that ends that
 */
export function pauseCheckpoints(db: Db): () => void {
  const sqlite = writers.get(db)
  sqlite?.pragma('wal_autocheckpoint = 0')
  return () => {
    if (sqlite?.open) sqlite.pragma(`wal_autocheckpoint = ${checkpointPages}`)
  }
}

/** Moves the write-ahead log of a database into it as far as possible, while others read and write. Takes no error as one. */
export function checkpointFile(file: string): void {
  const bytes = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
  if (bytes < checkpointPages * 4096) return
  try {
    const sqlite = new Database(file, { fileMustExist: true, timeout: 5000 })
    try {
      for (let attempt = 0; attempt < 5; attempt++) {
        const [found] = sqlite.pragma('wal_checkpoint(PASSIVE)') as { log: number; checkpointed: number }[]
        if (!found || found.log - found.checkpointed < checkpointPages / 4) return
      }
    } finally {
      sqlite.close()
    }
  } catch {
    // the next save does it
  }
}

// Buffers among the parameters are hashes; as Latin-1 text they are a short key.
const keyOf = (parameters: readonly unknown[]): string =>
  parameters.map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value))).join('\u0000')

/**
 * Runs a SELECT on the reading connection at once, bypassing Kysely's executor; returns undefined on a transaction's
 * handle, which must run the query itself.
 *
 * @param remember how many results of this query are cached while the database does not change; 0 for none
 */
export function readNow<R>(db: Db, text: string, parameters: readonly unknown[], remember: number): R[] | undefined {
  const reader = readers.get(db)
  if (!reader) return undefined
  if (transactionContext.getStore()) throw new Error(outsideTransactionMessage)
  if (remember === 0) return reader.connection.run<R>(text, parameters).rows
  const answers = reader.remembered.resultsOf(text)
  const key = keyOf(parameters)
  const known = answers.get(key) as R[] | undefined
  if (known) return known
  const { rows } = reader.connection.run<R>(text, parameters)
  if (answers.size >= remember) answers.clear()
  if (isCacheable(rows)) answers.set(key, rows)
  return rows
}

/** An open database: the handle for queries, and the raw connection for the functions of this folder. */
export interface OpenDatabase {
  db: Db
  sqlite: Database.Database
  /** The connection that reads; the same in a database that is opened for reading only. */
  reader: Database.Database
  /** How long writes through `db` wait for other processes; it can be changed. */
  patience: WritePatience
  close(): Promise<void>
}

// How many pages the write-ahead log has when a save moves them into the database: 4 MB.
const checkpointPages = 1000

/** Opens a connection with the settings of the product. */
export function connect(file: string, readonly: boolean): Database.Database {
  const sqlite = new Database(file, { timeout: 5000 })
  if (!readonly) {
    sqlite.pragma('journal_mode = WAL')
    // A confirmed save survives a power cut. Source: security P17.
    sqlite.pragma('synchronous = FULL')
    sqlite.pragma(`wal_autocheckpoint = ${checkpointPages}`)
  }
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('trusted_schema = OFF')
  sqlite.pragma('cell_size_check = ON')
  sqlite.pragma(`cache_size = -${cacheKib}`)
  if (readonly) sqlite.pragma('query_only = ON')
  return sqlite
}

/**
 * Returns the handle for queries that reads with a connection.
 *
 * @param writing returns what writes, given what is to be called after each write
 * @returns `restart` is to be called when another connection has taken the reader's place
 */
export function handleOf(
  reader: Connection,
  writing: (wrote: () => void) => WritingSide,
): { db: Db; restart: () => void } {
  const remembered = new QueryCache(reader)
  const db: Db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new TransactionalSqliteAdapter(),
      createDriver: () =>
        new SqliteDriver(
          reader,
          writing(() => remembered.invalidate()),
        ),
      createIntrospector: (handle) => new SqliteIntrospector(handle),
      createQueryCompiler: () => new StablePlanCompiler(),
    },
  })
  readers.set(db, { connection: reader, remembered })
  return { db, restart: () => remembered.restart() }
}

function databaseOf(read: Database.Database, write: Database.Database): OpenDatabase {
  const patience = { mostMs: defaultPatienceMs }
  const { db } = handleOf(new Connection(read), (wrote) => new Writer(new Connection(write), wrote, patience))
  writers.set(db, write)
  return { db, sqlite: write, reader: read, patience, close: () => db.destroy() }
}

/** Opens the SQLite file at `file`; creates it when it is missing. */
export function openDatabase(file: string): OpenDatabase {
  const writer = connect(file, false)
  return databaseOf(connect(file, true), writer)
}

/** Runs `operation` on an existing SQLite file that is opened for reading only. */
export async function readDatabase<T>(file: string, operation: (open: OpenDatabase) => T | Promise<T>): Promise<T> {
  const sqlite = new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 })
  try {
    return await operation(databaseOf(sqlite, sqlite))
  } finally {
    sqlite.close()
  }
}

/**
 * Opens a copy that can be made again, such as one that is being checked: writing does not wait for the disk. A caller
 * that keeps it flushes its file.
 */
export function openCopy(file: string): OpenDatabase {
  const open = openDatabase(file)
  open.sqlite.pragma('synchronous = OFF')
  // each page is read about once
  for (const connection of [open.sqlite, open.reader]) connection.pragma('cache_size = -2048')
  return open
}

/** Moves what is in the write-ahead log into the database file, and empties the log. */
export function emptyLog({ sqlite }: OpenDatabase): void {
  sqlite.pragma('wal_checkpoint(TRUNCATE)')
}

/** Releases what the connections keep in memory and can read again. */
export function shrinkMemory({ sqlite, reader }: OpenDatabase): void {
  for (const connection of [sqlite, reader]) connection.pragma('shrink_memory')
}
