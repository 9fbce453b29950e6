import { type Kysely, sql } from 'kysely'

// What was deleted together has one time: of catalogs that went with pages it is known.
const known = `
UPDATE catalog SET (del_by_uid, del_by_username) = (went.del_by_uid, went.del_by_username)
FROM (SELECT item_id, del_time, del_by_uid, max(del_by_username) AS del_by_username FROM recycle GROUP BY item_id, del_time)
  AS went
WHERE catalog.is_del = 1 AND went.item_id = catalog.item_id AND went.del_time = catalog.del_time`

/** Who deleted a catalog. Those deleted without any page before this have 0 and no name: nobody wrote it down. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE catalog ADD COLUMN del_by_uid INTEGER NOT NULL DEFAULT 0').execute(db)
  await sql.raw(`ALTER TABLE catalog ADD COLUMN del_by_username TEXT NOT NULL DEFAULT ''`).execute(db)
  await sql.raw(known).execute(db)
}
