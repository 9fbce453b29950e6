import { type Kysely, sql } from 'kysely'

/** When an item was archived. Those archived before this have 0: nobody wrote it down. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE item ADD COLUMN archive_time INTEGER NOT NULL DEFAULT 0').execute(db)
}
