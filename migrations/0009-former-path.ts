import { type Kysely, sql } from 'kysely'

/** Adds where ShowDoc stored a file that was imported from it: bookmarks and texts elsewhere still use that address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`ALTER TABLE upload_file ADD COLUMN former_path TEXT NOT NULL DEFAULT ''`).execute(db)
  await sql.raw('CREATE INDEX upload_file_former_path ON upload_file (former_path)').execute(db)
}
