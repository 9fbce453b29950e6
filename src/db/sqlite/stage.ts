import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import type { Schema } from '../schema.ts'
import { isLocked } from './errors.ts'

/** The name of a table. */
export type TableName = keyof Schema

/** A value of a column. */
type StageValue = string | number | Uint8Array | null

/** A row to write: the columns that are left out get their defaults, or stay as they are. */
export type StageRow = Readonly<Record<string, StageValue>>

/**
 * How a row is written: `new` must not exist; `absent` is left out when a unique index has it already; `replace` takes
 * the place of that one; `set` changes the columns of the row with its key.
 */
type StageOperation = 'new' | 'absent' | 'replace' | 'set'

/** A table whose rows are staged. */
export interface StagedTable {
  name: TableName
  /** The column with the number of each row, if rows have one. */
  key?: string
  /** Whether numbers count from 1 and follow the last one in use when they are written. */
  isAppended?: boolean
}

const keyNamed = (tables: readonly StagedTable[], name: TableName): string | undefined =>
  tables.find((table) => table.name === name)?.key

/** Returns a short fingerprint of values: 64 bits, hexadecimal. */
export const fingerprint = (values: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 16)

const operationColumn = 'stage_operation'
const expectedColumn = 'stage_expected'

/**
 * Rows that are to be written to the database together, in a file of their own: preparing them takes long, and must not
 * keep others from writing.
 */
export class Stage {
  readonly #file: string
  readonly #sqlite: Database.Database
  /** The database that the rows are for, opened for reading only. */
  readonly #target: Database.Database
  readonly #tables: readonly StagedTable[]
  readonly #statements = new Map<string, Database.Statement>()
  readonly #made = new Set<TableName>()
  readonly #next = new Map<TableName, number>()

  constructor(file: string, database: string, tables: readonly StagedTable[]) {
    this.#file = file
    this.#tables = tables
    this.#target = new Database(database, { readonly: true, fileMustExist: true, timeout: 5000 })
    this.#sqlite = new Database(file)
    this.#sqlite.pragma('journal_mode = OFF')
    this.#sqlite.pragma('synchronous = OFF')
    this.#sqlite.exec('BEGIN')
  }

  /**
   * Adds a row.
   *
   * @param expected for `set`: the fingerprint of `columns` that the row must still have when it is written
   */
  put(
    table: TableName,
    row: StageRow,
    operation: StageOperation = 'new',
    expected: { columns: readonly string[]; fingerprint: string } | undefined = undefined,
  ): void {
    const names = Object.keys(row)
    const id = `${table} ${names.join(' ')}`
    let statement = this.#statements.get(id)
    if (!statement) {
      this.#make(table)
      const marks = names.map(() => '?').join(', ')
      statement = this.#sqlite.prepare(
        `INSERT INTO ${table} (${operationColumn}, ${expectedColumn}, ${names.join(', ')}) VALUES (?, ?, ${marks})`,
      )
      this.#statements.set(id, statement)
    }
    // the columns that are written: others of the table stay as they are
    const how = operation === 'set' ? `set ${names.join(' ')}` : `${operation} ${names.join(' ')}`
    statement.run(how, expected ? `${expected.columns.join(' ')}=${expected.fingerprint}` : '', ...Object.values(row))
  }

  #make(table: TableName): void {
    if (this.#made.has(table)) return
    this.#made.add(table)
    const columns = this.#target.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[]
    this.#sqlite.exec(`CREATE TABLE ${table} (${[operationColumn, expectedColumn, ...columns].join(', ')})`)
  }

  /** Returns a row of the database by the number in its key. */
  find(table: TableName, number: number): Readonly<Record<string, StageValue>> | undefined {
    return this.#read(`SELECT * FROM ${table} WHERE ${keyNamed(this.#tables, table)} = ?`).get(number) as never
  }

  /** Returns the number of the row whose column has a value. */
  findBy(table: TableName, column: string, value: StageValue): number | undefined {
    const key = keyNamed(this.#tables, table)
    return this.#read(`SELECT ${key} AS number FROM ${table} WHERE ${column} = ?`).pluck().get(value) as never
  }

  /** Returns the rows of a table of the database. */
  all(table: TableName): Readonly<Record<string, StageValue>>[] {
    return this.#read(`SELECT * FROM ${table}`).all() as never
  }

  /** Returns whether the database has a row with this number. */
  has(table: TableName, number: number): boolean {
    return this.#read(`SELECT 1 FROM ${table} WHERE ${keyNamed(this.#tables, table)} = ?`).get(number) !== undefined
  }

  /** Returns a number that no row of the database has, above `floor`, and each call another. */
  nextNumber(table: TableName, floor: number): number {
    const known =
      this.#next.get(table) ??
      Math.max(
        floor,
        (this.#read('SELECT max(seq) FROM sqlite_sequence WHERE name = ?').pluck().get(table) as number | null) ?? 0,
      )
    this.#next.set(table, known + 1)
    return known + 1
  }

  #read(text: string): Database.Statement {
    const id = `target ${text}`
    const known = this.#statements.get(id) ?? this.#target.prepare(text)
    this.#statements.set(id, known)
    return known
  }

  /** Ends the preparation; nothing can be added any more. */
  close(): void {
    this.#statements.clear()
    if (this.#sqlite.inTransaction) this.#sqlite.exec('COMMIT')
    this.#sqlite.close()
    this.#target.close()
  }

  /** Removes the file. */
  remove(): void {
    if (this.#sqlite.open) this.close()
    rmSync(this.#file, { force: true })
  }
}

/** The database has changed since its rows were read: what is staged may no longer fit. */
export class StageOutdated extends Error {}

/** How a stage is written. */
export interface StageWriting {
  database: string
  stage: string
  /** In the order of their references. */
  tables: readonly StagedTable[]
  /** Called between slices of work; may throw to end it, and nothing is written then. */
  onSlice(done: number, total: number): void
  /** Changes a row as it is copied to the history before it changes. */
  packText(text: string): Uint8Array
  /** Pages of which the present text becomes a former version first. */
  versioned: readonly number[]
  /** Statements with their values at the end of the transaction. */
  last: readonly (readonly [text: string, ...values: StageValue[]])[]
}

const sliceRows = 2000
// How long to wait for others to write, in all.
const patienceMs = 120_000

/**
 * Writes what is staged, in one transaction. Synchronous but for waiting: belongs in a worker thread, or a process of its
 * own.
 *
 * @throws {StageOutdated} and what `onSlice` throws; nothing is written then
 */
export async function writeStage(writing: StageWriting): Promise<void> {
  const sqlite = new Database(writing.database, { fileMustExist: true, timeout: 100 })
  try {
    sqlite.pragma('journal_mode = WAL')
    sqlite.pragma('synchronous = FULL')
    sqlite.pragma('foreign_keys = ON')
    sqlite.pragma('trusted_schema = OFF')
    sqlite.pragma('cache_size = -16384')
    // one large transaction cannot be moved into the database before its end
    sqlite.pragma('wal_autocheckpoint = 0')
    sqlite.prepare('ATTACH ? AS stage').run(writing.stage)
    await begin(sqlite)
    try {
      new StageWriter(sqlite, writing).write()
      sqlite.exec('COMMIT')
    } catch (error) {
      if (sqlite.inTransaction) sqlite.exec('ROLLBACK')
      throw outdatedBy(error) ?? error
    }
    // before the next writer does it, which would keep its users waiting
    sqlite.pragma('wal_checkpoint(PASSIVE)')
    sqlite.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    sqlite.close()
  }
}

/** What was unique when the rows were prepared, and is not any more. */
const outdatedBy = (error: unknown): StageOutdated | undefined => {
  const code = (error as { code?: string }).code ?? ''
  return /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY|FOREIGNKEY)$/.test(code)
    ? new StageOutdated((error as Error).message)
    : undefined
}

async function begin(sqlite: Database.Database): Promise<void> {
  const endsMs = Date.now() + patienceMs
  for (;;) {
    try {
      sqlite.exec('BEGIN IMMEDIATE')
      return
    } catch (error) {
      if (!isLocked(error) || Date.now() > endsMs) throw error
      await delay(20)
    }
  }
}

class StageWriter {
  readonly #sqlite: Database.Database
  readonly #writing: StageWriting
  /** What is added to the numbers of tables that are appended. */
  readonly #offsets = new Map<string, number>()
  readonly #staged: Set<string>
  #done = 0
  #total = 0

  constructor(sqlite: Database.Database, writing: StageWriting) {
    this.#sqlite = sqlite
    this.#writing = writing
    this.#staged = new Set(
      sqlite.prepare("SELECT name FROM stage.sqlite_master WHERE type = 'table'").pluck().all() as string[],
    )
  }

  write(): void {
    const tables = this.#writing.tables.filter(({ name }) => this.#staged.has(name))
    for (const { name } of tables)
      this.#total += this.#sqlite.prepare(`SELECT count(*) FROM stage.${name}`).pluck().get() as number
    for (const table of tables) this.#requireSame(table)
    this.#keepVersions()
    for (const { name, isAppended } of this.#writing.tables)
      if (isAppended === true) {
        const last = this.#sqlite.prepare('SELECT max(seq) FROM main.sqlite_sequence WHERE name = ?').pluck().get(name)
        this.#offsets.set(name, (last as number | null) ?? 0)
      }
    for (const table of tables) this.#write(table)
    for (const [text, ...values] of this.#writing.last) this.#sqlite.prepare(text).run(...values)
    this.#writing.onSlice(this.#total, this.#total)
  }

  /** Checks that the rows to change are as they were, and that the rows to add do not exist. */
  #requireSame({ name, key, isAppended }: StagedTable): void {
    if (key === undefined) return
    const rows = this.#sqlite
      .prepare(
        `SELECT ${key} AS number, ${expectedColumn} AS expected FROM stage.${name} WHERE ${expectedColumn} <> ''`,
      )
      .all() as { number: number; expected: string }[]
    for (const { number, expected } of rows) {
      const [columns = '', wanted] = expected.split('=')
      const row = this.#sqlite.prepare(`SELECT * FROM main.${name} WHERE ${key} = ?`).get(number) as
        | Record<string, unknown>
        | undefined
      if (!row || fingerprint(columns.split(' ').map((column) => row[column])) !== wanted)
        throw new StageOutdated(`${name} ${number}`)
    }
    if (isAppended === true) return
    const taken = this.#sqlite
      .prepare(
        `SELECT s.${key} FROM stage.${name} AS s JOIN main.${name} AS m ON m.${key} = s.${key} WHERE s.${operationColumn} GLOB 'new *' LIMIT 1`,
      )
      .get()
    if (taken) throw new StageOutdated(`${name} is taken`)
  }

  #keepVersions(): void {
    const columns =
      'page_id, item_id, cat_id, page_title, s_number, author_uid, author_username, addtime, page_comments, ext_info, page_version'
    const copy = this.#sqlite.prepare(
      `INSERT INTO main.page_history (${columns}) SELECT ${columns} FROM main.page WHERE page_id = ?`,
    )
    const read = this.#sqlite.prepare('SELECT page_content FROM main.page_content WHERE page_id = ?').pluck()
    const insert = this.#sqlite.prepare(
      'INSERT INTO main.page_history_content (page_history_id, page_content) VALUES (?, ?)',
    )
    for (const page_id of this.#writing.versioned) {
      const { lastInsertRowid } = copy.run(page_id)
      insert.run(lastInsertRowid, this.#writing.packText((read.get(page_id) as string | undefined) ?? ''))
    }
  }

  #write({ name, key }: StagedTable): void {
    const kinds = this.#sqlite
      .prepare(`SELECT DISTINCT ${operationColumn} FROM stage.${name}`)
      .pluck()
      .all() as string[]
    const last = (this.#sqlite.prepare(`SELECT max(rowid) FROM stage.${name}`).pluck().get() as number | null) ?? 0
    for (const kind of kinds) {
      const [operation = '', ...columns] = kind.split(' ')
      const statement = this.#sqlite.prepare(
        operation === 'set' ? setText(name, key ?? '', columns) : this.#insertText(name, columns, operation),
      )
      for (let from = 0; from < last; from += sliceRows) {
        statement.run(kind, from, from + sliceRows)
        this.#done = Math.min(this.#total, this.#done + sliceRows)
        this.#writing.onSlice(this.#done, this.#total)
      }
    }
  }

  #insertText(name: string, columns: readonly string[], operation: string): string {
    const values = columns.map((column) => {
      const offset = this.#offsets.get(column.replace(/_id$/, ''))
      return offset === undefined ? column : `${column} + ${offset}`
    })
    const or = { absent: 'OR IGNORE ', replace: 'OR REPLACE ' }[operation] ?? ''
    return `INSERT ${or}INTO main.${name} (${columns.join(', ')})
      SELECT ${values.join(', ')} FROM stage.${name}
      WHERE ${operationColumn} = ? AND rowid > ? AND rowid <= ? ORDER BY rowid`
  }
}

const setText = (name: string, key: string, columns: readonly string[]): string => {
  const set = columns.filter((column) => column !== key)
  return `UPDATE main.${name} SET (${set.join(', ')}) = (SELECT ${set.map((column) => `s.${column}`).join(', ')}
      FROM stage.${name} AS s WHERE s.${key} = ${name}.${key} AND s.${operationColumn} GLOB 'set *' LIMIT 1)
    WHERE ${key} IN (SELECT ${key} FROM stage.${name} WHERE ${operationColumn} = ? AND rowid > ? AND rowid <= ?)`
}
