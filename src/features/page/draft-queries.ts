import type { Db, Tx } from '#src/db/database.ts'
import type { PageDraftTable } from '#src/db/schema.ts'

/** The key of a draft: the user, the item and the page. */
type DraftKey = Pick<PageDraftTable, 'uid' | 'item_id' | 'page_id'>

/** Returns a user's unsaved draft of a page, or undefined. */
export const findDraft = (db: Db, { uid, item_id, page_id }: DraftKey) =>
  db
    .selectFrom('page_draft')
    .selectAll()
    .where('uid', '=', uid)
    .where('item_id', '=', item_id)
    .where('page_id', '=', page_id)
    .executeTakeFirst()

/** Saves a draft, replacing an existing one. */
export const upsertDraft = (tx: Tx, row: PageDraftTable) =>
  tx
    .insertInto('page_draft')
    .values(row)
    .onConflict((conflict) => conflict.columns(['uid', 'item_id', 'page_id']).doUpdateSet(row))
    .execute()

/** Deletes a draft. */
export const removeDraft = (db: Db, { uid, item_id, page_id }: DraftKey) =>
  db
    .deleteFrom('page_draft')
    .where('uid', '=', uid)
    .where('item_id', '=', item_id)
    .where('page_id', '=', page_id)
    .execute()
