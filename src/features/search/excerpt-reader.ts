import { getItemType } from '#shared/item-types.ts'
import type { QuotedText } from '#src/core/serialized-json.ts'
import type { Db } from '#src/db/database.ts'
import { WordBytes } from './byte-search.ts'
import type { Hit, HitKind, Matcher } from './matcher.ts'
import { splitIntoSections } from './page-sections.ts'
import { extractPageText } from './page-text.ts'
import { type Candidate, findContent, listContentBytes } from './queries.ts'
import { cutExcerpt, cutExcerptBytes, type ExcerptSize } from './snippet.ts'

/** The text around the first hit of a page, or the beginning if only the title matches. */
export type Excerpt = string | QuotedText

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
  /** For each word, by its index: whether it occurs. */
  isThere: boolean[]
  /** Returns whether the first occurrence of each of these words, by their indexes, is outside of code. */
  areInProse(words: readonly number[]): boolean
}

// The most that a character has in UTF-8.
const bytesOfCharacter = 4

/** @returns whether the stored text is what people read */
const isPlain = ({ item_type }: Candidate, bytes: Buffer): boolean =>
  !getItemType(item_type).hasJsonPages && !/^[\s{]/.test(bytes.toString('utf8', 0, bytesOfCharacter))

/** Returns whether the position `at`, in bytes, is outside of code; false for -1. */
function isProseAt(bytes: Buffer, at: number): boolean {
  if (at < 0) return false
  const above = bytes.subarray(0, at)
  if (!above.includes('```') && !above.includes('~~~')) return true
  // With the character at the position: a fence may end just before it.
  let end = at + 1
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end++
  const text = bytes.toString('utf8', 0, end)
  return splitIntoSections(text).at(-1)?.kind === 'text'
}

/**
 * Searches the texts of pages for the words without decoding them. A word that is not found may still occur: only the
 * case of a-z is folded, and only texts that are what people read are searched.
 */
export async function readMatchPreviews(
  db: Db,
  needle: Matcher,
  pages: readonly Candidate[],
  size?: ExcerptSize,
): Promise<Map<number, MatchPreview>> {
  const previews = new Map<number, MatchPreview>()
  if (needle.words.length > wordsMost || pages.length === 0) return previews
  const words = needle.words.map((word) => new WordBytes(word))
  const byId = new Map(pages.map((page) => [page.page_id, page]))
  for (const { page_id, bytes } of await listContentBytes(db, [...byId.keys()])) {
    const page = byId.get(page_id)
    if (!page || !isPlain(page, bytes)) continue
    const places = words.map((word) => word.firstIn(bytes))
    const [first = -1] = places
    previews.set(page_id, {
      excerpt: first < 0 || !size ? undefined : cutExcerptBytes(bytes, first, size),
      isThere: places.map((at) => at >= 0),
      areInProse: (some) => some.every((word) => isProseAt(bytes, places[word] ?? -1)),
    })
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
