import { getItemType } from '#shared/item-types.ts'
import type { Db } from '#src/db/database.ts'
import type { Hit, HitKind, Matcher } from './matcher.ts'
import { splitIntoSections } from './page-sections.ts'
import { extractPageText } from './page-text.ts'
import { type Candidate, findContent, listMatchPreviews } from './queries.ts'

/** A piece of a text and the position of the first hit in it; undefined if the text has none. */
export interface Excerpt {
  text: string
  at: number | undefined
}

/** The match of a page that contains all words. */
export interface PageMatch {
  kind: HitKind
  /** The text around the first hit, if requested. */
  around?: Excerpt
}

/** Number of characters to return before and after a hit. */
export interface TextWindow {
  before: number
  after: number
}

const noReach: TextWindow = { before: 0, after: 0 }

// More words are found sooner by reading the text once.
const wordsMost = 3

/** What the database found of the words in a page's text, without returning the text. */
export interface MatchPreview {
  around: Excerpt | undefined
  /** For each word, by its index: whether it occurs, and whether its first occurrence is outside of code. */
  isThere: boolean[]
  isInProse: boolean[]
}

/** @returns whether the stored text is what people read */
const isPlain = ({ item_type }: Candidate, begin: string): boolean =>
  !getItemType(item_type).hasJsonPages && !/^[\s{]/.test(begin)

/**
 * Searches the texts of pages for the words without reading them. A word that is not found may still occur: the
 * database folds the case of a-z only, and searches only texts that are what people read.
 */
export async function readMatchPreviews(
  db: Db,
  needle: Matcher,
  pages: readonly Candidate[],
  reach: TextWindow = noReach,
): Promise<Map<number, MatchPreview>> {
  const glimpses = new Map<number, MatchPreview>()
  const { words } = needle
  if (words.length > wordsMost || pages.length === 0) return glimpses
  const byId = new Map(pages.map((page) => [page.page_id, page]))
  for (const [at, word] of words.entries()) {
    for (const row of await listMatchPreviews(db, [...byId.keys()], { word, ...(at === 0 ? reach : noReach) })) {
      const page = byId.get(row.page_id)
      if (!page || !isPlain(page, row.begin)) continue
      const glimpse = glimpses.get(row.page_id) ?? { around: undefined, isThere: [], isInProse: [] }
      glimpses.set(row.page_id, glimpse)
      if (at === 0) glimpse.around = { text: row.before + row.after, at: row.before.length }
      glimpse.isThere[at] = true
      glimpse.isInProse[at] = row.fenced === '' || splitIntoSections(row.fenced).at(-1)?.kind === 'text'
    }
  }
  return glimpses
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

/** Returns the piece of a text around its first hit, as a string of its own, so that the text can be freed. */
function cutOut(needle: Matcher, text: string, { before, after }: TextWindow): Excerpt {
  const at = needle.firstIn(text)
  const from = Math.max(0, (at ?? 0) - before)
  const piece = text.slice(from, (at ?? 0) + after)
  return { text: Buffer.from(piece, 'utf16le').toString('utf16le'), at: at === undefined ? undefined : at - from }
}

/** Determines the match of a page by reading it; undefined if a word is missing. */
export async function readPageMatch(
  db: Db,
  needle: Matcher,
  page: Candidate,
  reach?: TextWindow,
): Promise<PageMatch | undefined> {
  const read = await readPage(db, needle, page)
  if (!read) return undefined
  return reach ? { kind: read.kind, around: cutOut(needle, read.text, reach) } : { kind: read.kind }
}

/** Returns the text of a page around its first hit, or its beginning if only the title contains the words. */
export const readExcerpt = async (db: Db, needle: Matcher, page: Candidate, reach: TextWindow): Promise<Excerpt> =>
  cutOut(needle, await readText(db, page), reach)
