import type Database from 'better-sqlite3'
import type { Connection } from './kysely-connection.ts'

// A result with a longer text is not cached: texts of pages go up to 5 MB.
const longestRemembered = 65_536

/** Results of the reading connection, cached while the database does not change. */
export class QueryCache {
  readonly #version: Database.Statement<[], { data_version: number }>
  readonly #answers = new Map<string, Map<string, unknown[]>>()
  #at = -1
  #isFresh = false

  constructor(reader: Connection) {
    this.#version = reader.sqlite.prepare('PRAGMA data_version')
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

/** Whether rows are short enough to be cached. */
export const isCacheable = (rows: unknown[]): boolean =>
  rows.every((row) =>
    Object.values(row as object).every((value) => typeof value !== 'string' || value.length < longestRemembered),
  )
