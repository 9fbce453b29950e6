import { localStorage } from '#src/core/file-store.ts'
import type { Db } from '#src/db/database.ts'

/** Returns the stored files that were added after one, in the order of their ids. */
export const listFilesAfter = (db: Db, file_id: number) =>
  db
    .selectFrom('upload_file')
    .select(['file_id', 'stored_name as name', 'file_size as bytes'])
    .where('file_id', '>', file_id)
    .where('storage', '=', localStorage)
    .orderBy('file_id')
    .execute()

/** Returns the id of the newest stored file; 0 for none. */
export async function findNewestFile(db: Db): Promise<number> {
  const row = await db
    .selectFrom('upload_file')
    .select((file) => file.fn.max<number | null>('file_id').as('newest'))
    .executeTakeFirst()
  return row?.newest ?? 0
}
