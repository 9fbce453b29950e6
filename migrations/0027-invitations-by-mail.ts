import { type Kysely, sql } from 'kysely'

/** Adds to an invitation the address that it was sent to by mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("ALTER TABLE invitation ADD COLUMN email TEXT NOT NULL DEFAULT ''").execute(db)
}
