import type { Db } from '#src/db/database.ts'

/** Returns the first live page of an item with this title in a catalog, with its text; drafts excluded. */
export const findPageAt = (db: Db, at: { item_id: number; cat_id: number; page_title: string }) =>
  pagesByTitle(db, at.item_id, at.page_title).where('page.cat_id', '=', at.cat_id).executeTakeFirst()

const pagesByTitle = (db: Db, item_id: number, page_title: string) =>
  db
    .selectFrom('page')
    .innerJoin('page_content', 'page_content.page_id', 'page.page_id')
    .selectAll('page')
    .select('page_content.page_content')
    .where('page.item_id', '=', item_id)
    .where('page.page_title', '=', page_title)
    .where('page.is_del', '=', 0)
    .where('page.is_draft', '=', 0)
    .orderBy('page.page_id')

/** Returns the first live page of an item with this title, in any catalog; drafts excluded. */
export const findPageByTitle = (db: Db, item_id: number, page_title: string) =>
  pagesByTitle(db, item_id, page_title).executeTakeFirst()

/** Lists the live pages of an item in order, with the length of each text; drafts excluded. */
export const listPages = (db: Db, item_id: number) =>
  db
    .selectFrom('page')
    .innerJoin('page_content', 'page_content.page_id', 'page.page_id')
    .select(['page.page_id', 'page.page_title', 'page.cat_id', 'page.s_number', 'page.page_comments'])
    .select((row) => row.fn<number>('length', ['page_content.page_content']).as('length'))
    .where('page.item_id', '=', item_id)
    .where('page.is_del', '=', 0)
    .where('page.is_draft', '=', 0)
    .orderBy('page.s_number')
    .orderBy('page.page_id')
    .execute()

/** Lists the catalogs and titles of an item's live pages; drafts excluded. */
export const listTitles = (db: Db, item_id: number) =>
  db
    .selectFrom('page')
    .select(['cat_id', 'page_title'])
    .where('item_id', '=', item_id)
    .where('is_del', '=', 0)
    .where('is_draft', '=', 0)
    .execute()

/** Lists the texts of pages. */
export const listTexts = (db: Db, page_ids: number[]) =>
  db.selectFrom('page_content').select(['page_id', 'page_content']).where('page_id', 'in', page_ids).execute()
