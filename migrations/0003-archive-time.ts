import { type Kysely, sql } from 'kysely'

/** Adds when an item was archived; 0 for items archived earlier, because it was not recorded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE item ADD COLUMN archive_time INTEGER NOT NULL DEFAULT 0').execute(db)
}
