import { type Kysely, sql } from 'kysely'

// Only what begins like an object can be an API page.
const apiPages = `
INSERT OR IGNORE INTO page_unindexed (page_id)
SELECT page_id FROM page_content WHERE ltrim(substr(page_content, 1, 100), char(9, 10, 13, 32)) LIKE '{%'`

/** API pages are searched by what their author wrote: their terms, which held the product's own words, are made anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(apiPages).execute(db)
}
