import type { Db } from '#src/db/open.ts'
import type { Hit, HitKind, Matcher } from './matcher.ts'
import { splitIntoSections } from './page-sections.ts'
import { extractPageText, isJsonType } from './page-text.ts'
import { type Candidate, findContent, listMatchPreviews } from './queries.ts'

/** A piece of a text, and where in it the first hit is; undefined when the text holds none. */
export interface Excerpt {
  text: string
  at: number | undefined
}

/** What was seen of a page that holds all words. */
export interface PageMatch {
  kind: HitKind
  /** The text around the first hit, where it was wanted. */
  around?: Excerpt
}

/** How many characters before and after a hit are wanted. */
export interface TextWindow {
  before: number
  after: number
}

const noReach: TextWindow = { before: 0, after: 0 }

// More words are found sooner by reading the text once.
const wordsMost = 3

/** What the database found of the words in the text of a page, without giving the text. */
export interface MatchPreview {
  around: Excerpt | undefined
  /** Of each word, by its number: whether it is there, and whether it first stands outside of code. */
  isThere: boolean[]
  isInProse: boolean[]
}

/** @returns whether the stored text is what people read */
const isPlain = ({ item_type }: Candidate, begin: string): boolean => !isJsonType(item_type) && !/^[\s{]/.test(begin)

/**
 * Looks for the words in the texts of pages without reading them. What it does not find may be there all the same: the
 * database knows the case of a-z alone, and only texts that are what people read.
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

/** A page that was read as a whole: what it holds, and its text as people read it. */
export async function readPage(
  db: Db,
  needle: Matcher,
  page: Candidate,
): Promise<(Hit & { text: string }) | undefined> {
  const text = await readText(db, page)
  const hit = needle.hitIn(page.page_title, text)
  return hit && { ...hit, text }
}

/** The piece of a text around its first hit, as a string of its own, so that the text need not be held. */
function cutOut(needle: Matcher, text: string, { before, after }: TextWindow): Excerpt {
  const at = needle.firstIn(text)
  const from = Math.max(0, (at ?? 0) - before)
  const piece = text.slice(from, (at ?? 0) + after)
  return { text: Buffer.from(piece, 'utf16le').toString('utf16le'), at: at === undefined ? undefined : at - from }
}

/** What a page holds, told by reading it; undefined when a word is missing. */
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

/** The text of a page around the first hit in it: its beginning, when the title alone holds the words. */
export const readExcerpt = async (db: Db, needle: Matcher, page: Candidate, reach: TextWindow): Promise<Excerpt> =>
  cutOut(needle, await readText(db, page), reach)
