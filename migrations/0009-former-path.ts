import { type Kysely, sql } from 'kysely'

/** Where a file that came from ShowDoc was stored there: bookmarks and texts elsewhere still name that address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`ALTER TABLE upload_file ADD COLUMN former_path TEXT NOT NULL DEFAULT ''`).execute(db)
  await sql.raw('CREATE INDEX upload_file_former_path ON upload_file (former_path)').execute(db)
}
