import type { Db, Tx } from '#src/db/database.ts'
import { prepared } from '#src/db/prepared.ts'

const allStores = prepared<Record<never, never>>({ remember: 1 })((db) =>
  db.selectFrom('file_store').select(['store_id', 'settings', 'is_current']).orderBy('addtime').orderBy('store_id'),
)

/** Returns all buckets that uploaded files are or were in. */
export const listStores = (db: Db) => allStores.all(db, {})

/** A bucket as it is stored. */
export type StoreRow = Awaited<ReturnType<typeof listStores>>[number]

/** Inserts a bucket, or changes how it is reached. New files go there; without a bucket, to none. */
export async function makeCurrent(
  tx: Tx,
  store: { store_id: string; settings: string } | undefined,
  addtime: number,
): Promise<void> {
  await tx.updateTable('file_store').set({ is_current: 0 }).where('is_current', '=', 1).execute()
  if (!store) return
  await tx
    .insertInto('file_store')
    .values({ ...store, is_current: 1, addtime })
    .onConflict((conflict) => conflict.column('store_id').doUpdateSet({ settings: store.settings, is_current: 1 }))
    .execute()
}

/** Returns how many files are where, and their bytes. */
export async function countByStorage(db: Db): Promise<{ storage: string; files: number; bytes: number }[]> {
  const rows = await db
    .selectFrom('upload_file')
    .select((file) => [
      'storage',
      file.fn.countAll<number>().as('files'),
      file.fn.sum<number | null>('file_size').as('bytes'),
    ])
    .groupBy('storage')
    .orderBy('storage')
    .execute()
  return rows.map((row) => ({ ...row, bytes: row.bytes ?? 0 }))
}

/** Returns all buckets with how many files each has. */
export async function countUsedStores(db: Db): Promise<(StoreRow & { files: number })[]> {
  const stores = await listStores(db)
  const counts = new Map((await countByStorage(db)).map(({ storage, files }) => [storage, files]))
  return stores.map((row) => ({ ...row, files: counts.get(row.store_id) ?? 0 }))
}

/** Notes that a file may be left in a store that no row names, until `forgetLeftover`. */
export const noteLeftover = (db: Db, storage: string, stored_name: string, due_time: number) =>
  db
    .insertInto('file_leftover')
    .values({ storage, stored_name, due_time })
    .onConflict((conflict) => conflict.columns(['storage', 'stored_name']).doUpdateSet({ due_time }))
    .execute()

/** Ends such a note: a row names the file now, or it is gone. */
export const forgetLeftover = (db: Db, storage: string, stored_name: string) =>
  db.deleteFrom('file_leftover').where('storage', '=', storage).where('stored_name', '=', stored_name).execute()

/** Returns leftovers that are due, without those that a row names after all, and without those of stores that fail. */
export const listDueLeftovers = (db: Db, now: number, { limit, failing }: { limit: number; failing: string[] }) =>
  db
    .selectFrom('file_leftover')
    .select(['storage', 'stored_name'])
    .where('due_time', '<=', now)
    .$if(failing.length > 0, (query) => query.where('storage', 'not in', failing))
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('upload_file')
            .select('file_id')
            .whereRef('upload_file.stored_name', '=', 'file_leftover.stored_name')
            .whereRef('upload_file.storage', '=', 'file_leftover.storage'),
        ),
      ),
    )
    .orderBy('due_time')
    .limit(limit)
    .execute()

/** Returns how many leftovers there are, in buckets and in the uploads folder. */
export async function countLeftovers(db: Db): Promise<number> {
  const row = await db
    .selectFrom('file_leftover')
    .select((left) => left.fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return row?.count ?? 0
}

/** A file to move. */
export interface MovedRow {
  file_id: number
  stored_name: string
  storage: string
  file_size: number
  sha256: string
}

/** Returns files that are elsewhere than in a store, after an id, in the order of their ids. */
export const listElsewhere = (db: Db, storage: string, after: number, limit: number): Promise<MovedRow[]> =>
  db
    .selectFrom('upload_file')
    .select(['file_id', 'stored_name', 'storage', 'file_size', 'sha256'])
    .where('storage', '<>', storage)
    .where('file_id', '>', after)
    .orderBy('file_id')
    .limit(limit)
    .execute()

/** Returns how many files are elsewhere than in a store, and their bytes. */
export async function countElsewhere(db: Db, storage: string): Promise<{ files: number; bytes: number }> {
  const row = await db
    .selectFrom('upload_file')
    .select((file) => [file.fn.countAll<number>().as('files'), file.fn.sum<number | null>('file_size').as('bytes')])
    .where('storage', '<>', storage)
    .executeTakeFirst()
  return { files: row?.files ?? 0, bytes: row?.bytes ?? 0 }
}

/** Says that a file has moved. Returns false when it was deleted or moved in the meantime. */
export async function switchStorage(
  tx: Tx,
  file: Pick<MovedRow, 'file_id' | 'storage'>,
  to: { storage: string; sha256: string; moved_time: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('upload_file')
    .set(to)
    .where('file_id', '=', file.file_id)
    .where('storage', '=', file.storage)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Returns the files of a store with their sizes, after an id, in the order of their ids. */
export const listInStorage = (db: Db, storage: string, after: number, limit: number) =>
  db
    .selectFrom('upload_file')
    .select(['file_id', 'stored_name', 'display_name', 'file_size'])
    .where('storage', '=', storage)
    .where('file_id', '>', after)
    .orderBy('file_id')
    .limit(limit)
    .execute()

const moveOption = 'storage_move'

/** Returns the move that is under way or has ended, as JSON; undefined when there was none. */
export async function findMove(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('options')
    .select('option_value')
    .where('option_name', '=', moveOption)
    .executeTakeFirst()
  return row?.option_value
}

/** Stores the state of the move. */
export const storeMove = (db: Db, option_value: string) =>
  db
    .insertInto('options')
    .values({ option_name: moveOption, option_value })
    .onConflict((conflict) => conflict.column('option_name').doUpdateSet({ option_value }))
    .execute()

/**
 * Makes a restored database one whose files are all in the uploads folder, where the backup has brought them: it never
 * touches the bucket of the site that it is a copy of.
 */
export async function leaveBuckets(db: Db): Promise<void> {
  await db.updateTable('upload_file').set({ storage: 'local', moved_time: 0 }).where('storage', '<>', 'local').execute()
  await db.deleteFrom('file_store').execute()
  await db.deleteFrom('file_leftover').execute()
  await db.deleteFrom('options').where('option_name', '=', moveOption).execute()
}
