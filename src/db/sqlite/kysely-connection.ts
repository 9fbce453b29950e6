import type Database from 'better-sqlite3'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'

// How many prepared statements a connection caches.
const cachedStatements = 500

/** One SQLite connection with its prepared statements. */
export class Connection implements DatabaseConnection {
  #sqlite: Database.Database
  readonly #statements = new Map<string, Database.Statement>()

  constructor(sqlite: Database.Database) {
    this.#sqlite = sqlite
  }

  get sqlite(): Database.Database {
    return this.#sqlite
  }

  /** Goes on with another connection, whose file has been exchanged. */
  replace(sqlite: Database.Database): void {
    this.#statements.clear()
    this.#sqlite = sqlite
  }

  #prepare(text: string): Database.Statement {
    const known = this.#statements.get(text)
    if (known) return known
    if (this.#statements.size >= cachedStatements) this.#statements.clear()
    const made = this.#sqlite.prepare(text)
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

  // SQLite returns all rows at once
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not used')
  }
}
