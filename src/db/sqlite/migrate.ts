import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { type Kysely, sql } from 'kysely'
import { migrations } from '#migrations/index.ts'
import { type Db, transact } from '../database.ts'
import { syncFolderNow } from '../sync-folder.ts'
import { quickCheck } from './check.ts'
import { isDamaged, isLocked } from './errors.ts'
import type { OpenDatabase } from './open-database.ts'

/** The result of a migration: the schema's number before and after, and the path of the backup copy. */
export interface Migrated {
  from: number
  to: number
  snapshot: string | undefined
}

/** The number of the newest schema that this program knows. */
export const schemaNumber = migrations.length

/** Returns the schema number of an open database; 0 for an empty one. */
const schemaOf = (open: OpenDatabase): number => open.sqlite.pragma('user_version', { simple: true }) as number

/** Returns the schema number of a database. */
export async function readSchemaNumber(db: Db): Promise<number> {
  const { rows } = await sql<{ user_version: number }>`PRAGMA user_version`.execute(db)
  return rows[0]?.user_version ?? 0
}

/** The database was written by a newer program. */
export class NewerDatabase extends Error {
  readonly found: number
  constructor(found: number) {
    super(`schema ${found}`)
    this.found = found
  }
}

/** The backup copy of the database is not intact. */
export class DamagedCopy extends Error {}

/** Another program has migrated the database in the meantime. */
class MigratedMeanwhile extends Error {}

/**
 * Runs the migrations after `from` up to `to` in one transaction.
 *
 * @throws {MigratedMeanwhile} when the schema is no longer `from`; nothing is changed then
 */
export function applyMigrations(open: OpenDatabase, from: number, to: number): Promise<void> {
  return transact(open.db, async (tx) => {
    // a command and a server that are started together both find the old schema: the second waits here for the first
    if ((await readSchemaNumber(tx)) !== from) throw new MigratedMeanwhile()
    for (const up of migrations.slice(from, to)) await up(tx as unknown as Kysely<unknown>)
    await sql.raw(`PRAGMA user_version = ${to}`).execute(tx)
  })
}

function flush(path: string): void {
  const handle = openSync(path, 'r+')
  fsyncSync(handle)
  closeSync(handle)
}

/**
 * Copies an open database to `path` and checks the copy, which is self-contained: it needs no log next to it.
 *
 * @throws {DamagedCopy} with what SQLite finds wrong; the copy is removed
 */
export async function copyDatabase(open: OpenDatabase, path: string): Promise<void> {
  try {
    closeSync(openSync(path, 'wx', 0o600))
    await open.sqlite.backup(path)
    const copy = new Database(path)
    try {
      copy.pragma('journal_mode = DELETE')
      const [problem] = quickCheck({ sqlite: copy })
      if (problem !== undefined) throw new DamagedCopy(problem)
    } finally {
      copy.close()
    }
    flush(path)
  } catch (error) {
    for (const extension of ['', '-wal', '-shm', '-journal']) rmSync(path + extension, { force: true })
    if (isDamaged(error)) throw new DamagedCopy((error as { code: string }).code)
    throw error
  }
}

// As long as a person at a terminal, or a service manager, waits for the migration of a small site in another process.
const migrationWaitMs = 60_000

/** Removes what a process left that was killed while it made a copy. One of another process that runs is younger. */
function removeParts(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!/^before-schema-.*\.part(-wal|-shm|-journal)?$/.test(name)) continue
    const path = join(folder, name)
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Number.POSITIVE_INFINITY }
    if (mtimeMs < Date.now() - migrationWaitMs) rmSync(path, { force: true })
  }
}

/**
 * Migrates the database to this program's schema, all pending migrations in one transaction, so that it either
 * completes or changes nothing. An existing database is copied to `backups/` first. While another process migrates it,
 * that one is waited for, for up to `waitMs`.
 *
 * @throws {NewerDatabase} when the database is from a newer program
 * @throws {DamagedCopy} when the copy is not intact; nothing is migrated then
 * @throws {Error} isLocked, when another process writes longer than that; nothing is migrated then
 */
export async function migrate(
  open: OpenDatabase,
  dataFolder: string,
  now: Date,
  waitMs: number = migrationWaitMs,
): Promise<Migrated> {
  const from = schemaOf(open)
  if (from > schemaNumber) throw new NewerDatabase(from)
  if (from === schemaNumber) return { from, to: from, snapshot: undefined }
  let snapshot: string | undefined
  if (from > 0) {
    const folder = join(dataFolder, 'backups')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    removeParts(folder)
    snapshot = join(folder, `before-schema-${schemaNumber}-${now.toISOString().replaceAll(/[:.]/g, '-')}.db`)
    await copyDatabase(open, `${snapshot}.part`)
    // it has its name once it is whole and checked
    renameSync(`${snapshot}.part`, snapshot)
    syncFolderNow(folder)
    syncFolderNow(dataFolder)
  }
  const { mostMs } = open.patience
  open.patience.mostMs = waitMs
  try {
    await applyMigrations(open, from, schemaNumber)
    return { from, to: schemaNumber, snapshot }
  } catch (error) {
    // the copy is of the process that migrates
    if (snapshot !== undefined && (error instanceof MigratedMeanwhile || isLocked(error))) rmSync(snapshot)
    if (error instanceof MigratedMeanwhile) return await migrate(open, dataFolder, now, waitMs)
    throw error
  } finally {
    open.patience.mostMs = mostMs
  }
}
