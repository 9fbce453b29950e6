import type { CatalogRow } from '#src/access/queries.ts'
import type { Db, Tx } from '#src/db/database.ts'

/** Lists the deleted pages of an item, newest first, without other people's drafts. */
export const listRecycled = (db: Db, item_id: number, uid: number) =>
  recycled(db, item_id, uid)
    .leftJoin('user', 'user.uid', 'recycle.del_by_uid')
    .selectAll('recycle')
    .select('user.name as del_by_name')
    .orderBy('recycle.del_time', 'desc')
    .orderBy('recycle.id', 'desc')
    .execute()

/** Returns a deleted page of an item; undefined if it is not in the recycle bin, or is another person's draft. */
export const findRecycled = (
  db: Db,
  item_id: number,
  uid: number,
  page_id: number,
): Promise<{ page_id: number; page_title: string; cat_id: number } | undefined> =>
  recycled(db, item_id, uid)
    .select(['recycle.page_id', 'page.page_title', 'recycle.cat_id'])
    .where('recycle.page_id', '=', page_id)
    .executeTakeFirst()

const recycled = (db: Db, item_id: number, uid: number) =>
  db
    .selectFrom('recycle')
    .innerJoin('page', 'page.page_id', 'recycle.page_id')
    .where('recycle.item_id', '=', item_id)
    .where('page.item_id', '=', item_id)
    .where('page.is_del', '=', 1)
    .where((where) => where.or([where('page.is_draft', '=', 0), where('page.author_uid', '=', uid)]))

/** Returns a deleted page with its text. */
export const findRecycledText = (db: Db, page_id: number) =>
  db
    .selectFrom('page')
    .innerJoin('page_content', 'page_content.page_id', 'page.page_id')
    .select(['page.page_id', 'page.page_title', 'page_content.page_content'])
    .where('page.page_id', '=', page_id)
    .executeTakeFirst()

/** Removes a page from the recycle bin's list. */
export const removeRecycled = (tx: Tx, page_id: number) =>
  tx.deleteFrom('recycle').where('page_id', '=', page_id).execute()

/** A catalog, live or deleted at `del_time`, and who deleted it if that is known. */
export interface CatalogWithDeletion extends CatalogRow {
  is_del: number
  del_time: number
  del_by_username: string
  del_by_name: string | null
}

const live = { is_del: 0, del_time: 0, del_by_uid: 0, del_by_username: '' }

/** Lists all catalogs of an item in order, including the deleted ones. */
export const listAllCatalogs = (db: Db, item_id: number): Promise<CatalogWithDeletion[]> =>
  db
    .selectFrom('catalog')
    .leftJoin('user', 'user.uid', 'catalog.del_by_uid')
    .select(['cat_id', 'cat_name', 'item_id', 'parent_cat_id', 's_number', 'level', 'addtime', 'is_del', 'del_time'])
    .select(['del_by_username', 'user.name as del_by_name'])
    .where('item_id', '=', item_id)
    .orderBy('s_number')
    .orderBy('cat_id')
    .execute()

/** Counts the deleted pages of an item by catalog and time of deletion, without other people's drafts. */
export const countRecycled = (db: Db, item_id: number, uid: number) =>
  recycled(db, item_id, uid)
    .select((select) => ['recycle.cat_id', 'recycle.del_time', select.fn.countAll<number>().as('count')])
    .groupBy(['recycle.cat_id', 'recycle.del_time'])
    .execute()

/** Catalogs that were deleted together. */
interface DeletedTogether {
  item_id: number
  cat_ids: readonly number[]
  del_time: number
}

/** Restores catalogs and the pages that were deleted with them; returns the ids of the pages. */
export async function restoreTogether(tx: Tx, { item_id, cat_ids, del_time }: DeletedTogether): Promise<number[]> {
  const rows = await tx
    .selectFrom('recycle')
    .select('page_id')
    .where('item_id', '=', item_id)
    .where('cat_id', 'in', cat_ids)
    .where('del_time', '=', del_time)
    .execute()
  const pages = tx
    .selectFrom('recycle')
    .select('page_id')
    .where('item_id', '=', item_id)
    .where('cat_id', 'in', cat_ids)
    .where('del_time', '=', del_time)
  await tx.updateTable('catalog').set(live).where('cat_id', 'in', cat_ids).execute()
  await tx.updateTable('page').set({ is_del: 0 }).where('item_id', '=', item_id).where('page_id', 'in', pages).execute()
  await tx
    .deleteFrom('recycle')
    .where('item_id', '=', item_id)
    .where('cat_id', 'in', cat_ids)
    .where('del_time', '=', del_time)
    .execute()
  return rows.map((row) => row.page_id)
}

/** Lists some pages that were deleted before `time`. */
export const listPagesToPurge = (db: Db, time: number, most: number) =>
  db.selectFrom('recycle').select('page_id').where('del_time', '<', time).orderBy('del_time').limit(most).execute()

/** Returns an item that was deleted before `time`, or undefined. */
export const findItemToPurge = (db: Db, time: number, item_id?: number): Promise<{ item_id: number } | undefined> =>
  db
    .selectFrom('item')
    .select('item_id')
    .where('is_del', '=', 1)
    .where('del_time', '<', time)
    .$if(item_id !== undefined, (items) => items.where('item_id', '=', item_id ?? 0))
    .limit(1)
    .executeTakeFirst()

/** Lists some pages of an item, including deleted ones. */
export const listPagesOfItem = (db: Db, item_id: number, most: number) =>
  db.selectFrom('page').select('page_id').where('item_id', '=', item_id).limit(most).execute()

/** Removes pages for good, with everything that belongs to them. */
export async function removePages(tx: Tx, page_ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('page_draft').where('page_id', 'in', page_ids).execute()
  await tx.deleteFrom('page').where('page_id', 'in', page_ids).execute()
}

/** Lists those of the pages that are still deleted. */
export const listStillDeleted = (tx: Tx, page_ids: readonly number[]) =>
  tx.selectFrom('page').select('page_id').where('page_id', 'in', page_ids).where('is_del', '=', 1).execute()

/** Removes pages from the recycle bin's list. */
export const removeEntries = (tx: Tx, page_ids: readonly number[]) =>
  tx.deleteFrom('recycle').where('page_id', 'in', page_ids).execute()

/** Removes an item for good, with everything that is left of it. */
export const removeItemRow = (tx: Tx, item_id: number) => tx.deleteFrom('item').where('item_id', '=', item_id).execute()

/** Removes for good the catalogs that were deleted before `time`. */
export const removeOldCatalogs = (db: Db, time: number) =>
  db.deleteFrom('catalog').where('is_del', '=', 1).where('del_time', '<', time).execute()
