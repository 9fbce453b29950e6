import { localStorage } from '#src/core/file-store.ts'
import type { Db } from '#src/db/database.ts'

/** The files that a copy knows of: those until an id, and the moves until a time in Unix seconds. */
export interface KnownFiles {
  file_id: number
  moved_time: number
}

/**
 * Returns the files in the uploads folder that a copy may not have: those that were added, or moved back there from a
 * bucket. Those in buckets are read there.
 */
export const listFilesAfter = (db: Db, { file_id, moved_time }: KnownFiles) =>
  db
    .selectFrom('upload_file')
    .select(['file_id', 'stored_name as name', 'file_size as bytes'])
    .where('storage', '=', localStorage)
    .where((where) =>
      where.or([
        where('file_id', '>', file_id),
        where.and([where('moved_time', '>', 0), where('moved_time', '>=', moved_time)]),
      ]),
    )
    .orderBy('file_id')
    .execute()

/** Returns how far a database knows files; 0 for none. */
export async function findNewestFile(db: Db): Promise<KnownFiles> {
  const row = await db
    .selectFrom('upload_file')
    .select((file) => [
      file.fn.max<number | null>('file_id').as('newest'),
      file.fn.max<number | null>('moved_time').as('moved'),
    ])
    .executeTakeFirst()
  return { file_id: row?.newest ?? 0, moved_time: row?.moved ?? 0 }
}
