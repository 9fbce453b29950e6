import { getItemType } from '#shared/item-types.ts'
import type { QuotedText } from '#src/core/serialized-json.ts'
import type { Db } from '#src/db/database.ts'
import type { Hit, HitKind, Matcher } from './matcher.ts'
import { splitIntoSections } from './page-sections.ts'
import { extractPageText } from './page-text.ts'
import { type Candidate, findContent } from './queries.ts'
import { cutExcerpt, cutExcerptBytes, type ExcerptSize } from './snippet.ts'
import { listMatchPreviews } from './sqlite-previews.ts'

/** The text around the first hit of a page, or the beginning if only the title matches. */
type Excerpt = string | QuotedText

/** The match of a page that contains all words. */
export interface PageMatch {
  kind: HitKind
  /** If requested. */
  excerpt?: Excerpt
}

// More words are found sooner by reading the text once.
const wordsMost = 3

/** What the database found of the words in a page's text, without returning the text. */
export interface MatchPreview {
  excerpt: Excerpt | undefined
  /** For each word, by its index: whether it occurs, and whether its first occurrence is outside of code, if requested. */
  isThere: boolean[]
  isInProse: boolean[]
}

/** @returns whether the stored text is what people read */
const isPlain = ({ item_type }: Candidate, begin: string): boolean =>
  !getItemType(item_type).hasJsonPages && !/^[\s{]/.test(begin)

const isProse = (above: Buffer): boolean =>
  above.length === 0 || splitIntoSections(above.toString()).at(-1)?.kind === 'text'

/**
 * Searches the texts of pages for the words without reading them. A word that is not found may still occur: the
 * database folds the case of a-z only, and searches only texts that are what people read.
 */
export async function readMatchPreviews(
  db: Db,
  needle: Matcher,
  pages: readonly Candidate[],
  { size, isForProse = false }: { size?: ExcerptSize | undefined; isForProse?: boolean } = {},
): Promise<Map<number, MatchPreview>> {
  const previews = new Map<number, MatchPreview>()
  const { words } = needle
  if (words.length > wordsMost || pages.length === 0) return previews
  const byId = new Map(pages.map((page) => [page.page_id, page]))
  for (const [index, word] of words.entries()) {
    const wanted = index === 0 ? size : undefined
    const { before, length } = wanted ?? { before: 0, length: 0 }
    for (const found of await listMatchPreviews(db, [...byId.keys()], { word, before, length, isForProse })) {
      const page = byId.get(found.page_id)
      if (!page || !isPlain(page, found.begin)) continue
      const preview = previews.get(found.page_id) ?? { excerpt: undefined, isThere: [], isInProse: [] }
      previews.set(found.page_id, preview)
      if (wanted) preview.excerpt = cutExcerptBytes(found.piece, found.at, wanted)
      preview.isThere[index] = true
      preview.isInProse[index] = isForProse && isProse(found.above)
    }
  }
  return previews
}

const readText = async (db: Db, { page_id, item_type }: Candidate): Promise<string> =>
  extractPageText({ page_content: await findContent(db, page_id), item_type })

/** Reads a whole page: its match, and its text as people read it. */
export async function readPage(
  db: Db,
  needle: Matcher,
  page: Candidate,
): Promise<(Hit & { text: string }) | undefined> {
  const text = await readText(db, page)
  const hit = needle.hitIn(page.page_title, text)
  return hit && { ...hit, text }
}

/** Returns the excerpt of a text, as a string of its own, so that the text can be freed. */
function excerptOf(needle: Matcher, text: string, size: ExcerptSize): string {
  const excerpt = cutExcerpt(text, needle.firstIn(text), size)
  return Buffer.from(excerpt, 'utf16le').toString('utf16le')
}

/** Determines the match of a page by reading it; undefined if a word is missing. */
export async function readPageMatch(
  db: Db,
  needle: Matcher,
  page: Candidate,
  size?: ExcerptSize,
): Promise<PageMatch | undefined> {
  const read = await readPage(db, needle, page)
  if (!read) return undefined
  return size ? { kind: read.kind, excerpt: excerptOf(needle, read.text, size) } : { kind: read.kind }
}

/** Returns the excerpt of a page that is known to match. */
export const readExcerpt = async (db: Db, needle: Matcher, page: Candidate, size: ExcerptSize): Promise<Excerpt> =>
  excerptOf(needle, await readText(db, page), size)
