import type { Db, Tx } from '#src/db/open.ts'
import type { PageDraftTable } from '#src/db/schema.ts'

/** Whose draft of which page. */
export type DraftKey = Pick<PageDraftTable, 'uid' | 'item_id' | 'page_id'>

/** What somebody has typed on a page and not saved, or undefined. */
export const findDraft = (db: Db, { uid, item_id, page_id }: DraftKey) =>
  db
    .selectFrom('page_draft')
    .selectAll()
    .where('uid', '=', uid)
    .where('item_id', '=', item_id)
    .where('page_id', '=', page_id)
    .executeTakeFirst()

/** Keeps a draft in place of the one that is there. */
export const upsertDraft = (tx: Tx, row: PageDraftTable) =>
  tx
    .insertInto('page_draft')
    .values(row)
    .onConflict((conflict) => conflict.columns(['uid', 'item_id', 'page_id']).doUpdateSet(row))
    .execute()

/** Throws a draft away. */
export const removeDraft = (db: Db, { uid, item_id, page_id }: DraftKey) =>
  db
    .deleteFrom('page_draft')
    .where('uid', '=', uid)
    .where('item_id', '=', item_id)
    .where('page_id', '=', page_id)
    .execute()
