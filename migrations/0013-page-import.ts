import { type Kysely, sql } from 'kysely'

/**
 * Adds where a page of an API description comes from, and the text that the last import gave it: the next import finds
 * the page by it, and sees what people have changed since.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE page_import (
  page_id INTEGER PRIMARY KEY REFERENCES page (page_id) ON DELETE CASCADE,
  item_id INTEGER NOT NULL,
  description TEXT NOT NULL,
  call TEXT NOT NULL,
  operation TEXT NOT NULL,
  cat_id INTEGER NOT NULL,
  page_title TEXT NOT NULL,
  page_version INTEGER NOT NULL,
  hash TEXT NOT NULL,
  packed BLOB NOT NULL
) STRICT`,
    )
    .execute(db)
  await sql.raw('CREATE INDEX page_import_item ON page_import (item_id)').execute(db)
}
