import { inflateRawSync } from 'node:zlib'
import type { Insertable, Updateable } from 'kysely'
import type { Db, Tx } from '#src/db/database.ts'
import type { PageImportTable } from '#src/db/schema.ts'

/** A page of the target item, with the fields that are needed to find its match. */
interface ExistingPage {
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
    .select(['sign', 'display_name', 'file_size', 'stored_name', 'storage', 'sha256'])
    .where('item_id', '=', item_id)
    .execute()

/** A file of an item. */
export type ItemFile = Awaited<ReturnType<typeof listItemFiles>>[number]
/** A live page that an import has written: where it comes from, and what has become of it. */
export interface ImportedPage extends Pick<PageImportTable, 'page_id' | 'description' | 'call' | 'operation' | 'hash'> {
  page_title: string
  cat_id: number
  page_version: number
  imported_title: string
  imported_cat_id: number
  imported_version: number
}

/** Returns the live pages of an item that come from API descriptions, without their texts and other users' drafts. */
export const listImportedPages = (db: Db, item_id: number, uid: number): Promise<ImportedPage[]> =>
  db
    .selectFrom('page_import')
    .innerJoin('page', 'page.page_id', 'page_import.page_id')
    .select([
      'page_import.page_id',
      'page_import.description',
      'page_import.call',
      'page_import.operation',
      'page_import.hash',
      'page_import.page_title as imported_title',
      'page_import.cat_id as imported_cat_id',
      'page_import.page_version as imported_version',
      'page.page_title',
      'page.cat_id',
      'page.page_version',
    ])
    .where('page_import.item_id', '=', item_id)
    // a page that was moved to another item belongs to it alone
    .where('page.item_id', '=', item_id)
    .where('page.is_del', '=', 0)
    .where((where) => where.or([where('page.is_draft', '=', 0), where('page.author_uid', '=', uid)]))
    .orderBy('page.s_number')
    .orderBy('page.page_id')
    .execute()

/** Returns the text that the last import gave a page; undefined when none did. */
export async function findImportedText(tx: Tx, page_id: number): Promise<string | undefined> {
  const row = await tx.selectFrom('page_import').select('packed').where('page_id', '=', page_id).executeTakeFirst()
  return row && inflateRawSync(row.packed).toString()
}

/** Records what an import wrote to a page. */
export async function upsertImported(tx: Tx, row: Insertable<PageImportTable>): Promise<void> {
  const { page_id: _, ...set } = row
  await tx
    .insertInto('page_import')
    .values(row)
    .onConflict((conflict) => conflict.column('page_id').doUpdateSet(set))
    .execute()
}

/** Changes what is recorded about an imported page. */
export async function updateImported(
  tx: Tx,
  page_id: number,
  set: Pick<Updateable<PageImportTable>, 'hash' | 'packed' | 'page_version'>,
): Promise<void> {
  await tx.updateTable('page_import').set(set).where('page_id', '=', page_id).execute()
}

/** Records what the description of a page says now; nothing when it says the same. */
export async function updateSource(tx: Tx, page_id: number, source: Buffer): Promise<void> {
  await tx
    .updateTable('page_import')
    .set({ source })
    .where('page_id', '=', page_id)
    .where('source', '<>', source)
    .execute()
}

/** Records what a description says beside its operations, and what the item is called now. */
export async function upsertDescription(
  tx: Tx,
  item_id: number,
  { description, head }: { description: string; head: Buffer },
): Promise<void> {
  const item = await tx
    .selectFrom('item')
    .select(['item_name', 'item_description'])
    .where('item_id', '=', item_id)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('api_description')
    .values({ item_id, description, head, ...item })
    .onConflict((conflict) => conflict.columns(['item_id', 'description']).doUpdateSet({ head, ...item }))
    .execute()
}

/** Returns what a description says beside its operations, packed; undefined when the item has none of it. */
export const findHead = async (tx: Tx, item_id: number, description: string): Promise<Buffer | undefined> =>
  (
    await tx
      .selectFrom('api_description')
      .select('head')
      .where('item_id', '=', item_id)
      .where('description', '=', description)
      .executeTakeFirst()
  )?.head

/** The hash of a page whose description no longer has it: it fits no page, so the next import that has it writes it. */
export const goneHash = 'gone'

/** Lists what a description says about each live page that comes from it, packed; not of those that it no longer has. */
export const listSources = (tx: Tx, item_id: number, description: string) =>
  tx
    .selectFrom('page_import')
    .innerJoin('page', 'page.page_id', 'page_import.page_id')
    .select(['page_import.page_id', 'page_import.source'])
    .where('page_import.item_id', '=', item_id)
    .where('page.item_id', '=', item_id)
    .where('page_import.description', '=', description)
    .where('page_import.hash', '<>', goneHash)
    .where((where) => where(where.fn<number>('length', ['page_import.source']), '>', 0))
    .where('page.is_del', '=', 0)
    .orderBy('page_import.page_id')
    .execute()
