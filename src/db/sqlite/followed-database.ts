import { existsSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import type { QueryResult } from 'kysely'
import { syncFolderNow } from '../sync-folder.ts'
import { isNotWritable } from './errors.ts'
import { Connection } from './kysely-connection.ts'
import { connect, handleOf, type OpenDatabase } from './open-database.ts'
import { defaultPatienceMs, type WritingSide } from './writer.ts'

/** Something was to be written to a database that only follows another one. */
export class ReadOnlyDatabase extends Error {
  constructor() {
    super('this database follows another one: nothing can be written')
  }
}

/** Runs statements that read, such as a pragma, and rejects those that write. */
class Rejecting implements WritingSide {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async runAlone<R>(text: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    try {
      return this.#connection.run<R>(text, parameters)
    } catch (error) {
      throw isNotWritable(error) ? new ReadOnlyDatabase() : error
    }
  }

  async begin(): Promise<void> {
    throw new ReadOnlyDatabase()
  }

  run<R>(): QueryResult<R> {
    throw new ReadOnlyDatabase()
  }

  async commit(): Promise<void> {}

  rollback(): void {}

  close(): void {}
}

/**
 * A database that others write page by page: queries read it, and between two queries its content goes on to the next
 * moment. Whatever ends the process, the file has one moment as a whole: SQLite itself reads an exchanged log, as after
 * a crash.
 */
export class FollowedDatabase {
  readonly #file: string
  readonly #connection: Connection
  readonly #restart: () => void
  readonly open: OpenDatabase

  constructor(file: string) {
    this.#file = file
    const connection = new Connection(connect(file, true))
    this.#connection = connection
    const { db, restart } = handleOf(connection, () => new Rejecting(connection))
    this.#restart = restart
    this.open = {
      db,
      get sqlite() {
        return connection.sqlite
      },
      get reader() {
        return connection.sqlite
      },
      patience: { mostMs: defaultPatienceMs },
      close: async () => void connection.sqlite.close(),
    }
    this.#emptyLog()
  }

  /** The bytes of a page. */
  get pageBytes(): number {
    return this.#connection.sqlite.pragma('page_size', { simple: true }) as number
  }

  /** Reads something. @throws {Error} SQLite's own, when that is not possible */
  requireReadable(): void {
    this.#connection.sqlite.pragma('user_version')
  }

  /**
   * Takes over the transaction of a log that was built for it.
   *
   * @param path of the log, whose content is on the disk
   * @returns false when another process has the database open at the moment; nothing has changed then
   */
  applyLog(path: string, frames: number): boolean {
    return this.#exchange(path, `${this.#file}-wal`, () => this.#emptyLog() === frames)
  }

  /**
   * Puts another file in its place.
   *
   * @param path of the file, whose content is on the disk
   * @returns false when another process has the database open at the moment; nothing has changed then
   */
  replaceWith(path: string): boolean {
    return this.#exchange(path, this.#file, () => true)
  }

  #exchange(path: string, to: string, isDone: () => boolean): boolean {
    // the last connection moves the log into the file and removes it
    this.#connection.sqlite.close()
    let isExchanged = false
    try {
      if (!existsSync(`${this.#file}-wal`)) {
        renameSync(path, to)
        isExchanged = true
        syncFolderNow(dirname(this.#file))
      }
    } finally {
      this.#connection.replace(connect(this.#file, true))
      this.#restart()
    }
    return isExchanged && isDone()
  }

  /** Moves the log into the file. @returns how many frames the log had */
  #emptyLog(): number {
    const [found] = this.#connection.sqlite.pragma('wal_checkpoint(PASSIVE)') as { log: number }[]
    return found?.log ?? 0
  }
}

/** Whether the database file has everything: no log next to it that a reader would have to know. */
export function closeLog(file: string): boolean {
  const sqlite = new Database(file, { fileMustExist: true, timeout: 1000 })
  sqlite.prepare('SELECT 1 FROM sqlite_master LIMIT 1').get()
  sqlite.close()
  return !existsSync(`${file}-wal`)
}
