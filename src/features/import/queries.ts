import type { Db, Tx } from '#src/db/database.ts'

/** A page of the target item, with the fields that are needed to find its match. */
export interface ExistingPage {
  page_id: number
  cat_id: number
  page_title: string
  is_draft: number
  s_number: number
}

/** Returns the live pages of an item in their order, without other users' drafts. */
export const listPages = (db: Db, item_id: number, uid: number): Promise<ExistingPage[]> =>
  db
    .selectFrom('page')
    .select(['page_id', 'cat_id', 'page_title', 'is_draft', 's_number'])
    .where('item_id', '=', item_id)
    .where('is_del', '=', 0)
    .where((where) => where.or([where('is_draft', '=', 0), where('author_uid', '=', uid)]))
    .orderBy('s_number')
    .orderBy('page_id')
    .execute()

/** Returns the locks on pages of an item that users other than `uid` hold at `now`. */
export const listForeignLocks = (tx: Tx, item_id: number, uid: number, now: number) =>
  tx
    .selectFrom('page_lock')
    .innerJoin('page', 'page.page_id', 'page_lock.page_id')
    .select(['page_lock.page_id', 'page_lock.lock_username'])
    .where('page.item_id', '=', item_id)
    .where('page_lock.lock_uid', '<>', uid)
    .where('page_lock.lock_to', '>', now)
    .execute()

/** Returns the texts of live pages of an item, with what else an import may change. */
export const listTexts = (db: Db, item_id: number, page_ids: readonly number[]) =>
  db
    .selectFrom('page')
    .innerJoin('page_content', 'page_content.page_id', 'page.page_id')
    .select(['page.page_id', 'page.page_title', 'page.ext_info', 'page_content.page_content'])
    .where('page.item_id', '=', item_id)
    .where('page.page_id', 'in', [...page_ids])
    .execute()

/** Returns the uploaded files of an item. */
export const listItemFiles = (db: Db, item_id: number) =>
  db
    .selectFrom('upload_file')
    .select(['sign', 'display_name', 'file_size', 'stored_name'])
    .where('item_id', '=', item_id)
    .execute()
