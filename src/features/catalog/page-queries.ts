import type { SelectQueryBuilder } from 'kysely'
import type { Db, Tx } from '#src/db/database.ts'
import { tableOf } from '#src/db/engine.ts'
import type { Schema } from '#src/db/schema.ts'

// Statements over the pages of catalogs: one statement for thousands of pages.

const inCatalogs = <O>(
  query: SelectQueryBuilder<Schema, 'page', O>,
  item_id: number,
  cat_ids: readonly number[],
): SelectQueryBuilder<Schema, 'page', O> =>
  query.where('page.item_id', '=', item_id).where('page.is_del', '=', 0).where('page.cat_id', 'in', cat_ids)

/** Returns the live pages directly in a catalog in their order, without other users' drafts. */
export const listPagesInCatalog = (db: Db, item_id: number, cat_id: number, uid: number) =>
  inCatalogs(db.selectFrom('page').select(['page_id', 'page_title', 's_number']), item_id, [cat_id])
    .where((where) => where.or([where('is_draft', '=', 0), where('author_uid', '=', uid)]))
    .orderBy('s_number')
    .orderBy('page_id')
    .execute()

/** Returns the position of every live page of an item. */
export const listPagePositions = (db: Db, item_id: number) =>
  db
    .selectFrom('page')
    .select(['page_id', 'cat_id', 's_number', 'page_title', 'is_draft', 'author_uid'])
    .where('item_id', '=', item_id)
    .where('is_del', '=', 0)
    .execute()

/** Returns the live pages in catalogs; with `reader_uid` without other users' drafts. */
export const listPagesIn = (db: Db, item_id: number, cat_ids: readonly number[], reader_uid?: number) =>
  inCatalogs(db.selectFrom('page').select(['page_id', 'cat_id']), item_id, cat_ids)
    .$if(reader_uid !== undefined, (pages) =>
      pages.where((where) => where.or([where('is_draft', '=', 0), where('author_uid', '=', reader_uid ?? 0)])),
    )
    .orderBy('page_id')
    .execute()

/** Returns a page in the catalogs that a user other than `uid` is editing at `now`, or undefined. */
export const findForeignLock = (
  db: Db,
  item_id: number,
  cat_ids: readonly number[],
  at: { uid: number; now: number },
): Promise<{ page_title: string; lock_username: string } | undefined> =>
  db
    .selectFrom('page')
    .innerJoin('page_lock', 'page_lock.page_id', 'page.page_id')
    .select(['page.page_title', 'page_lock.lock_username'])
    .where('page.item_id', '=', item_id)
    .where('page.is_del', '=', 0)
    .where('page.cat_id', 'in', cat_ids)
    .where('page_lock.lock_uid', '<>', at.uid)
    .where('page_lock.lock_to', '>', at.now)
    .executeTakeFirst()

/** Moves every live page in the catalogs to the recycle bin. */
export async function recyclePagesIn(
  tx: Tx,
  item_id: number,
  cat_ids: readonly number[],
  by: { uid: number; username: string; del_time: number },
): Promise<void> {
  await tx
    .insertInto('recycle')
    .columns(['item_id', 'page_id', 'page_title', 'cat_id', 'del_by_uid', 'del_by_username', 'del_time'])
    .expression(
      inCatalogs(
        tx
          .selectFrom('page')
          .select(['item_id', 'page_id', 'page_title', 'cat_id'])
          .select((select) => [
            select.val(by.uid).as('del_by_uid'),
            select.val(by.username).as('del_by_username'),
            select.val(by.del_time).as('del_time'),
          ]),
        item_id,
        cat_ids,
      ),
    )
    .onConflict((conflict) =>
      conflict.column('page_id').doUpdateSet((row) => ({
        item_id: row.ref('excluded.item_id'),
        page_title: row.ref('excluded.page_title'),
        cat_id: row.ref('excluded.cat_id'),
        del_by_uid: row.ref('excluded.del_by_uid'),
        del_by_username: row.ref('excluded.del_by_username'),
        del_time: row.ref('excluded.del_time'),
      })),
    )
    .execute()
  await tx
    .updateTable('page')
    .set({ is_del: 1 })
    .where('item_id', '=', item_id)
    .where('is_del', '=', 0)
    .where('cat_id', 'in', cat_ids)
    .execute()
}

/** Updates the catalog and order of pages in one statement. */
export async function updatePagePositions(
  tx: Tx,
  pages: readonly { page_id: number; cat_id: number; s_number: number }[],
): Promise<void> {
  if (pages.length === 0) return
  await tx
    .updateTable('page')
    .from(tableOf(pages, ['page_id', 'cat_id', 's_number']))
    .set((line) => ({ cat_id: line.ref('line.cat_id'), s_number: line.ref('line.s_number') }))
    .whereRef('page.page_id', '=', 'line.page_id')
    .execute()
}

/**
 * Moves pages, with everything that belongs to them, to another item. Their files move too unless a page of the old
 * item still shows them.
 */
export async function updateItemOfPages(
  tx: Tx,
  page_ids: readonly number[],
  from_item_id: number,
  item_id: number,
): Promise<void> {
  const tables = ['page', 'page_history', 'page_draft', 'page_comment', 'page_feedback', 'file_page', 'mock'] as const
  for (const table of tables) await tx.updateTable(table).set({ item_id }).where('page_id', 'in', page_ids).execute()
  await tx
    .updateTable('upload_file')
    .set({ item_id })
    .where('item_id', '=', from_item_id)
    .where('file_id', 'in', tx.selectFrom('file_page').select('file_id').where('page_id', 'in', page_ids))
    .where((file) =>
      file.not(
        file.exists(
          file
            .selectFrom('file_page')
            .select('file_page.file_id')
            .whereRef('file_page.file_id', '=', 'upload_file.file_id')
            .where('file_page.item_id', '=', from_item_id),
        ),
      ),
    )
    .execute()
}

/** The source and target of one page copy. */
export interface PageCopy {
  /** The source page. */
  page_id: number
  new_page_id: number
  new_cat_id: number
}

/** The user who copies, the time, and the target item. */
export interface CopyInto {
  item_id: number
  author: { uid: number; username: string }
  /** Unix seconds. */
  now: number
}

const copied = ['page_title', 's_number', 'page_comments', 'ext_info', 'is_draft'] as const

/** Copies one page without its text and returns the id of the copy, which no page has had before. */
export async function copyFirstRow(
  tx: Tx,
  page: { page_id: number; new_cat_id: number },
  into: CopyInto,
): Promise<number> {
  const { page_id } = await tx
    .insertInto('page')
    .columns(['item_id', 'cat_id', 'author_uid', 'author_username', 'addtime', 'page_addtime', ...copied])
    .expression(
      tx
        .selectFrom('page')
        .select((select) => [
          select.val(into.item_id).as('item_id'),
          select.val(page.new_cat_id).as('cat_id'),
          select.val(into.author.uid).as('author_uid'),
          select.val(into.author.username).as('author_username'),
          select.val(into.now).as('addtime'),
          select.val(into.now).as('page_addtime'),
        ])
        .select(copied)
        .where('page_id', '=', page.page_id),
    )
    .returning('page_id')
    .executeTakeFirstOrThrow()
  return page_id
}

const copyTable = (pages: readonly PageCopy[]) => tableOf(pages, ['page_id', 'new_page_id', 'new_cat_id'])

/** Copies pages without their texts, each with the given id. */
export const copyRows = (tx: Tx, pages: readonly PageCopy[], into: CopyInto) =>
  tx
    .insertInto('page')
    .columns(['page_id', 'cat_id', 'item_id', 'author_uid', 'author_username', 'addtime', 'page_addtime', ...copied])
    .expression(
      tx
        .selectFrom(copyTable(pages))
        .innerJoin('page', 'page.page_id', 'line.page_id')
        .select(['line.new_page_id', 'line.new_cat_id'])
        .select((select) => [
          select.val(into.item_id).as('item_id'),
          select.val(into.author.uid).as('author_uid'),
          select.val(into.author.username).as('author_username'),
          select.val(into.now).as('addtime'),
          select.val(into.now).as('page_addtime'),
        ])
        .select(copied),
    )
    .execute()

/** Copies the texts of pages and their file links. */
export async function copyContents(tx: Tx, pages: readonly PageCopy[], into: CopyInto): Promise<void> {
  await tx
    .insertInto('page_content')
    .columns(['page_id', 'page_content'])
    .expression(
      tx
        .selectFrom(copyTable(pages))
        .innerJoin('page_content', 'page_content.page_id', 'line.page_id')
        .select(['line.new_page_id', 'page_content.page_content']),
    )
    .execute()
  await tx
    .insertInto('file_page')
    .columns(['page_id', 'file_id', 'is_listed', 'item_id', 'addtime'])
    .expression(
      tx
        .selectFrom(copyTable(pages))
        .innerJoin('file_page', 'file_page.page_id', 'line.page_id')
        .select(['line.new_page_id', 'file_page.file_id', 'file_page.is_listed'])
        .select((select) => [select.val(into.item_id).as('item_id'), select.val(into.now).as('addtime')]),
    )
    .execute()
}

/** Returns the catalog of the page that a user saved last in an item, or undefined. */
export async function findLastCatalog(db: Db, item_id: number, uid: number): Promise<number | undefined> {
  const page = await db
    .selectFrom('page')
    .select('cat_id')
    .where('item_id', '=', item_id)
    .where('is_del', '=', 0)
    .where('author_uid', '=', uid)
    .orderBy('addtime', 'desc')
    .orderBy('page_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return page?.cat_id
}

/** Returns the page of a history version and its catalog at that time; undefined when there is no such version. */
export const findVersionLocation = (
  db: Db,
  page_history_id: number,
): Promise<{ page_id: number; cat_id: number } | undefined> =>
  db
    .selectFrom('page_history')
    .select(['page_id', 'cat_id'])
    .where('page_history_id', '=', page_history_id)
    .executeTakeFirst()
