import { type Kysely, sql } from 'kysely'

/**
 * Adds what an OpenAPI description says about each of its pages, and beside its operations: an export writes it again,
 * with nothing lost. Pages that were imported before get it with their next import.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("ALTER TABLE page_import ADD COLUMN source BLOB NOT NULL DEFAULT x''").execute(db)
  await sql
    .raw(
      `CREATE TABLE api_description (
  item_id INTEGER NOT NULL REFERENCES item (item_id) ON DELETE CASCADE,
  description TEXT NOT NULL,
  item_name TEXT NOT NULL,
  item_description TEXT NOT NULL,
  head BLOB NOT NULL,
  PRIMARY KEY (item_id, description)
) STRICT`,
    )
    .execute(db)
}
