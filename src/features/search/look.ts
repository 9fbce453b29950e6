import type { Db } from '#src/db/open.ts'
import { layoutOf } from './layout.ts'
import type { Hit, HitKind, Needle } from './needle.ts'
import { isJsonType, textOfPage } from './page-text.ts'
import { type Candidate, findContent, listGlimpses } from './queries.ts'

/** A piece of a text, and where in it the first hit is; undefined when the text holds none. */
export interface Around {
  text: string
  at: number | undefined
}

/** What was seen of a page that holds all words. */
export interface Sight {
  kind: HitKind
  /** The text around the first hit, where it was wanted. */
  around?: Around
}

/** How many characters before and after a hit are wanted. */
export interface Reach {
  before: number
  after: number
}

const noReach: Reach = { before: 0, after: 0 }

// More words are found sooner by reading the text once.
const wordsMost = 3

/** What the database found of the words in the text of a page, without giving the text. */
export interface Glimpse {
  around: Around | undefined
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
export async function glimpsesOf(
  db: Db,
  needle: Needle,
  pages: readonly Candidate[],
  reach: Reach = noReach,
): Promise<Map<number, Glimpse>> {
  const glimpses = new Map<number, Glimpse>()
  const { words } = needle
  if (words.length > wordsMost || pages.length === 0) return glimpses
  const byId = new Map(pages.map((page) => [page.page_id, page]))
  for (const [at, word] of words.entries()) {
    for (const row of await listGlimpses(db, [...byId.keys()], { word, ...(at === 0 ? reach : noReach) })) {
      const page = byId.get(row.page_id)
      if (!page || !isPlain(page, row.begin)) continue
      const glimpse = glimpses.get(row.page_id) ?? { around: undefined, isThere: [], isInProse: [] }
      glimpses.set(row.page_id, glimpse)
      if (at === 0) glimpse.around = { text: row.before + row.after, at: row.before.length }
      glimpse.isThere[at] = true
      glimpse.isInProse[at] = row.fenced === '' || layoutOf(row.fenced).at(-1)?.kind === 'text'
    }
  }
  return glimpses
}

const readText = async (db: Db, { page_id, item_type }: Candidate): Promise<string> =>
  textOfPage({ page_content: await findContent(db, page_id), item_type })

/** A page that was read as a whole: what it holds, and its text as people read it. */
export async function readPage(db: Db, needle: Needle, page: Candidate): Promise<(Hit & { text: string }) | undefined> {
  const text = await readText(db, page)
  const hit = needle.hitIn(page.page_title, text)
  return hit && { ...hit, text }
}

/** The piece of a text around its first hit, as a string of its own, so that the text need not be held. */
function cutOut(needle: Needle, text: string, { before, after }: Reach): Around {
  const at = needle.firstIn(text)
  const from = Math.max(0, (at ?? 0) - before)
  const piece = text.slice(from, (at ?? 0) + after)
  return { text: Buffer.from(piece, 'utf16le').toString('utf16le'), at: at === undefined ? undefined : at - from }
}

/** What a page holds, told by reading it; undefined when a word is missing. */
export async function readSight(db: Db, needle: Needle, page: Candidate, reach?: Reach): Promise<Sight | undefined> {
  const read = await readPage(db, needle, page)
  if (!read) return undefined
  return reach ? { kind: read.kind, around: cutOut(needle, read.text, reach) } : { kind: read.kind }
}

/** The text of a page around the first hit in it: its beginning, when the title alone holds the words. */
export const readAround = async (db: Db, needle: Needle, page: Candidate, reach: Reach): Promise<Around> =>
  cutOut(needle, await readText(db, page), reach)
