import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Tx } from '#src/db/database.ts'
import type { ApiSourceTable } from '#src/db/schema.ts'

/** A source without its text. */
export type ApiSource = Omit<Selectable<ApiSourceTable>, 'packed'>

const columns = [
  'source_id',
  'item_id',
  'uid',
  'kind',
  'source_name',
  'url',
  'header_name',
  'header_value',
  'cat_id',
  'missing',
  'schedule',
  'schedule_time',
  'lang',
  'addtime',
  'description',
  'sync_time',
  'start_time',
  'end_time',
  'result',
] as const

/** Lists the sources of an item in the order in which they were added. */
export const listSources = (db: Db, item_id: number): Promise<ApiSource[]> =>
  db.selectFrom('api_source').select(columns).where('item_id', '=', item_id).orderBy('source_id').execute()

/** Lists the sources that are synchronised by themselves, in items that can be written. */
export const listScheduled = (db: Db): Promise<ApiSource[]> =>
  db
    .selectFrom('api_source')
    .select(columns)
    .where('schedule', '<>', 'off')
    .where('item_id', 'in', (items) =>
      items.selectFrom('item').select('item_id').where('is_del', '=', 0).where('is_archived', '=', 0),
    )
    .orderBy('source_id')
    .execute()

/** Returns a source of an item; undefined when there is none. */
export const findSource = (db: Db, item_id: number, source_id: number): Promise<ApiSource | undefined> =>
  db
    .selectFrom('api_source')
    .select(columns)
    .where('source_id', '=', source_id)
    .where('item_id', '=', item_id)
    .executeTakeFirst()

/** Returns the text of the last synchronisation as raw deflate; undefined before the first. */
export async function findPacked(db: Db, source_id: number): Promise<Buffer | undefined> {
  const row = await db.selectFrom('api_source').select('packed').where('source_id', '=', source_id).executeTakeFirst()
  return row && row.packed.length > 0 ? row.packed : undefined
}

/** Inserts a source and returns its id. */
export async function insertSource(tx: Tx, row: Insertable<ApiSourceTable>): Promise<number> {
  const { source_id } = await tx.insertInto('api_source').values(row).returning('source_id').executeTakeFirstOrThrow()
  return source_id
}

/** Changes a source. */
export const updateSource = (db: Db, source_id: number, set: Updateable<ApiSourceTable>) =>
  db.updateTable('api_source').set(set).where('source_id', '=', source_id).execute()

/** Removes a source. */
export const removeSource = (tx: Tx, source_id: number) =>
  tx.deleteFrom('api_source').where('source_id', '=', source_id).execute()

/** Returns the user names of people, by their id. */
export async function listUsernames(db: Db, uids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('user')
    .select(['uid', 'username'])
    .where('uid', 'in', [...uids])
    .execute()
  return new Map(rows.map(({ uid, username }) => [uid, username]))
}
