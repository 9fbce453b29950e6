import Database from 'better-sqlite3'
import { Kysely, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { Connection } from './connection.ts'
import { outsideTransactionMessage, SqliteDriver, TransactionalSqliteAdapter, transactionContext } from './driver.ts'
import { isCacheable, QueryCache } from './query-cache.ts'
import type { Schema } from './schema.ts'

/** The database. Reads use a connection of their own; writes wait for the one that writes. */
export type Db = Kysely<Schema>

declare const inTransaction: unique symbol
/** The database inside `transact`. A function that takes a `Tx` must be part of a larger transaction. */
export type Tx = Db & { readonly [inTransaction]: true }

// 32 MB of page cache. Source: performance 1.
const cacheKib = 32_768

const readers = new WeakMap<object, { connection: Connection; remembered: QueryCache }>()

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
    // A confirmed save survives a power cut. Source: security P17.
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

/** Opens the SQLite file at `file`; creates it when it is missing. */
export function openDatabase(file: string): OpenDatabase {
  const writer = new Connection(connect(file, false))
  const reader = new Connection(connect(file, true))
  const remembered = new QueryCache(reader)
  const db: Db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new TransactionalSqliteAdapter(),
      createDriver: () => new SqliteDriver(reader, writer, () => remembered.invalidate()),
      createIntrospector: (handle) => new SqliteIntrospector(handle),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
  readers.set(db, { connection: reader, remembered })
  return { db, sqlite: writer.sqlite, close: () => db.destroy() }
}

/**
 * Runs `operation` in one transaction that takes the write lock immediately. Inside, only `tx` may be used: a query on the
 * plain handle is rejected, because it would not see the transaction's writes. No network, file or mail access inside.
 */
export function transact<T>(db: Db, operation: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute((tx) => transactionContext.run(true, () => operation(tx as unknown as Tx)))
}
