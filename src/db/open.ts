import { AsyncLocalStorage } from 'node:async_hooks'
import Database from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Schema } from './schema.ts'

/** The database. Reads go to a connection of their own, writes wait for the one that writes. */
export type Db = Kysely<Schema>

declare const inTransaction: unique symbol
/** The database inside `transact`. What takes a `Tx` must be part of a larger deed. */
export type Tx = Db & { readonly [inTransaction]: true }

// How many prepared statements a connection keeps.
const keptStatements = 500

// 32 MB of page cache. Source: performance 1.
const cacheKib = 32_768

/** One SQLite connection with its prepared statements. */
class Connection implements DatabaseConnection {
  readonly sqlite: Database.Database
  readonly #statements = new Map<string, Database.Statement>()

  constructor(sqlite: Database.Database) {
    this.sqlite = sqlite
  }

  #prepare(text: string): Database.Statement {
    const known = this.#statements.get(text)
    if (known) return known
    if (this.#statements.size >= keptStatements) this.#statements.clear()
    const made = this.sqlite.prepare(text)
    this.#statements.set(text, made)
    return made
  }

  run<R>(text: string, parameters: readonly unknown[]): QueryResult<R> {
    const statement = this.#prepare(text)
    if (statement.reader) return { rows: statement.all(...parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] }
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return Promise.resolve(this.run<R>(query.sql, query.parameters))
  }

  // biome-ignore lint/correctness/useYield: SQLite gives all rows at once
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not used')
  }
}

/** Lets one holder at a time through, in the order of asking. */
class Turnstile {
  #tail: Promise<void> = Promise.resolve()

  async take(): Promise<() => void> {
    const before = this.#tail
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#tail = promise
    await before
    return resolve
  }
}

const insideTransact = new AsyncLocalStorage<true>()

// An answer with a longer text is not remembered: texts of pages go up to 5 MB.
const longestRemembered = 65_536

/** What the reading connection has answered while the database stayed as it is. */
class Remembered {
  readonly #version: Database.Statement<[], { data_version: number }>
  readonly #answers = new Map<string, Map<string, unknown[]>>()
  #at = -1
  #isFresh = false

  constructor(reader: Connection) {
    this.#version = reader.sqlite.prepare('PRAGMA data_version')
  }

  /** Forgets whether anything has changed; called after each write of this process. */
  touch(): void {
    this.#isFresh = false
  }

  /** The remembered answers to a query. SQLite is asked for changes once in each turn of the event loop. */
  answersOf(text: string): Map<string, unknown[]> {
    if (!this.#isFresh) {
      const now = this.#version.get()?.data_version ?? 0
      if (now !== this.#at) this.#answers.clear()
      this.#at = now
      this.#isFresh = true
      setImmediate(() => this.touch())
    }
    const known = this.#answers.get(text)
    if (known) return known
    const made = new Map<string, unknown[]>()
    this.#answers.set(text, made)
    return made
  }
}

const isShort = (rows: unknown[]): boolean =>
  rows.every((row) =>
    Object.values(row as object).every((value) => typeof value !== 'string' || value.length < longestRemembered),
  )

const readers = new WeakMap<object, { connection: Connection; remembered: Remembered }>()

// Buffers among the parameters are hashes; as Latin-1 text they are a short key.
const keyOf = (parameters: readonly unknown[]): string =>
  parameters.map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value))).join('\u0000')

/**
 * Runs a SELECT on the reading connection at once, past Kysely's executor; undefined on the handle of a transaction,
 * which must be asked itself.
 *
 * @param remember how many answers of this text are kept while the database does not change; 0 for none
 */
export function readNow<R>(db: Db, text: string, parameters: readonly unknown[], remember: number): R[] | undefined {
  const reader = readers.get(db)
  if (!reader) return undefined
  if (insideTransact.getStore()) throw new Error(besideTransaction)
  if (remember === 0) return reader.connection.run<R>(text, parameters).rows
  const answers = reader.remembered.answersOf(text)
  const key = keyOf(parameters)
  const known = answers.get(key) as R[] | undefined
  if (known) return known
  const { rows } = reader.connection.run<R>(text, parameters)
  if (answers.size >= remember) answers.clear()
  if (isShort(rows)) answers.set(key, rows)
  return rows
}

const besideTransaction = 'a query beside the transaction it belongs to: use tx'

/** Sends each query to the connection it belongs to. */
class Router implements DatabaseConnection {
  readonly #reader: Connection
  readonly #writer: Connection
  readonly #turnstile: Turnstile
  readonly #wrote: () => void
  #release: (() => void) | undefined

  constructor(reader: Connection, writer: Connection, turnstile: Turnstile, wrote: () => void) {
    this.#reader = reader
    this.#writer = writer
    this.#turnstile = turnstile
    this.#wrote = wrote
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#release) return this.#writer.run<R>(query.sql, query.parameters)
    if (insideTransact.getStore()) throw new Error(besideTransaction)
    if (query.query.kind === 'SelectQueryNode') return this.#reader.run<R>(query.sql, query.parameters)
    const release = await this.#turnstile.take()
    try {
      return this.#writer.run<R>(query.sql, query.parameters)
    } finally {
      this.#wrote()
      release()
    }
  }

  async begin(): Promise<void> {
    if (insideTransact.getStore()) throw new Error('a transaction inside a transaction')
    const release = await this.#turnstile.take()
    try {
      this.#writer.run('BEGIN IMMEDIATE', [])
    } catch (error) {
      release()
      throw error
    }
    this.#release = release
  }

  end(how: 'COMMIT' | 'ROLLBACK'): void {
    const release = this.#release
    this.#release = undefined
    try {
      // A full disk may have ended the transaction already.
      if (how === 'COMMIT' || this.#writer.sqlite.inTransaction) this.#writer.run(how, [])
    } catch (error) {
      if (this.#writer.sqlite.inTransaction) this.#writer.run('ROLLBACK', [])
      throw error
    } finally {
      this.#wrote()
      release?.()
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    return this.#reader.streamQuery<R>()
  }
}

class SqliteDriver implements Driver {
  readonly #reader: Connection
  readonly #writer: Connection
  readonly #turnstile = new Turnstile()
  readonly #wrote: () => void

  constructor(reader: Connection, writer: Connection, wrote: () => void) {
    this.#reader = reader
    this.#writer = writer
    this.#wrote = wrote
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new Router(this.#reader, this.#writer, this.#turnstile, this.#wrote)
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as Router).begin()
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    ;(connection as Router).end('COMMIT')
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    ;(connection as Router).end('ROLLBACK')
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#reader.sqlite.close()
    this.#writer.sqlite.close()
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  // Without this Kysely lets one query through at a time, and readers wait for whoever is writing. Writers take turns in
  // the driver here.
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** An open database: the handle for queries, and the raw connection for what only SQLite can do (`src/db/`). */
export interface OpenDatabase {
  db: Db
  sqlite: Database.Database
  close(): Promise<void>
}

function connect(file: string, readonly: boolean): Database.Database {
  const sqlite = new Database(file, { timeout: 5000 })
  if (!readonly) {
    sqlite.pragma('journal_mode = WAL')
    // A save that was answered survives a power cut. Source: security P17.
    sqlite.pragma('synchronous = FULL')
    sqlite.pragma('wal_autocheckpoint = 1000')
  }
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('trusted_schema = OFF')
  sqlite.pragma('cell_size_check = ON')
  sqlite.pragma(`cache_size = -${cacheKib}`)
  if (readonly) sqlite.pragma('query_only = ON')
  return sqlite
}

/** Opens the SQLite file at `file`, made when it is missing. */
export function openDatabase(file: string): OpenDatabase {
  const writer = new Connection(connect(file, false))
  const reader = new Connection(connect(file, true))
  const remembered = new Remembered(reader)
  const db: Db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new TransactionalSqliteAdapter(),
      createDriver: () => new SqliteDriver(reader, writer, () => remembered.touch()),
      createIntrospector: (handle) => new SqliteIntrospector(handle),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
  readers.set(db, { connection: reader, remembered })
  return { db, sqlite: writer.sqlite, close: () => db.destroy() }
}

/**
 * Runs `deed` in one transaction that takes the write lock at once. Inside, only `tx` may be used: a query on the plain
 * handle is refused, for it would not see what the deed has written. No network, no file and no mail inside.
 */
export function transact<T>(db: Db, deed: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute((tx) => insideTransact.run(true, () => deed(tx as unknown as Tx)))
}
