import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { migrations } from '#migrations/index.ts'
import { type Db, type OpenDatabase, transact } from './open.ts'

/** What a migration did: the schema's number before and after, and where the copy from before lies. */
export interface Migrated {
  from: number
  to: number
  snapshot: string | undefined
}

/** The number of the newest schema that this program knows. */
export const schemaNumber = migrations.length

/** The schema's number of an open database; 0 is an empty one. */
const schemaOf = (open: OpenDatabase): number => open.sqlite.pragma('user_version', { simple: true }) as number

/** The number of the schema that the database has now. */
export async function readSchemaNumber(db: Db): Promise<number> {
  const { rows } = await sql<{ user_version: number }>`PRAGMA user_version`.execute(db)
  return rows[0]?.user_version ?? 0
}

/** A database that a newer program has written. */
export class NewerDatabase extends Error {
  readonly found: number
  constructor(found: number) {
    super(`schema ${found}`)
    this.found = found
  }
}

/**
 * Brings the database to this program's schema, all pending migrations in one transaction, so that it either completes
 * or changes nothing. An existing database is copied to `backups/` first.
 *
 * @throws {NewerDatabase} when the database is from a newer program
 */
export async function migrate(open: OpenDatabase, dataFolder: string, now: Date): Promise<Migrated> {
  const from = schemaOf(open)
  if (from > schemaNumber) throw new NewerDatabase(from)
  if (from === schemaNumber) return { from, to: from, snapshot: undefined }
  let snapshot: string | undefined
  if (from > 0) {
    const folder = join(dataFolder, 'backups')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    snapshot = join(folder, `before-schema-${schemaNumber}-${now.toISOString().replaceAll(/[:.]/g, '-')}.db`)
    await open.sqlite.backup(snapshot)
  }
  await transact(open.db, async (tx) => {
    for (const up of migrations.slice(from)) await up(tx as unknown as Kysely<unknown>)
    await sql.raw(`PRAGMA user_version = ${schemaNumber}`).execute(tx)
  })
  return { from, to: schemaNumber, snapshot }
}
