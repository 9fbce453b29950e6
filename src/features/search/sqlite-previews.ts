import { sql } from 'kysely'
import type { Db } from '#src/db/database.ts'
import { numbersIn, positionOf } from '#src/db/engine.ts'
import { prepared } from '#src/db/prepared.ts'

// Longer texts are read one by one, so that no statement takes long.
const previewedBytesMost = sql.lit(100_000)

// Makes SQLite evaluate the columns of a subquery once for each row, not wherever they are used.
const once = sql`LIMIT -1 OFFSET 0`

const foldsCase = (word: string): boolean => /[a-z]/.test(word)

// Folding the case takes longer than all the rest, so it ends where the word is in lower case.
const inLowerCase = sql`lower(substr(page_content, 1, iif(exact = 0, ${previewedBytesMost}, exact + length(word) - 2)))`

const previews = (isFolded: boolean) =>
  prepared<{ page_ids: string; word: string; before: number; length: number; isForProse: number }>()((db, at) => {
    const exact = sql`(
      SELECT page_id, page_content, ${at('word')} AS word, ${positionOf(at('word'), sql`page_content`)} AS exact
      FROM page_content
      WHERE page_id IN ${numbersIn(at('page_ids'))} AND octet_length(page_content) < ${previewedBytesMost} ${once}
    )`
    const place = isFolded ? sql`coalesce(nullif(${positionOf(sql`word`, sql`${inLowerCase}`)}, 0), exact)` : sql`exact`
    const placed = sql`(SELECT page_id, page_content, ${place} AS place FROM ${exact} ${once})`
    const above = sql<string>`substr(page_content, 1, place)`
    const fences = sql`${positionOf(sql.lit('```'), above)} + ${positionOf(sql.lit('~~~'), above)}`
    const pieces = sql`(
      SELECT page_id, unicode(page_content) AS begin, min(place - 1, ${at('before')}) AS lead,
        substr(page_content, max(1, place - ${at('before')}), ${at('length')}) AS piece,
        CASE WHEN ${at('isForProse')} = 0 THEN '' WHEN ${fences} > 0 THEN ${above} ELSE '' END AS above
      FROM ${placed} WHERE place > 0 ${once}
    )`
    return db
      .selectFrom(
        sql<{ places: string; bytes: Buffer | null }>`(
        SELECT json_group_array(json_array(
            page_id, begin, octet_length(substr(piece, 1, lead)), octet_length(piece), octet_length(above))) AS places,
          CAST(group_concat(piece || above, '') AS BLOB) AS bytes
        FROM ${pieces}
      )`.as('found'),
      )
      .select(['found.places', 'found.bytes'])
  })

const [exactPreviews, foldedPreviews] = [previews(false), previews(true)]

/** The first occurrence of a word in the text of a page. */
interface Preview {
  page_id: number
  /** The first character of the text. */
  begin: string
  /** The text around the word in UTF-8, and the position of the word in it. */
  piece: Buffer
  at: number
  /** If requested: everything up to the word and its first character, if a fence may be in that; otherwise empty. */
  above: Buffer
}

/**
 * Lists those of some pages whose stored text contains a word, given in lower case, in any case of a-z, with a piece of
 * `length` characters that begins `before` characters before its first occurrence. All come as one value: hundreds of
 * buffers would make V8 collect garbage for as long as everything else takes.
 */
export async function listMatchPreviews(
  db: Db,
  page_ids: readonly number[],
  requested: { word: string; before: number; length: number; isForProse: boolean },
): Promise<Preview[]> {
  const query = foldsCase(requested.word) ? foldedPreviews : exactPreviews
  const isForProse = Number(requested.isForProse)
  const row = await query.first(db, { ...requested, isForProse, page_ids: JSON.stringify(page_ids) })
  if (!row?.bytes) return []
  const { places, bytes } = row
  let end = 0
  const next = (length: number) => bytes.subarray(end, (end += length))
  return (JSON.parse(places) as [number, number, number, number, number][]).map(
    ([page_id, begin, at, pieceLength, aboveLength]) => {
      const piece = next(pieceLength)
      return { page_id, begin: String.fromCodePoint(begin), piece, at, above: next(aboveLength) }
    },
  )
}
