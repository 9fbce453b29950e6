import type { Insertable, Selectable, Updateable } from 'kysely'
import type { ItemAccess } from '#src/access/item-access.ts'
import { QuotedText } from '#src/core/serialized-json.ts'
import type { Db, Tx } from '#src/db/database.ts'
import { quotedBytesOf, tableOf } from '#src/db/engine.ts'
import { prepared } from '#src/db/prepared.ts'
import type { PageLockTable, PageTable, SinglePageTable } from '#src/db/schema.ts'

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

function withText<P extends { page_json: Buffer }>({ page_json, ...page }: P) {
  return { ...page, page_content: new QuotedText(page_json) }
}

const whole = prepared<{ page_id: number }>({ remember: 300 })((db, at) =>
  db
    .selectFrom('page')
    .innerJoin('page_content', 'page_content.page_id', 'page.page_id')
    .leftJoin('single_page', 'single_page.page_id', 'page.page_id')
    .leftJoin('user', 'user.uid', 'page.author_uid')
    .select(meta)
    .select((select) => [
      quotedBytesOf('page_content.page_content').as('page_json'),
      'single_page.unique_key',
      'user.name as author_name',
      select
        .selectFrom('file_page')
        .select((file) => file.fn.countAll<number>().as('count'))
        .whereRef('file_page.page_id', '=', 'page.page_id')
        .where('file_page.is_listed', '=', 1)
        .as('attachment_count'),
    ])
    .where('page.page_id', '=', at('page_id'))
    .where('page.is_del', '=', 0),
)

/** Returns a live page with its text, its public link and the number of its attachments; undefined when it is gone. */
export async function findWholePage(db: Db, page_id: number) {
  const page = await whole.first(db, { page_id })
  return page && withText(page)
}

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

/** Returns the live page `page_id` of `item` with its text, or undefined. */
export const findPage = (db: Db, item: Pick<ItemAccess, 'item_id'>, page_id: number) =>
  inItem.first(db, { page_id, item_id: item.item_id })

/** A page with its text, as `findPage` returns it. */
export type PageWithText = NonNullable<Awaited<ReturnType<typeof findPage>>>

/** The fields of a page that each version sets again. */
type PageVersion = Pick<
  Selectable<PageTable>,
  | 'page_title'
  | 'cat_id'
  | 's_number'
  | 'page_comments'
  | 'ext_info'
  | 'is_draft'
  | 'author_uid'
  | 'author_username'
  | 'addtime'
  | 'page_version'
>

/** Whether a page is another user's draft, which only its author can see. */
export const isForeignDraft = (page: Pick<PageWithText, 'is_draft' | 'author_uid'>, user: { uid: number }): boolean =>
  page.is_draft === 1 && page.author_uid !== user.uid

/** Inserts a page with its text, and returns its id. The search index follows soon after (`requestIndexing`). */
export async function insertPage(tx: Tx, row: Insertable<PageTable>, page_content: string): Promise<number> {
  const { page_id } = await tx.insertInto('page').values(row).returning('page_id').executeTakeFirstOrThrow()
  await tx.insertInto('page_content').values({ page_id, page_content }).execute()
  return page_id
}

const versionRow = prepared<PageVersion & { page_id: number }>()((db, at) =>
  db
    .updateTable('page')
    .set({
      page_title: at('page_title'),
      cat_id: at('cat_id'),
      s_number: at('s_number'),
      page_comments: at('page_comments'),
      ext_info: at('ext_info'),
      is_draft: at('is_draft'),
      author_uid: at('author_uid'),
      author_username: at('author_username'),
      addtime: at('addtime'),
      page_version: at('page_version'),
    })
    .where('page_id', '=', at('page_id')),
)

const versionText = prepared<{ page_id: number; page_content: string }>()((db, at) =>
  db
    .updateTable('page_content')
    .set({ page_content: at('page_content') })
    .where('page_id', '=', at('page_id')),
)

/** Replaces a page and its text. The search index follows soon after (`requestIndexing`). */
export async function replacePage(tx: Tx, page_id: number, version: PageVersion, page_content: string): Promise<void> {
  await versionRow.all(tx, { page_id, ...version })
  await versionText.all(tx, { page_id, page_content })
}

/** Replaces the text of a page that was inserted in this transaction, before anybody could read it. */
export const replaceText = (tx: Tx, page_id: number, page_content: string) =>
  versionText.all(tx, { page_id, page_content })

/** Updates fields of a page. */
export const updatePage = (tx: Tx, page_id: number, set: Updateable<PageTable>) =>
  tx.updateTable('page').set(set).where('page_id', '=', page_id).execute()

const shared = prepared<{ unique_key: string }>({ remember: 100 })((db, at) =>
  db
    .selectFrom('single_page')
    .innerJoin('page', 'page.page_id', 'single_page.page_id')
    .innerJoin('page_content', 'page_content.page_id', 'page.page_id')
    .innerJoin('item', 'item.item_id', 'page.item_id')
    .select(meta)
    .select((select) => [
      quotedBytesOf('page_content.page_content').as('page_json'),
      'single_page.expire_time',
      select
        .selectFrom('file_page')
        .select((file) => file.fn.countAll<number>().as('count'))
        .whereRef('file_page.page_id', '=', 'page.page_id')
        .where('file_page.is_listed', '=', 1)
        .as('attachment_count'),
    ])
    .where('single_page.unique_key', '=', at('unique_key'))
    .where('page.is_del', '=', 0)
    .where('page.is_draft', '=', 0)
    .where('item.is_del', '=', 0),
)

/** Returns the page that a public link shows at `now`, or undefined. */
export async function findSharedPage(db: Db, unique_key: string, now: number) {
  const page = await shared.first(db, { unique_key })
  return page && (page.expire_time === 0 || page.expire_time > now) ? withText(page) : undefined
}

/** Sets the public link of a page, replacing a former one. */
export const upsertSinglePage = (tx: Tx, row: Insertable<SinglePageTable>) =>
  tx
    .insertInto('single_page')
    .values(row)
    .onConflict((conflict) => conflict.column('page_id').doUpdateSet(row))
    .execute()

/** Deletes the public link of a page. */
export const removeSinglePage = (tx: Tx, page_id: number) =>
  tx.deleteFrom('single_page').where('page_id', '=', page_id).execute()

/** Returns the positions of an item's live pages, without other users' drafts. */
export const listOrder = (db: Db, item_id: number, uid: number) =>
  db
    .selectFrom('page')
    .select(['page_id', 'cat_id', 's_number'])
    .where('item_id', '=', item_id)
    .where('is_del', '=', 0)
    .where((where) => where.or([where('is_draft', '=', 0), where('author_uid', '=', uid)]))
    .execute()

/** Updates the order of pages in one statement. */
export async function updateOrder(tx: Tx, pages: readonly { page_id: number; s_number: number }[]): Promise<void> {
  await tx
    .updateTable('page')
    .from(tableOf(pages, ['page_id', 's_number']))
    .set((line) => ({ s_number: line.ref('line.s_number') }))
    .whereRef('page.page_id', '=', 'line.page_id')
    .execute()
}

const draftSeconds = 180 * 86_400

/** Deletes locks and public links that expired before `now`, and drafts that have not changed for half a year. */
export async function removeExpired(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('page_draft')
    .where('addtime', '<=', now - draftSeconds)
    .execute()
  await db.deleteFrom('page_lock').where('lock_to', '<=', now).execute()
  await db.deleteFrom('single_page').where('expire_time', '>', 0).where('expire_time', '<=', now).execute()
}

/** Returns the number of live pages of an item. */
export async function countPages(db: Db, item_id: number): Promise<number> {
  const row = await db
    .selectFrom('page')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('item_id', '=', item_id)
    .where('is_del', '=', 0)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Adds a page to the recycle bin's list. */
export const upsertRecycle = (tx: Tx, page: PageWithText, by: { uid: number; username: string }, del_time: number) => {
  const { page_title, cat_id } = page
  const { item_id } = page
  const set = { item_id, page_title, cat_id, del_by_uid: by.uid, del_by_username: by.username, del_time }
  return tx
    .insertInto('recycle')
    .values({ ...set, page_id: page.page_id })
    .onConflict((conflict) => conflict.column('page_id').doUpdateSet(set))
    .execute()
}

const validLock = prepared<{ page_id: number; now: number }>()((db, at) =>
  db.selectFrom('page_lock').selectAll().where('page_id', '=', at('page_id')).where('lock_to', '>', at('now')),
)

/** Returns the lock of a page that is valid at `now`, or undefined. */
export const findLock = (db: Db, page_id: number, now: number) => validLock.first(db, { page_id, now })

/** Inserts or replaces the lock of a page. */
export const upsertLock = (tx: Tx, { page_id, ...set }: PageLockTable) =>
  tx
    .insertInto('page_lock')
    .values({ page_id, ...set })
    .onConflict((conflict) => conflict.column('page_id').doUpdateSet(set))
    .execute()

/** Deletes the lock of a page. */
export const removeLock = (tx: Tx, page_id: number) =>
  tx.deleteFrom('page_lock').where('page_id', '=', page_id).execute()

/** Updates the name of an item. */
export const updateItemName = (tx: Tx, item_id: number, item_name: string) =>
  tx.updateTable('item').set({ item_name }).where('item_id', '=', item_id).execute()
