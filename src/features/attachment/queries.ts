import type { Insertable } from 'kysely'
import { localStorage } from '#src/core/file-store.ts'
import type { Db, Tx } from '#src/db/database.ts'
import { beginsWithText, containsText, positionOf } from '#src/db/engine.ts'
import { prepared } from '#src/db/prepared.ts'
import type { UploadFileTable } from '#src/db/schema.ts'
import { keepUpload, noteLeftover } from '#src/features/storage/index.ts'
import { usernameKey } from '#src/features/user/index.ts'

const columns = [
  'upload_file.file_id',
  'upload_file.sign',
  'upload_file.display_name',
  'upload_file.file_type',
  'upload_file.file_size',
  'upload_file.stored_name',
  'upload_file.storage',
  'upload_file.uid',
  'upload_file.item_id',
  'upload_file.visit_times',
  'upload_file.last_visit_time',
  'upload_file.addtime',
] as const

const bySign = prepared<{ sign: string }>({ remember: 1000 })((db, at) =>
  db.selectFrom('upload_file').select(columns).where('sign', '=', at('sign')),
)

/** Returns the uploaded file with this sign, or undefined. */
export const findFileBySign = (db: Db, sign: string) => bySign.first(db, { sign })

/** Returns an uploaded file, or undefined. */
export const findFile = (db: Db, file_id: number) =>
  db.selectFrom('upload_file').select(columns).where('file_id', '=', file_id).executeTakeFirst()

/** An uploaded file. */
export type FileRow = NonNullable<Awaited<ReturnType<typeof findFile>>>

/** Files that belong to an item: uploaded to it, or in one of its live pages. */
const ofItem = (db: Db, item_id: number) =>
  db
    .selectFrom('upload_file')
    .select(columns)
    .where((where) =>
      where.or([
        where('upload_file.item_id', '=', item_id),
        where.exists(
          where
            .selectFrom('file_page')
            .innerJoin('page', 'page.page_id', 'file_page.page_id')
            .select('file_page.file_id')
            .whereRef('file_page.file_id', '=', 'upload_file.file_id')
            .where('page.item_id', '=', item_id)
            .where('page.is_del', '=', 0),
        ),
      ]),
    )

/** Returns a file of an item; undefined when the item has none of this id. */
export const findItemFile = (db: Db, item_id: number, file_id: number) =>
  ofItem(db, item_id).where('upload_file.file_id', '=', file_id).executeTakeFirst()

/** Lists the newest files of an item. */
export const listItemFiles = (db: Db, item_id: number, most: number) =>
  ofItem(db, item_id).orderBy('upload_file.file_id', 'desc').limit(most).execute()

/** Returns the uploaded files with these signs. */
export const listFilesBySign = (db: Db, signs: string[]) =>
  db.selectFrom('upload_file').select(columns).where('sign', 'in', signs).execute()

/** Inserts an uploaded file, which has been stored where its row says, and returns its id. */
export async function insertFile(tx: Tx, row: Insertable<UploadFileTable> & Pick<FileRow, 'storage'>): Promise<number> {
  const { file_id } = await tx.insertInto('upload_file').values(row).returning('file_id').executeTakeFirstOrThrow()
  if (row.storage !== localStorage) await keepUpload(tx, row.storage, row.stored_name)
  return file_id
}

/** Deletes an uploaded file with its page links. Its content is the caller's; that in a bucket is noted down as left. */
export async function removeFile(tx: Tx, file: Pick<FileRow, 'file_id' | 'storage' | 'stored_name'>): Promise<void> {
  await tx.deleteFrom('upload_file').where('file_id', '=', file.file_id).execute()
  if (file.storage !== localStorage) await noteLeftover(tx, file.storage, file.stored_name, 0)
}

/** Returns the total size of a user's files in bytes. */
export async function sumFileSizes(db: Db, uid: number): Promise<number> {
  const row = await db
    .selectFrom('upload_file')
    .select((file) => file.fn.sum<number | null>('file_size').as('used'))
    .where('uid', '=', uid)
    .executeTakeFirst()
  return row?.used ?? 0
}

/** Adds a file to the attachment list of a live page. Returns false when the page is gone. */
export async function listInPage(
  tx: Tx,
  file_id: number,
  page: { page_id: number; item_id: number },
  addtime: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('file_page')
    .columns(['file_id', 'page_id', 'item_id', 'addtime'])
    .expression((db) =>
      db
        .selectFrom('page')
        .select((row) => [
          row.val(file_id).as('file_id'),
          'page.page_id',
          'page.item_id',
          row.val(addtime).as('addtime'),
        ])
        .where('page_id', '=', page.page_id)
        .where('item_id', '=', page.item_id)
        .where('is_del', '=', 0),
    )
    .onConflict((conflict) => conflict.columns(['file_id', 'page_id']).doUpdateSet({ is_listed: 1, addtime }))
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Records that a page shows files in its text; files that have been deleted in the meantime are left out. */
export const showInPage = (tx: Tx, file_ids: number[], page: { page_id: number; item_id: number }, addtime: number) =>
  tx
    .insertInto('file_page')
    .columns(['file_id', 'page_id', 'item_id', 'is_listed', 'addtime'])
    .expression((db) =>
      db
        .selectFrom('upload_file')
        .select((file) => [
          'upload_file.file_id',
          file.val(page.page_id).as('page_id'),
          file.val(page.item_id).as('item_id'),
          file.lit(0).as('is_listed'),
          file.val(addtime).as('addtime'),
        ])
        .where('file_id', 'in', file_ids),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Removes a file from the attachment list of a page; the page keeps its link while the text shows the file. */
export async function unlistInPage(tx: Tx, file: FileRow, page_id: number): Promise<void> {
  const shows = await tx
    .selectFrom('page_content')
    .select('page_id')
    .where('page_id', '=', page_id)
    .where((where) => positionOf(file.sign, where.ref('page_content')), '>', 0)
    .executeTakeFirst()
  const place = { file_id: file.file_id, page_id }
  const { file_id } = place
  if (shows) {
    await tx
      .updateTable('file_page')
      .set({ is_listed: 0 })
      .where('file_id', '=', file_id)
      .where('page_id', '=', page_id)
      .execute()
    return
  }
  await tx.deleteFrom('file_page').where('file_id', '=', file_id).where('page_id', '=', page_id).execute()
}

/** Returns the pages that list or show a file, with whether the item of each is archived. */
export const listPagesWithFile = (db: Db, file_id: number) =>
  db
    .selectFrom('file_page')
    .innerJoin('page', 'page.page_id', 'file_page.page_id')
    .innerJoin('item', 'item.item_id', 'page.item_id')
    .select(['file_page.page_id', 'file_page.is_listed', 'item.is_archived', 'item.is_del'])
    .where('file_page.file_id', '=', file_id)
    .execute()

/** Returns the attachments in a page's list, the last added first. */
export const listFilesOfPage = (db: Db, page_id: number) =>
  db
    .selectFrom('file_page')
    .innerJoin('upload_file', 'upload_file.file_id', 'file_page.file_id')
    .select(columns)
    .where('file_page.page_id', '=', page_id)
    .where('file_page.is_listed', '=', 1)
    .orderBy('file_page.addtime', 'desc')
    .orderBy('file_page.file_id', 'desc')
    .execute()

/** The filter of a list of files. */
export interface FileFilter {
  uid?: number | undefined
  /** The owner's exact user name or name. */
  username?: string | undefined
  kind?: 'image' | 'other' | undefined
  /** A part of the name, and in administrators' lists also of the sign. */
  display_name?: string | undefined
  matchesSign: boolean
  /** Only files that no page lists or shows. */
  isUnused: boolean
}

const filtered = (db: Db, filter: FileFilter) => {
  const { uid, username, kind, display_name } = filter
  return db
    .selectFrom('upload_file')
    .leftJoin('user', 'user.uid', 'upload_file.uid')
    .$if(uid !== undefined, (query) => query.where('upload_file.uid', '=', uid ?? 0))
    .$if(Boolean(username), (query) =>
      query.where((where) =>
        where.or([
          where('user.username_key', '=', usernameKey(username ?? '')),
          where('user.name', '=', username ?? ''),
        ]),
      ),
    )
    .$if(kind === 'image', (query) => query.where(beginsWithText('file_type', 'image/')))
    .$if(kind === 'other', (query) => query.where((where) => where.not(beginsWithText('file_type', 'image/'))))
    .$if(Boolean(display_name), (query) =>
      query.where((where) =>
        where.or([
          containsText('upload_file.display_name', display_name ?? ''),
          ...(filter.matchesSign ? [containsText('upload_file.sign', display_name ?? '')] : []),
        ]),
      ),
    )
    .$if(filter.isUnused, (query) =>
      query.where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('file_page')
              .select('file_page.page_id')
              .whereRef('file_page.file_id', '=', 'upload_file.file_id'),
          ),
        ),
      ),
    )
}

/**
 * Returns one page of the files that match a filter, newest first, with their owner, the first page they were added to,
 * and the number of pages that have them.
 */
export const listFiles = (db: Db, filter: FileFilter, { page, count }: { page: number; count: number }) =>
  filtered(db, filter)
    .select(columns)
    .select((file) => [
      'user.username',
      'user.name',
      file
        .selectFrom('file_page')
        .select((place) => place.fn.min<number | null>('file_page.page_id').as('page_id'))
        .whereRef('file_page.file_id', '=', 'upload_file.file_id')
        .where('file_page.is_listed', '=', 1)
        .as('page_id'),
      file
        .selectFrom('file_page')
        .select((place) => place.fn.countAll<number>().as('page_count'))
        .whereRef('file_page.file_id', '=', 'upload_file.file_id')
        .as('page_count'),
    ])
    .orderBy('upload_file.addtime', 'desc')
    .orderBy('upload_file.file_id', 'desc')
    .limit(count)
    .offset((page - 1) * count)
    .execute()

/** Returns the number of files that match a filter and their total size in bytes. */
export async function countFiles(db: Db, filter: FileFilter): Promise<{ total: number; used: number }> {
  const row = await filtered(db, filter)
    .select((file) => [
      file.fn.countAll<number>().as('total'),
      file.fn.sum<number | null>('upload_file.file_size').as('used'),
    ])
    .executeTakeFirst()
  return { total: row?.total ?? 0, used: row?.used ?? 0 }
}

/** Returns those of these stored names that belong to a file in the uploads folder. */
export const listStoredNames = (db: Db, names: string[]) =>
  db
    .selectFrom('upload_file')
    .select('stored_name')
    .where('stored_name', 'in', names)
    .where('storage', '=', localStorage)
    .execute()

/** Adds visits to a file's counter. */
export const addVisits = (tx: Tx, file_id: number, visits: number, last_visit_time: number) =>
  tx
    .updateTable('upload_file')
    .set((file) => ({ visit_times: file('visit_times', '+', visits), last_visit_time }))
    .where('file_id', '=', file_id)
    .execute()

/** Adds traffic to a user's month, if the user still exists. */
export const addFlow = (tx: Tx, uid: number, date_month: string, used: number) =>
  tx
    .insertInto('file_flow')
    .columns(['uid', 'date_month', 'used'])
    .expression((db) =>
      db
        .selectFrom('user')
        .select((user) => ['user.uid', user.val(date_month).as('date_month'), user.val(used).as('used')])
        .where('user.uid', '=', uid),
    )
    .onConflict((conflict) =>
      conflict.columns(['uid', 'date_month']).doUpdateSet((row) => ({
        used: row('file_flow.used', '+', row.ref('excluded.used')),
      })),
    )
    .execute()

/** Returns the traffic of a user's files in a month, in bytes. */
export async function findFlow(db: Db, uid: number, date_month: string): Promise<number> {
  const row = await db
    .selectFrom('file_flow')
    .select('used')
    .where('uid', '=', uid)
    .where('date_month', '=', date_month)
    .executeTakeFirst()
  return row?.used ?? 0
}
