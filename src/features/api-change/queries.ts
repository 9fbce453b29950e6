import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#src/db/database.ts'
import { containsText } from '#src/db/engine.ts'
import { prepared } from '#src/db/prepared.ts'
import type { ApiChangePageTable, ApiChangeQueueTable, ApiChangeTable } from '#src/db/schema.ts'
import type { LevelCounts } from './changes.ts'

/** A change that waits for its comparison. */
export type Queued = Selectable<ApiChangeQueueTable>

/** An entry as it is stored. */
export type Entry = Selectable<ApiChangeTable>

/** Adds what waits for a comparison. */
export const insertQueued = (tx: Tx, row: Insertable<ApiChangeQueueTable>) =>
  tx.insertInto('api_change_queue').values(row).execute()

/** Returns the number of what was queued last; 0 for nothing. */
export async function findLastQueued(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('api_change_queue')
    .select((select) => select.fn.max('queue_id').as('last'))
    .executeTakeFirst()
  return row?.last ?? 0
}

/** Removes the pages of an item that were queued after `after`; only `page_ids` when they are given. */
export async function removeQueuedPages(
  tx: Tx,
  { item_id, after, page_ids }: { item_id: number; after: number; page_ids: readonly number[] | undefined },
): Promise<void> {
  const rows = await tx
    .selectFrom('api_change_queue')
    .select(['queue_id', 'page_id'])
    .where('queue_id', '>', after)
    .where('item_id', '=', item_id)
    .where('page_id', '>', 0)
    .execute()
  const covered = page_ids && new Set(page_ids)
  const ids = rows.filter((row) => !covered || covered.has(row.page_id)).map((row) => row.queue_id)
  for (let at = 0; at < ids.length; at += 500)
    await tx
      .deleteFrom('api_change_queue')
      .where('queue_id', 'in', ids.slice(at, at + 500))
      .execute()
}

const waiting = prepared<{ limit: number; until: number; now: number }>()((db, at) =>
  db
    .selectFrom('api_change_queue')
    .select(['queue_id', 'page_id'])
    .where('is_held', '=', 0)
    .where((where) =>
      where.or([where('page_id', '=', 0), where('addtime', '<=', at('until')), where('addtime', '>', at('now'))]),
    )
    .orderBy('queue_id')
    .limit(at('limit')),
)

/** Lists what waits, the oldest first; of pages, what has waited for some seconds, or was written by a clock that was ahead. */
export const listWaiting = (db: Db, limit: number, { now, rest }: { now: number; rest: number }) =>
  waiting.all(db, { limit, until: now - rest, now })

/** Returns a change that waits, or undefined. */
export const findQueued = (db: Db, queue_id: number): Promise<Queued | undefined> =>
  db.selectFrom('api_change_queue').selectAll().where('queue_id', '=', queue_id).executeTakeFirst()

/** Lists everything queued for a page, in order. */
export const listQueuedOfPage = (db: Db, page_id: number): Promise<Queued[]> =>
  db.selectFrom('api_change_queue').selectAll().where('page_id', '=', page_id).orderBy('queue_id').execute()

/** Returns the number of what was queued last for a page. */
export async function findLastOfPage(tx: Tx, page_id: number): Promise<number> {
  const row = await tx
    .selectFrom('api_change_queue')
    .select((select) => select.fn.max('queue_id').as('last'))
    .where('page_id', '=', page_id)
    .executeTakeFirst()
  return row?.last ?? 0
}

/** Removes what was compared. Returns how many of these still waited. */
export async function removeQueued(tx: Tx, queue_ids: readonly number[]): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('api_change_queue')
    .where('queue_id', 'in', queue_ids)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Marks a change whose later text cannot be read. */
export const holdQueued = (tx: Tx, queue_id: number) =>
  tx.updateTable('api_change_queue').set({ is_held: 1 }).where('queue_id', '=', queue_id).execute()

/** Returns a page as readers have it now, with its text; undefined when it is gone. */
export const findPageState = (db: Db, page_id: number) =>
  db
    .selectFrom('page')
    .innerJoin('page_content', 'page_content.page_id', 'page.page_id')
    .select(['item_id', 'page_title', 'page_version', 'addtime', 'is_del', 'is_draft', 'author_uid', 'page_content'])
    .where('page.page_id', '=', page_id)
    .executeTakeFirst()

/** Returns the version of a page, and when it was saved; undefined when it is gone. */
export const findPageVersion = (tx: Tx, page_id: number) =>
  tx.selectFrom('page').select(['page_version', 'addtime']).where('page_id', '=', page_id).executeTakeFirst()

/** Returns who deleted or restored something in an item last, and when. */
export const findLastRemover = (db: Db, item_id: number) =>
  db
    .selectFrom('item_change_log')
    .select(['uid', 'optime'])
    .where('item_id', '=', item_id)
    .where('op_action_type', 'in', ['delete', 'recover', 'import'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns the newest entry about a page alone, or undefined. */
export const findNewestOfPage = (tx: Tx, page_id: number): Promise<Entry | undefined> =>
  tx
    .selectFrom('api_change')
    .innerJoin('api_change_page as link', 'link.api_change_id', 'api_change.api_change_id')
    .selectAll('api_change')
    .where('link.page_id', '=', page_id)
    .orderBy('link.api_change_id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Adds an entry and returns its number. */
export async function insertEntry(tx: Tx, row: Insertable<ApiChangeTable>): Promise<number> {
  const { api_change_id } = await tx
    .insertInto('api_change')
    .values(row)
    .returning('api_change_id')
    .executeTakeFirstOrThrow()
  return api_change_id
}

/** Changes an entry. */
export const updateEntry = (tx: Tx, api_change_id: number, set: Partial<Insertable<ApiChangeTable>>) =>
  tx.updateTable('api_change').set(set).where('api_change_id', '=', api_change_id).execute()

/** Removes an entry. */
export const removeEntry = (tx: Tx, api_change_id: number) =>
  tx.deleteFrom('api_change').where('api_change_id', '=', api_change_id).execute()

/** Sets which page an entry is about, and how often that changed. */
export const upsertEntryPage = (tx: Tx, row: Insertable<ApiChangePageTable>) =>
  tx
    .insertInto('api_change_page')
    .values(row)
    .onConflict((conflict) => conflict.columns(['page_id', 'api_change_id']).doUpdateSet(row))
    .execute()

/** Removes the entries of an item beyond the newest `kept`. */
export const removeOldEntries = (tx: Tx, item_id: number, kept: number) =>
  tx
    .deleteFrom('api_change')
    .where('item_id', '=', item_id)
    .where('api_change_id', '<=', (select) =>
      select
        .selectFrom('api_change')
        .select('api_change_id')
        .where('item_id', '=', item_id)
        .orderBy('api_change_id', 'desc')
        .limit(1)
        .offset(kept),
    )
    .execute()

/** Lists the open entries that began at `until` at the latest. */
export const listSettled = (db: Db, until: number, limit: number): Promise<Entry[]> =>
  db
    .selectFrom('api_change')
    .selectAll()
    .where('is_open', '=', sql.lit(1))
    .where('addtime', '<=', until)
    .orderBy('addtime')
    .limit(limit)
    .execute()

/** Lists the pages of an entry whose operations have breaking changes. */
export const listBrokenPages = (db: Db, api_change_id: number) =>
  db
    .selectFrom('api_change_page')
    .select(['page_id', 'operation'])
    .where('api_change_id', '=', api_change_id)
    .where('breaking_count', '>', 0)
    .execute()

/** What a list of entries shows. */
export interface EntryFilter {
  /** Entries with a change of this level, or a worse one. */
  level?: 'breaking' | 'warning' | 'info' | undefined
  /** A part of a method and path. */
  operation?: string | undefined
  page_id?: number | undefined
  /** Unix seconds: changed then or later. */
  since?: number | undefined
  /** Members of a part of the item see what concerns pages there. */
  cat_ids?: readonly number[] | undefined
}

const visible = (db: Db, item_id: number, { level, operation = '', page_id = 0, since = 0, cat_ids }: EntryFilter) =>
  db
    .selectFrom('api_change')
    .where('api_change.item_id', '=', item_id)
    .$if(level === 'breaking', (rows) => rows.where('api_change.breaking_count', '>', 0))
    .$if(level === 'warning', (rows) =>
      rows.where((where) =>
        where.or([where('api_change.breaking_count', '>', 0), where('api_change.warning_count', '>', 0)]),
      ),
    )
    .$if(operation !== '', (rows) => rows.where(containsText('operations', operation)))
    .$if(since > 0, (rows) => rows.where('last_time', '>=', since))
    .$if(page_id > 0, (rows) =>
      rows.where('api_change.api_change_id', 'in', (links) =>
        links.selectFrom('api_change_page').select('api_change_id').where('page_id', '=', page_id),
      ),
    )
    .$if(cat_ids !== undefined, (rows) =>
      rows.where('api_change.api_change_id', 'in', (links) =>
        links
          .selectFrom('api_change_page as link')
          .innerJoin('page', 'page.page_id', 'link.page_id')
          .select('link.api_change_id')
          .where('page.item_id', '=', item_id)
          .where('page.cat_id', 'in', cat_ids ?? []),
      ),
    )

/** Lists entries of an item, the newest first, with the people who made them. */
export const listEntries = (db: Db, item_id: number, filter: EntryFilter, part: { limit: number; offset: number }) =>
  visible(db, item_id, filter)
    .leftJoin('user', 'user.uid', 'api_change.uid')
    .leftJoin('page', 'page.page_id', 'api_change.page_id')
    .selectAll('api_change')
    .select(['user.username', 'user.name as person', 'page.item_id as page_item', 'page.is_del', 'page.page_title'])
    .orderBy('api_change.last_time', 'desc')
    .orderBy('api_change.api_change_id', 'desc')
    .limit(part.limit)
    .offset(part.offset)
    .execute()

/** Returns the number of entries. */
export async function countEntries(db: Db, item_id: number, filter: EntryFilter): Promise<number> {
  const row = await visible(db, item_id, filter)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

/** Returns one entry as `listEntries` does, or undefined. */
export const findEntry = (db: Db, item_id: number, api_change_id: number, filter: EntryFilter) =>
  visible(db, item_id, filter)
    .leftJoin('user', 'user.uid', 'api_change.uid')
    .leftJoin('page', 'page.page_id', 'api_change.page_id')
    .selectAll('api_change')
    .select(['user.username', 'user.name as person', 'page.item_id as page_item', 'page.is_del', 'page.page_title'])
    .where('api_change.api_change_id', '=', api_change_id)
    .executeTakeFirst()

/** An entry with who made it and its page. */
export type ListedEntry = NonNullable<Awaited<ReturnType<typeof findEntry>>>

/** Lists the pages of entries that still exist in their item. */
export const listEntryPages = (db: Db, item_id: number, api_change_ids: readonly number[]) =>
  db
    .selectFrom('api_change_page as link')
    .innerJoin('page', 'page.page_id', 'link.page_id')
    .select(['link.api_change_id', 'link.page_id', 'link.operation', 'page.page_title', 'page.cat_id', 'page.is_del'])
    .select(['link.breaking_count', 'link.warning_count', 'link.info_count'])
    .where('link.api_change_id', 'in', api_change_ids)
    .where('page.item_id', '=', item_id)
    .where('page.is_draft', '=', 0)
    .execute()

/** Lists what changed on a page since a moment, the newest first. */
export const listOfPage = (db: Db, page_id: number, since: number) =>
  db
    .selectFrom('api_change_page as link')
    .innerJoin('api_change', 'api_change.api_change_id', 'link.api_change_id')
    .innerJoin('page', (join) =>
      join.onRef('page.page_id', '=', 'link.page_id').onRef('page.item_id', '=', 'api_change.item_id'),
    )
    .select(['link.api_change_id', 'api_change.last_time', 'api_change.version_before', 'api_change.source'])
    .select(['link.breaking_count', 'link.warning_count', 'link.info_count', 'page.page_addtime'])
    .where('link.page_id', '=', page_id)
    .where('api_change.last_time', '>=', since)
    .orderBy('link.api_change_id', 'desc')
    .execute()

/** Whether an item has entries, or pages with an API document. */
export async function hasApi(db: Db, item_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('page')
    .select('page_id')
    .where('item_id', '=', item_id)
    .where('is_del', '=', 0)
    .where(containsText('ext_info', '"page_type"'))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the counts of a row. */
export const countsOf = ({ breaking_count, warning_count, info_count }: LevelCounts): LevelCounts => ({
  breaking_count,
  warning_count,
  info_count,
})

/** Returns the history version with a former version of a page; undefined when it is not kept any more. */
export const findVersion = async (db: Db, page_id: number, page_version: number): Promise<number | undefined> =>
  (
    await db
      .selectFrom('page_history')
      .select('page_history_id')
      .where('page_id', '=', page_id)
      .where('page_version', '=', page_version)
      .orderBy('page_history_id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.page_history_id
