import type { Insertable } from 'kysely'
import type { ItemAccess } from '#src/access/item-access.ts'
import type { Tx } from '#src/db/database.ts'
import { prepared } from '#src/db/prepared.ts'
import type { FilePageTable } from '#src/db/schema.ts'

/** Returns the live pages of an item, without other users' drafts. */
export const listPagesToCopy = (tx: Tx, item: ItemAccess, uid: number) =>
  tx
    .selectFrom('page')
    .select(['page_id', 'cat_id'])
    .where('item_id', '=', item.item_id)
    .where('is_del', '=', 0)
    .where((where) => where.or([where('is_draft', '=', 0), where('author_uid', '=', uid)]))
    .orderBy('page_id')
    .execute()

interface NewPlace extends Record<string, unknown> {
  page_id: number
  item_id: number
  cat_id: number
  author_uid: number
  author_username: string
  now: number
}

const pageCopy = prepared<NewPlace>()((db, at) =>
  db
    .insertInto('page')
    .columns([
      'item_id',
      'cat_id',
      'page_title',
      's_number',
      'author_uid',
      'author_username',
      'addtime',
      'page_addtime',
      'page_comments',
      'ext_info',
      'is_draft',
    ])
    .expression(
      db
        .selectFrom('page')
        .select((select) => [
          select.val(at('item_id')).as('item_id'),
          select.val(at('cat_id')).as('cat_id'),
          'page_title',
          's_number',
          select.val(at('author_uid')).as('author_uid'),
          select.val(at('author_username')).as('author_username'),
          select.val(at('now')).as('addtime'),
          select.val(at('now')).as('page_addtime'),
          'page_comments',
          'ext_info',
          'is_draft',
        ])
        .where('page_id', '=', at('page_id')),
    )
    .returning('page_id'),
)

const textCopy = prepared<{ page_id: number; to_page_id: number }>()((db, at) =>
  db
    .insertInto('page_content')
    .columns(['page_id', 'page_content'])
    .expression(
      db
        .selectFrom('page_content')
        .select((select) => [select.val(at('to_page_id')).as('page_id'), 'page_content'])
        .where('page_id', '=', at('page_id')),
    ),
)

/** Copies a page with its text to another position, inside the database. Returns the new page's id. */
export async function copyPage(tx: Tx, to: NewPlace): Promise<number> {
  const [row] = await pageCopy.all(tx, to)
  const page_id = row?.page_id ?? 0
  await textCopy.all(tx, { page_id: to.page_id, to_page_id: page_id })
  return page_id
}

/** Returns the files that the live pages of an item show. */
export const listFilesOfPages = (tx: Tx, item: ItemAccess) =>
  tx
    .selectFrom('page')
    .innerJoin('file_page', 'file_page.page_id', 'page.page_id')
    .select(['file_page.file_id', 'file_page.page_id'])
    .where('page.item_id', '=', item.item_id)
    .where('page.is_del', '=', 0)
    .execute()

/** Links files to pages. */
export const insertFilePages = (tx: Tx, rows: Insertable<FilePageTable>[]) =>
  tx.insertInto('file_page').values(rows).execute()

/** Sets the title of all pages of an item. */
export const updatePageTitles = (tx: Tx, item_id: number, page_title: string) =>
  tx.updateTable('page').set({ page_title }).where('item_id', '=', item_id).execute()
