import type { Insertable } from 'kysely'
import type { Db, Tx } from '#src/db/open.ts'
import { prepared } from '#src/db/prepared.ts'
import type { UploadFileTable } from '#src/db/schema.ts'

const bySign = prepared<{ sign: string }>()((db, at) =>
  db.selectFrom('upload_file').selectAll().where('sign', '=', at('sign')),
)

/** The uploaded file with this sign, or undefined. */
export const findFile = (db: Db, sign: string) => bySign.first(db, { sign })

/** Adds an uploaded file, shown by `page_id` unless that is 0. */
export async function insertFile(tx: Tx, row: Insertable<UploadFileTable>, page_id: number): Promise<void> {
  const { insertId } = await tx.insertInto('upload_file').values(row).executeTakeFirstOrThrow()
  if (page_id === 0) return
  await tx
    .insertInto('file_page')
    .values({ file_id: Number(insertId), page_id, item_id: row.item_id ?? 0, addtime: row.addtime })
    .execute()
}
