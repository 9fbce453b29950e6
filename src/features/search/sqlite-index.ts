import { type AliasedRawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#src/db/database.ts'

// The index is a table of FTS5, SQLite's full-text search, whose row ids are the ids of the pages. See
// migrations/0002-search.ts.

/**
 * Returns the query of the index for pages that meet all conditions. A condition is one term, or several separated by
 * spaces, one of which a page must have.
 */
export const matchTerms = (conditions: readonly string[]): string =>
  conditions
    .map((condition) => {
      const terms = condition.split(' ').map((term) => `"${term}"`)
      return terms.length > 1 ? `(${terms.join(' OR ')})` : terms[0]
    })
    .join(' AND ')

/**
 * Returns the pages that the index has for `match`, a result of `matchTerms`, with ids from `from` to below `before`, as
 * a table `hit` of a statement.
 */
export const pagesMatching = (
  match: string,
  from: number,
  before: number,
): AliasedRawBuilder<{ page_id: number }, 'hit'> =>
  // FTS5 starts at a bound only if it is an integer, and numbers are passed as floating point.
  sql<{ page_id: number }>`(
    SELECT rowid AS page_id FROM page_search(${match})
    WHERE rowid >= CAST(${from} AS INTEGER) AND rowid < CAST(${before} AS INTEGER)
  )`.as<'hit'>('hit')

/** Replaces the terms of a page, given separated by spaces. */
export const writeTerms = (tx: Tx, page_id: number, terms: string) =>
  sql`INSERT OR REPLACE INTO page_search (rowid, terms) VALUES (${page_id}, ${terms})`.execute(tx)

/** Removes the terms of all pages. */
export const removeTerms = (tx: Tx) => sql`INSERT INTO page_search (page_search) VALUES ('delete-all')`.execute(tx)

const countChanges = async (tx: Tx): Promise<number> =>
  (await sql<{ count: number }>`SELECT total_changes() AS count`.execute(tx)).rows[0]?.count ?? 0

/**
 * Merges segments of the index until about `pages` database pages have been written.
 *
 * @returns whether there was anything to merge
 */
export async function mergeParts(tx: Tx, pages: number): Promise<boolean> {
  const before = await countChanges(tx)
  // FTS5 requires the number as a literal.
  await sql`INSERT INTO page_search (page_search, rank) VALUES ('merge', ${sql.lit(Math.floor(pages))})`.execute(tx)
  // Source: SQLite, FTS5, the 'merge' command: a difference below 2 means that it did nothing.
  return (await countChanges(tx)) - before >= 2
}

/** Returns how many pages with a text are neither in the index nor listed as waiting for it. */
export const countMissing = async (db: Db): Promise<number> =>
  (
    await sql<{ count: number }>`SELECT count(*) AS count FROM page_content AS text
      WHERE NOT EXISTS (SELECT 1 FROM page_search_docsize WHERE id = text.page_id)
        AND NOT EXISTS (SELECT 1 FROM page_unindexed WHERE page_id = text.page_id)`.execute(db)
  ).rows[0]?.count ?? 0
