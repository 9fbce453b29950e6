import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { fail } from '#src/core/errors.ts'
import { QuotedText } from '#src/core/serialized-json.ts'
import type { Db, Tx } from '#src/db/database.ts'
import { prepared } from '#src/db/prepared.ts'
import type { PageWithText } from './queries.ts'

const historyColumns = [
  'page_id',
  'item_id',
  'cat_id',
  'page_title',
  's_number',
  'author_uid',
  'author_username',
  'addtime',
  'page_comments',
  'ext_info',
  'page_version',
] as const

const copyToHistory = prepared<{ page_id: number }>()((db, at) =>
  db
    .insertInto('page_history')
    .columns(historyColumns)
    .expression((select) => select.selectFrom('page').select(historyColumns).where('page_id', '=', at('page_id')))
    .returning('page_history_id'),
)

const insertText = prepared<{ page_history_id: number; page_content: Buffer }>()((db, at) =>
  db
    .insertInto('page_history_content')
    .values({ page_history_id: at('page_history_id'), page_content: at('page_content') }),
)

/** Stores a page as a history version before it changes. The text is stored compressed. */
export async function insertHistory(
  tx: Tx,
  { page_id, page_content }: Pick<PageWithText, 'page_id' | 'page_content'>,
): Promise<void> {
  const { page_history_id } = (await copyToHistory.first(tx, { page_id })) ?? fail('pageGone')
  await insertText.all(tx, { page_history_id, page_content: zstdCompressSync(page_content) })
}

const removeOldest = prepared<{ page_id: number; kept: number }>()((db, at) =>
  db
    .deleteFrom('page_history')
    .where('page_id', '=', at('page_id'))
    .where('page_history_id', '<=', (select) =>
      select
        .selectFrom('page_history')
        .select('page_history_id')
        .where('page_id', '=', at('page_id'))
        .orderBy('page_history_id', 'desc')
        .limit(1)
        .offset(at('kept')),
    ),
)

/** Deletes the versions of a page beyond the newest `kept`, in insertion order rather than by timestamp. */
export const removeOldHistory = (tx: Tx, page_id: number, kept: number) => removeOldest.all(tx, { page_id, kept })

const listed = prepared<{ page_id: number }>({ remember: 100 })((db, at) =>
  db
    .selectFrom('page_history')
    .leftJoin('user', 'user.uid', 'page_history.author_uid')
    .selectAll('page_history')
    .select('user.name as author_name')
    .where('page_history.page_id', '=', at('page_id'))
    .orderBy('page_history.page_history_id', 'desc'),
)

const textOf = prepared<{ page_history_id: number }>()((db, at) =>
  db.selectFrom('page_history_content').select('page_content').where('page_history_id', '=', at('page_history_id')),
)

// The default number of stored versions. Source: specification 9.
const readTogether = 20

const newestTexts = prepared<{ page_id: number }>()((db, at) =>
  db
    .selectFrom('page_history')
    .innerJoin('page_history_content as text', 'text.page_history_id', 'page_history.page_history_id')
    .select(['text.page_history_id', 'text.page_content'])
    .where('page_id', '=', at('page_id'))
    .orderBy('page_history.page_history_id', 'desc')
    .limit(readTogether),
)

const unpack = (packed: Buffer): QuotedText => QuotedText.of(zstdDecompressSync(packed))

const noText = QuotedText.of(Buffer.alloc(0))

async function readText(db: Db, page_history_id: number): Promise<QuotedText> {
  const row = await textOf.first(db, { page_history_id })
  return row ? unpack(row.page_content) : noText
}

// The maximum total size of the texts in one list of versions, so that no request returns a hundred megabytes.
const listedBytesMost = 10_000_000

type Version = Awaited<ReturnType<typeof listed.all>>[number] & {
  page_content: QuotedText
  is_text_left_out: boolean
}

/** Returns the newest `most` history versions of a page, newest first, without their texts. */
export async function listHistorySummaries(db: Db, page_id: number, most: number): Promise<Version[]> {
  const rows = await listed.all(db, { page_id })
  return rows.slice(0, most).map((version) => ({ ...version, page_content: noText, is_text_left_out: true }))
}

/** Returns the newest `most` history versions of a page, newest first, with their texts up to a total of 10 MB. */
export async function listHistory(db: Db, page_id: number, most: number): Promise<Version[]> {
  const versions: Version[] = []
  const rows = (await listed.all(db, { page_id })).slice(0, most)
  if (rows.length === 0) return []
  const packed = new Map((await newestTexts.all(db, { page_id })).map((row) => [row.page_history_id, row.page_content]))
  let room = listedBytesMost
  for (const version of rows) {
    const known = packed.get(version.page_history_id)
    const page_content = room <= 0 ? noText : known ? unpack(known) : await readText(db, version.page_history_id)
    versions.push({ ...version, page_content, is_text_left_out: room <= 0 })
    room -= page_content.json.length
  }
  return versions
}

const one = prepared<{ page_id: number; page_history_id: number }>()((db, at) =>
  db
    .selectFrom('page_history')
    .leftJoin('user', 'user.uid', 'page_history.author_uid')
    .selectAll('page_history')
    .select('user.name as author_name')
    .where('page_history.page_id', '=', at('page_id'))
    .where('page_history.page_history_id', '=', at('page_history_id')),
)

/** Returns one history version of a page, or undefined. */
export async function findHistory(db: Db, page_id: number, page_history_id: number) {
  const version = await one.first(db, { page_id, page_history_id })
  return version && { ...version, page_content: await readText(db, page_history_id) }
}

/** Sets the comment of a history version. Returns false when the page has no such version. */
export async function updateHistoryComments(
  tx: Tx,
  page_id: number,
  page_history_id: number,
  page_comments: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('page_history')
    .set({ page_comments })
    .where('page_id', '=', page_id)
    .where('page_history_id', '=', page_history_id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Returns the next `most` pages after `page_id` that have history versions, with the number of versions of each. */
export const listVersionCounts = (db: Db, page_id: number, most: number) =>
  db
    .selectFrom('page_history')
    .select((select) => ['page_id', select.fn.countAll<number>().as('count')])
    .where('page_id', '>', page_id)
    .groupBy('page_id')
    .orderBy('page_id')
    .limit(most)
    .execute()
