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

// What a list of versions carries in texts at most, so that nobody can ask for a hundred megabytes at once.
const listedBytesMost = 10_000_000

/** The former versions of a page, newest first, with their texts until those are 10 MB together. */
export async function listHistory(db: Db, page_id: number) {
  const ids = await db
    .selectFrom('page_history')
    .selectAll()
    .where('page_id', '=', page_id)
    .orderBy('page_history_id', 'desc')
    .execute()
  const listed: ((typeof ids)[number] & { page_content: string; is_text_left_out: boolean })[] = []
  let room = listedBytesMost
  for (const version of ids) {
    const page_content = room > 0 ? ((await findHistory(db, page_id, version.page_history_id))?.page_content ?? '') : ''
    listed.push({ ...version, page_content, is_text_left_out: room <= 0 })
    room -= Buffer.byteLength(page_content)
  }
  return listed
}

/** One former version of a page, or undefined. */
export async function findHistory(db: Db, page_id: number, page_history_id: number) {
  const version = await versions(db, page_id)
    .where('page_history.page_history_id', '=', page_history_id)
    .executeTakeFirst()
  return version && withText(version)
}
