import type { Insertable, Updateable } from 'kysely'
import type { ItemAccess } from '#src/access/item-access.ts'
import type { Db, Tx } from '#src/db/open.ts'
import { prepared } from '#src/db/prepared.ts'
import type { PageTable } from '#src/db/schema.ts'

const meta = [
  'page.page_id',
  'page.author_uid',
  'page.author_username',
  'page.item_id',
  'page.cat_id',
  'page.page_title',
  'page.s_number',
  'page.addtime',
  'page.page_addtime',
  'page.page_comments',
  'page.is_del',
  'page.ext_info',
  'page.is_draft',
  'page.page_version',
] as const

const whole = prepared<{ page_id: number }>({ remember: 300 })((db, at) =>
  db
    .selectFrom('page')
    .innerJoin('page_content', 'page_content.page_id', 'page.page_id')
    .leftJoin('single_page', 'single_page.page_id', 'page.page_id')
    .select(meta)
    .select((select) => [
      'page_content.page_content',
      'single_page.unique_key',
      select
        .selectFrom('file_page')
        .select((file) => file.fn.countAll<number>().as('count'))
        .whereRef('file_page.page_id', '=', 'page.page_id')
        .as('attachment_count'),
    ])
    .where('page.page_id', '=', at('page_id'))
    .where('page.is_del', '=', 0),
)

/** The live page with its text, its public link and the number of its attachments; undefined when it is gone. */
export const findWholePage = (db: Db, page_id: number) => whole.first(db, { page_id })

const inItem = prepared<{ page_id: number; item_id: number }>()((db, at) =>
  db
    .selectFrom('page')
    .innerJoin('page_content', 'page_content.page_id', 'page.page_id')
    .select(meta)
    .select('page_content.page_content')
    .where('page.page_id', '=', at('page_id'))
    .where('page.item_id', '=', at('item_id'))
    .where('page.is_del', '=', 0),
)

/** The live page `page_id` of `item` with its text, or undefined. */
export const findPage = (db: Db, item: Pick<ItemAccess, 'item_id'>, page_id: number) =>
  inItem.first(db, { page_id, item_id: item.item_id })

/** A page with its text, as `findPage` gives it. */
export type PageWithText = NonNullable<Awaited<ReturnType<typeof findPage>>>

/** Whether a page is somebody else's draft, which is there for its author alone. */
export const isForeignDraft = (page: Pick<PageWithText, 'is_draft' | 'author_uid'>, user: { uid: number }): boolean =>
  page.is_draft === 1 && page.author_uid !== user.uid

/** Adds a page with its text and gives its id. */
export async function insertPage(tx: Tx, row: Insertable<PageTable>, page_content: string): Promise<number> {
  const { insertId } = await tx.insertInto('page').values(row).executeTakeFirstOrThrow()
  const page_id = Number(insertId)
  await tx.insertInto('page_content').values({ page_id, page_content }).execute()
  return page_id
}

/** Changes a page, and its text when one is given. */
export async function updatePage(
  tx: Tx,
  page_id: number,
  set: Updateable<PageTable>,
  page_content?: string,
): Promise<void> {
  await tx.updateTable('page').set(set).where('page_id', '=', page_id).execute()
  if (page_content !== undefined)
    await tx.updateTable('page_content').set({ page_content }).where('page_id', '=', page_id).execute()
}

/** Puts a page into the recycle bin's list. */
export const upsertRecycle = (tx: Tx, page: PageWithText, by: { uid: number; username: string }, del_time: number) => {
  const { page_title, cat_id } = page
  const set = { page_title, cat_id, del_by_uid: by.uid, del_by_username: by.username, del_time }
  return tx
    .insertInto('recycle')
    .values({ ...set, item_id: page.item_id, page_id: page.page_id })
    .onConflict((conflict) => conflict.column('page_id').doUpdateSet(set))
    .execute()
}
