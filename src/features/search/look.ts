import type { Db } from '#src/db/open.ts'
import type { Hit, HitKind, Needle } from './needle.ts'
import { isJsonType, textOfPage } from './page-text.ts'
import { type Candidate, findContent, findCut, findWordPlace } from './queries.ts'

/** A text, or as much of it as is wanted, and where in it the first hit is; undefined when it holds none. */
export interface Around {
  text: string
  at: number | undefined
}

/** What was seen of a page that holds all words. */
export interface Sight {
  kind: HitKind
  /** The text around the first hit, where the text had to be looked at. */
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

/** A page that was read as a whole: what it holds, and its text as people read it. */
export async function readPage(db: Db, needle: Needle, page: Candidate): Promise<(Hit & { text: string }) | undefined> {
  const text = await readText(db, page)
  const hit = needle.hitIn(page.page_title, text)
  return hit && { ...hit, text }
}

const readText = async (db: Db, { page_id, item_type }: Candidate): Promise<string> =>
  textOfPage({ page_content: await findContent(db, page_id), item_type })

/**
 * Where a word stands in the text of a page, in characters from 1; undefined when that cannot be told without reading it:
 * people may read another text than the stored one, and the database knows the case of a-z alone.
 */
async function placeOf(db: Db, { page_id, item_type }: Candidate, word: string): Promise<number | undefined> {
  if (isJsonType(item_type)) return undefined
  const found = await findWordPlace(db, page_id, word)
  const mayBeJson = found && /^[\s{]/.test(found.begin)
  return found && found.place > 0 && !mayBeJson ? found.place : undefined
}

/** The rest of a sight: what was asked of the text is copied out of it, so that it need not be held as a whole. */
function sightOf(needle: Needle, kind: HitKind, text: string, reach: Reach | undefined): Sight {
  return reach ? { kind, around: cutOut(needle, text, reach) } : { kind }
}

/** The piece of a text that is wanted around its first hit, as a string of its own. */
function cutOut(needle: Needle, text: string, { before, after }: Reach): Around {
  const at = needle.firstIn(text)
  const from = Math.max(0, (at ?? 0) - before)
  const piece = text.slice(from, (at ?? 0) + after)
  return { text: Buffer.from(piece, 'utf16le').toString('utf16le'), at: at === undefined ? undefined : at - from }
}

/** What a page holds, told by reading it; undefined when a word is missing. */
export async function readSight(db: Db, needle: Needle, page: Candidate, reach?: Reach): Promise<Sight | undefined> {
  const read = await readPage(db, needle, page)
  return read && sightOf(needle, read.kind, read.text, reach)
}

/**
 * What a page holds that has the words neither all in its title nor all in headings, told without reading it where
 * that can be: a hit before which no code can have begun is one in the text.
 */
export async function lookAt(db: Db, needle: Needle, page: Candidate, reach?: Reach): Promise<Sight | undefined> {
  const words = needle.wordsBesides(page.page_title)
  const places: number[] = []
  for (const word of words.slice(0, wordsMost)) {
    const place = await placeOf(db, page, word)
    if (place === undefined) break
    places.push(place)
  }
  const [first] = places
  if (first === undefined || places.length < words.length) return readSight(db, needle, page, reach)
  const { page_id } = page
  const cut = await findCut(db, { page_id, upTo: Math.max(...places), place: first, ...(reach ?? noReach) })
  if (!cut || cut.hasFence) return readSight(db, needle, page, reach)
  return reach ? { kind: 'text', around: { text: cut.before + cut.after, at: cut.before.length } } : { kind: 'text' }
}

/** The text of a page around the first hit in it: its beginning, when the title alone holds the words. */
export async function findAround(db: Db, needle: Needle, page: Candidate, reach: Reach): Promise<Around> {
  const [word = ''] = needle.wordsBesides('')
  const place = await placeOf(db, page, word)
  const cut = place && (await findCut(db, { page_id: page.page_id, upTo: 0, place, ...reach }))
  if (cut) return { text: cut.before + cut.after, at: cut.before.length }
  return cutOut(needle, await readText(db, page), reach)
}
