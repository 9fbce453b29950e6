import { type CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, SqliteAdapter } from 'kysely'
import { outsideTransactionMessage, transactionContext } from '../database.ts'
import type { Connection } from './kysely-connection.ts'

/** A mutex that admits holders in the order of their requests. */
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
    if (transactionContext.getStore()) throw new Error(outsideTransactionMessage)
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
    if (transactionContext.getStore()) throw new Error('a transaction inside a transaction')
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
      // A full disk may already have ended the transaction.
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

/** Kysely's driver for the two connections. */
export class SqliteDriver implements Driver {
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

/** SQLite can change its schema inside a transaction, and reads while it writes. */
export class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  // Without this Kysely runs one query at a time, and readers wait for the writer. The driver itself serializes
  // writers.
  override get supportsMultipleConnections(): boolean {
    return true
  }
}
