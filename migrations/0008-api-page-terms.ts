import { type Kysely, sql } from 'kysely'

// Only text that begins like a JSON object can be an API page.
const apiPages = `
INSERT OR IGNORE INTO page_unindexed (page_id)
SELECT page_id FROM page_content WHERE ltrim(substr(page_content, 1, 100), char(9, 10, 13, 32)) LIKE '{%'`

/** Reindexes API pages: their terms used to include the product's own labels, and now only what the author wrote. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(apiPages).execute(db)
}
