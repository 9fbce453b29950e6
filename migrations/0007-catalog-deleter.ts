import { type Kysely, sql } from 'kysely'

// Rows deleted together have the same time, so the deleter of catalogs that were deleted with pages is known.
const known = `
UPDATE catalog SET (del_by_uid, del_by_username) = (went.del_by_uid, went.del_by_username)
FROM (SELECT item_id, del_time, del_by_uid, max(del_by_username) AS del_by_username FROM recycle GROUP BY item_id, del_time)
  AS went
WHERE catalog.is_del = 1 AND went.item_id = catalog.item_id AND went.del_time = catalog.del_time`

/**
 * Adds who deleted a catalog; 0 and no name for those deleted earlier without any page, because it was not recorded.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE catalog ADD COLUMN del_by_uid INTEGER NOT NULL DEFAULT 0').execute(db)
  await sql.raw(`ALTER TABLE catalog ADD COLUMN del_by_username TEXT NOT NULL DEFAULT ''`).execute(db)
  await sql.raw(known).execute(db)
}
