import { copyFileSync, existsSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { isDamaged } from './errors.ts'

/** A row of a database of another program. */
export type ForeignRow = Readonly<Record<string, unknown>>

/** Which rows of a table are read. */
interface ForeignRows {
  /** Only rows after this one, by SQLite's row number, which is the number of the row where it has one. */
  after?: number
  /** Columns of which longer values (in bytes) are not read: they are null, and `NAME.bytes` is their length. */
  longest?: { columns: readonly string[]; bytes: number }
}

/** The number of a row, next to its columns. */
export const rowNumber = 'row.number'

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A database of another program, opened for reading only. Its names of tables and columns are data: nothing in it runs. */
export class ForeignFile {
  readonly #sqlite: Database.Database
  /** The columns of each ordinary table; views and virtual tables are not read. */
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>

  /** @throws {Error} SQLite's own, see `isDamaged` */
  constructor(path: string) {
    this.#sqlite = new Database(path, { readonly: true, fileMustExist: true, timeout: 5000 })
    try {
      for (const setting of ['query_only = ON', 'trusted_schema = OFF', 'cell_size_check = ON', 'cache_size = -8192'])
        this.#sqlite.pragma(setting)
      const listed = this.#sqlite
        .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
        .all() as { name: string; sql: string | null }[]
      const columns = this.#sqlite.prepare('SELECT name FROM pragma_table_info(?)').pluck()
      this.tables = new Map(
        listed
          .filter(
            ({ sql }) => !/^\s*CREATE\s+VIRTUAL\b/i.test(sql ?? '') && !/\bWITHOUT\s+ROWID\s*;?\s*$/i.test(sql ?? ''),
          )
          .map(({ name }) => [name, new Set(columns.all(name) as string[])]),
      )
    } catch (error) {
      this.#sqlite.close()
      throw error
    }
  }

  /** Returns the first thing that is wrong with the file's structure, or undefined. Reads all of it. */
  findDamage(): string | undefined {
    const [found] = this.#sqlite.pragma('quick_check(1)') as { quick_check: string }[]
    return found?.quick_check === 'ok' ? undefined : (found?.quick_check ?? '')
  }

  /** Returns the number of rows of a table; 0 when there is no such table. */
  count(table: string, after = 0): number {
    if (!this.tables.has(table)) return 0
    return this.#sqlite
      .prepare(`SELECT count(*) FROM ${quoted(table)} WHERE rowid > ?`)
      .pluck()
      .get(after) as number
  }

  /** Returns the largest number of a row of a table; 0 when there is none. */
  largest(table: string): number {
    if (!this.tables.has(table)) return 0
    return (
      (this.#sqlite
        .prepare(`SELECT max(rowid) FROM ${quoted(table)}`)
        .pluck()
        .get() as number | null) ?? 0
    )
  }

  /** Returns how many rows have each value of a column, which is a number. */
  countBy(table: string, column: string, after = 0): ReadonlyMap<number, number> {
    if (!this.tables.get(table)?.has(column)) return new Map()
    const rows = this.#sqlite
      .prepare(
        `SELECT CAST(${quoted(column)} AS INTEGER) AS value, count(*) AS count FROM ${quoted(table)} WHERE rowid > ? GROUP BY 1`,
      )
      .all(after) as { value: number; count: number }[]
    return new Map(rows.map(({ value, count }) => [value, count]))
  }

  /** Yields the rows of a table one by one, in the order of their numbers; none when there is no such table. */
  rows(table: string, { after = 0, longest }: ForeignRows = {}): IterableIterator<ForeignRow> {
    const columns = [...(this.tables.get(table) ?? [])]
    if (columns.length === 0) return [].values()
    const isLimited = (name: string) => longest?.columns.includes(name) === true
    const parts = columns.map((name) => {
      const column = quoted(name)
      if (!isLimited(name)) return column
      const bytes = `octet_length(${column})`
      return `iif(${bytes} > ${longest?.bytes}, NULL, ${column}) AS ${column}, ${bytes} AS ${quoted(`${name}.bytes`)}`
    })
    return this.#sqlite
      .prepare(
        `SELECT ${parts.join(', ')}, rowid AS ${quoted(rowNumber)} FROM ${quoted(table)} WHERE rowid > ? ORDER BY rowid`,
      )
      .iterate(after) as IterableIterator<ForeignRow>
  }

  close(): void {
    this.#sqlite.close()
  }
}

/** A new database that is filled with rows of another program and then read as a `ForeignFile`. */
export class ForeignFileWriter {
  readonly #sqlite: Database.Database
  readonly #inserts = new Map<string, Database.Statement>()

  constructor(path: string) {
    this.#sqlite = new Database(path)
    this.#sqlite.pragma('journal_mode = OFF')
    this.#sqlite.pragma('synchronous = OFF')
    this.#sqlite.exec('BEGIN')
  }

  /** Adds a table. `key` is the column with the number of each row. */
  addTable(table: string, columns: readonly string[], key: string): void {
    const declared = columns.map((name) => quoted(name) + (name === key ? ' INTEGER PRIMARY KEY' : ''))
    this.#sqlite.exec(`CREATE TABLE ${quoted(table)} (${declared.join(', ')})`)
  }

  /** Adds a row, unless there is one with its number. */
  insert(table: string, columns: readonly string[], values: readonly unknown[]): void {
    const known = `${table} ${columns.join(' ')}`
    let statement = this.#inserts.get(known)
    if (!statement) {
      const names = columns.map(quoted).join(', ')
      const marks = columns.map(() => '?').join(', ')
      statement = this.#sqlite.prepare(`INSERT OR IGNORE INTO ${quoted(table)} (${names}) VALUES (${marks})`)
      this.#inserts.set(known, statement)
    }
    statement.run(...values)
  }

  close(): void {
    if (this.#sqlite.inTransaction) this.#sqlite.exec('COMMIT')
    this.#sqlite.close()
  }
}

/**
 * Copies the database of another program, which may be in use, to a new file. What its log or journal holds is in the
 * copy.
 *
 * @throws {Error} SQLite's own, see `isDamaged`; those of the file system
 */
export async function copyForeignFile(path: string, to: string): Promise<void> {
  try {
    const source = new Database(path, { readonly: true, fileMustExist: true, timeout: 5000 })
    try {
      await source.backup(to)
      return
    } finally {
      source.close()
    }
  } catch (error) {
    if (isDamaged(error)) throw error
    // its folder cannot be written, or its last writer was killed: a copy of all its files recovers by itself
    rmSync(to, { force: true })
    for (const ending of ['', '-wal', '-journal'])
      if (existsSync(path + ending)) copyFileSync(path + ending, to + ending)
    const copy = new Database(to)
    try {
      copy.pragma('journal_mode = DELETE')
    } finally {
      copy.close()
    }
  }
}
