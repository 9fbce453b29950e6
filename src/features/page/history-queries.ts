import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Db, Tx } from '#src/db/open.ts'
import type { PageWithText } from './queries.ts'

/** Keeps a page as it is now, as a former version; its text is stored compressed. */
export async function insertHistory(tx: Tx, page: PageWithText): Promise<void> {
  const {
    page_id,
    item_id,
    cat_id,
    page_title,
    s_number,
    author_uid,
    author_username,
    addtime,
    page_comments,
    ext_info,
    page_version,
  } = page
  const row = {
    page_id,
    item_id,
    cat_id,
    page_title,
    s_number,
    author_uid,
    author_username,
    addtime,
    page_comments,
    ext_info,
    page_version,
  }
  const { insertId } = await tx.insertInto('page_history').values(row).executeTakeFirstOrThrow()
  const page_content = zstdCompressSync(page.page_content)
  await tx
    .insertInto('page_history_content')
    .values({ page_history_id: Number(insertId), page_content })
    .execute()
}

/** Lets go of the versions of a page beyond the newest `kept`, in the order of their keeping, not of clocks. */
export async function removeOldHistory(tx: Tx, page_id: number, kept: number): Promise<void> {
  const oldest = await tx
    .selectFrom('page_history')
    .select('page_history_id')
    .where('page_id', '=', page_id)
    .orderBy('page_history_id', 'desc')
    .offset(kept)
    .limit(1)
    .executeTakeFirst()
  if (oldest) {
    await tx
      .deleteFrom('page_history')
      .where('page_id', '=', page_id)
      .where('page_history_id', '<=', oldest.page_history_id)
      .execute()
  }
}

const versions = (db: Db, page_id: number) =>
  db
    .selectFrom('page_history')
    .innerJoin('page_history_content', 'page_history_content.page_history_id', 'page_history.page_history_id')
    .selectAll('page_history')
    .select('page_history_content.page_content')
    .where('page_history.page_id', '=', page_id)

const withText = <V extends { page_content: Buffer }>(version: V) => ({
  ...version,
  page_content: zstdDecompressSync(version.page_content).toString('utf8'),
})

/** The former versions of a page with their texts, newest first. */
export const listHistory = async (db: Db, page_id: number) =>
  (await versions(db, page_id).orderBy('page_history.page_history_id', 'desc').execute()).map(withText)

/** One former version of a page, or undefined. */
export async function findHistory(db: Db, page_id: number, page_history_id: number) {
  const version = await versions(db, page_id)
    .where('page_history.page_history_id', '=', page_history_id)
    .executeTakeFirst()
  return version && withText(version)
}
