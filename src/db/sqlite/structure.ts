import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { applyMigrations, NewerDatabase, schemaNumber } from './migrate.ts'
import { type OpenDatabase, openDatabase, readDatabase } from './open-database.ts'

/** The database was not created by Docstead. */
export class ForeignDatabase extends Error {}

/** The database lacks tables or columns of its schema. */
export class IncompleteDatabase extends Error {
  /** The missing tables, and columns as `table.column`. */
  readonly missing: string[]
  constructor(missing: string[]) {
    super(`missing: ${missing.join(', ')}`)
    this.missing = missing
  }
}

/** The columns of each table. */
type Structure = Map<string, Set<string>>

function structureIn(sqlite: Database.Database, tables?: Iterable<string>): Structure {
  const names = sqlite.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[]
  const wanted = tables ? new Set(tables) : undefined
  const columns = sqlite.prepare('SELECT name FROM pragma_table_xinfo(?)').pluck()
  // a virtual table of another program cannot be queried, and need not be
  return new Map(
    names.map((name) => [name, new Set(!wanted || wanted.has(name) ? (columns.all(name) as string[]) : [])]),
  )
}

async function structureOfSchema(schema: number): Promise<Structure> {
  const open = openDatabase(':memory:')
  try {
    await applyMigrations(open, 0, schema)
    return structureIn(open.sqlite)
  } finally {
    await open.close()
  }
}

/**
 * Checks that a database is Docstead's, with all its tables and columns, or is still empty. Only reads.
 *
 * @throws {ForeignDatabase | IncompleteDatabase | NewerDatabase}
 */
export async function requireStructure({ sqlite }: Pick<OpenDatabase, 'sqlite'>): Promise<void> {
  const schema = sqlite.pragma('user_version', { simple: true }) as number
  const isEmpty = sqlite.prepare('SELECT 1 FROM sqlite_master LIMIT 1').get() === undefined
  if (schema === 0 && isEmpty) return
  if (schema <= 0) throw new ForeignDatabase()
  const wanted = await structureOfSchema(Math.min(schema, schemaNumber))
  const present = structureIn(sqlite, wanted.keys())
  const lacking = (table: string, columns: Set<string>): string[] => {
    const there = present.get(table)
    return there ? [...columns].filter((column) => !there.has(column)).map((column) => `${table}.${column}`) : [table]
  }
  const missing = [...wanted].map(([table, columns]) => lacking(table, columns))
  if (missing.every((names) => names.length > 0)) throw new ForeignDatabase()
  if (schema > schemaNumber) throw new NewerDatabase(schema)
  if (missing.some((names) => names.length > 0)) throw new IncompleteDatabase(missing.flat().toSorted())
}

/**
 * Opens a database to inspect it. Files that SQLite itself creates next to it for reading are removed again, unless
 * they existed before.
 *
 * @throws {Error} what `look` throws, and SQLite's own
 */
export async function inspectDatabase<T>(file: string, inspect: (open: OpenDatabase) => T | Promise<T>): Promise<T> {
  const hadLog = existsSync(`${file}-wal`)
  try {
    return await readDatabase(file, inspect)
  } finally {
    if (!hadLog && existsSync(`${file}-wal`)) takeLogBack(file)
  }
}

// A connection that may write removes the log when it is the last one. The log contains nothing that it could write.
function takeLogBack(file: string): void {
  try {
    const sqlite = new Database(file, { fileMustExist: true, timeout: 0 })
    try {
      sqlite.prepare('SELECT 1 FROM sqlite_master').get()
    } finally {
      sqlite.close()
    }
  } catch {
    // read-only, or damaged: an empty log stays next to it, which changes nothing
  }
}
