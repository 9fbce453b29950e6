import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteQueryCompiler,
} from 'kysely'
import { groupedCommitContext, outsideTransactionMessage, transactionContext } from '../database.ts'
import type { Connection } from './kysely-connection.ts'
import type { WritingSide } from './writer.ts'

/** Sends each query to the connection it belongs to. */
class Router implements DatabaseConnection {
  readonly #reader: Connection
  readonly #writer: WritingSide
  /** The transaction that runs on this connection. */
  #transaction: { isGrouped: boolean } | undefined

  constructor(reader: Connection, writer: WritingSide) {
    this.#reader = reader
    this.#writer = writer
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#transaction) return this.#writer.run<R>(query.sql, query.parameters)
    if (transactionContext.getStore()) throw new Error(outsideTransactionMessage)
    if (query.query.kind === 'SelectQueryNode') return this.#reader.run<R>(query.sql, query.parameters)
    return this.#writer.runAlone<R>(query.sql, query.parameters)
  }

  async begin(): Promise<void> {
    if (transactionContext.getStore()) throw new Error('a transaction inside a transaction')
    const isGrouped = groupedCommitContext.getStore() === true
    await this.#writer.begin(isGrouped)
    this.#transaction = { isGrouped }
  }

  async commit(): Promise<void> {
    await this.#writer.commit(this.#takeTransaction()?.isGrouped === true)
  }

  rollback(): void {
    // Kysely also rolls back after a failed COMMIT. The connection then belongs to the next transaction.
    if (this.#takeTransaction()) this.#writer.rollback()
  }

  #takeTransaction(): { isGrouped: boolean } | undefined {
    const transaction = this.#transaction
    this.#transaction = undefined
    return transaction
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    return this.#reader.streamQuery<R>()
  }
}

/** Kysely's driver for the two connections. */
export class SqliteDriver implements Driver {
  readonly #reader: Connection
  readonly #writer: WritingSide

  constructor(reader: Connection, writer: WritingSide) {
    this.#reader = reader
    this.#writer = writer
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new Router(this.#reader, this.#writer)
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as Router).begin()
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as Router).commit()
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    ;(connection as Router).rollback()
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#reader.sqlite.close()
    this.#writer.close()
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

/**
 * Writes each parameter as `+?`, which has the same value. When a parameter alone is compared with a column, SQLite plans
 * for its value, and so compiles the statement again whenever another value is bound: that takes three quarters of the
 * time of a join by ids. A condition that a partial index needs must be a literal, because its plan does not depend on
 * values.
 */
export class StablePlanCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }
}
