import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '#src/db/open.ts'
import {
  type MatchPreview,
  type PageMatch,
  readExcerpt,
  readMatchPreviews,
  readPageMatch,
  type TextWindow,
} from './excerpt-reader.ts'
import { type HitKind, hitKinds, type Matcher } from './matcher.ts'
import {
  type Candidate,
  countItems,
  listEveryPage,
  listIdsToIndex,
  listLargeIds,
  listMatches,
  listMatchIds,
  listPages,
  type Scope,
} from './queries.ts'
import { itemTerm, type TermField } from './terms.ts'

/** A page that holds what is searched for. */
export interface PageHit extends PageMatch {
  page: Candidate
}

// How long the thread is held before others get a turn, in ms.
const sliceMs = 8

// How many rows the index is asked for at once. More when most of them turn out to be of pages that are out of scope.
const fewest = 50
const most = 2000

// How many texts are looked into by one statement: some ms at most, with the longest that it looks into.
const glimpsesAtOnce = 50

// Terms of items are worth their cost only where they leave out most of the site.
const itemTermsMost = 200
const smallPart = 0.1

// Pages that wait to be indexed are looked through one by one, as far as that is quick.
const unindexedMost = 200
// So are those that are too large for it, as many as are read within a search's time.
const largeMost = 50

const pastAll = Number.MAX_SAFE_INTEGER

// The places of the index, and the kinds of hits that each is asked for.
const tiers: readonly { place: TermField; kinds: readonly HitKind[] }[] = [
  { place: 't', kinds: ['title'] },
  { place: 'h', kinds: ['title', 'heading'] },
  { place: 'a', kinds: hitKinds },
]

/** Holds the thread for short slices only, and ends a search that works too long. */
class Pace {
  #worked = 0
  #since = performance.now()
  readonly #workMs: number

  constructor(workMs: number) {
    this.#workMs = workMs
  }

  /** Gives others a turn when it is time. @returns false when the search has used up its time */
  async goesOn(): Promise<boolean> {
    const held = performance.now() - this.#since
    if (held > sliceMs) {
      this.#worked += held
      if (this.#worked > this.#workMs) return false
      await nextTurn()
      this.#since = performance.now()
    }
    return true
  }
}

const rankOf = ({ kind }: PageHit): number => hitKinds.indexOf(kind)

/** The items that the index is asked for by their terms; none when asking for them would save nothing. */
async function itemCondition(db: Db, scope: Scope): Promise<string[]> {
  const items = [...scope.items, ...scope.partial]
  const isFew =
    items.length === 1 || (items.length <= itemTermsMost && items.length < (await countItems(db)) * smallPart)
  return isFew ? [`(${items.map((id) => `"${itemTerm(id)}"`).join(' OR ')})`] : []
}

/** How a search is made. */
export interface SearchOptions {
  /** How long it may work in all, in ms, in slices between which others have their turn. */
  workMs: number
  /** How much of the text around its first hit is wanted of each page; nothing unless told. */
  reach?: TextWindow
}

type Judge = (page: Candidate) => Promise<PageMatch | undefined>

/** A search that has begun: what it has found so far, and whether its time ran out. */
export class Search {
  readonly #db: Db
  readonly #needle: Matcher
  readonly #scope: Scope
  readonly #pace: Pace
  readonly #reach: TextWindow | undefined
  readonly #seen = new Set<number>()
  /** What pages are that were read and are to be given later. */
  readonly #later = new Map<number, HitKind>()
  /** Whether what the index has for the needle is a hit for certain. */
  #isTold = false
  /** True when it ended before it had looked everywhere. */
  isCutShort = false

  constructor(db: Db, needle: Matcher, scope: Scope, { workMs, reach }: SearchOptions) {
    this.#pace = new Pace(workMs)
    this.#db = db
    this.#needle = needle
    this.#scope = scope
    this.#reach = reach
  }

  /** The pages that hold the needle: by title, by heading, by text and code, the newest first in each. */
  async *ranked(): AsyncGenerator<PageHit> {
    const fresh = await this.#unindexed()
    for (const { place, kinds } of tiers) {
      const own = place === 'a' ? ['text', 'code'] : kinds.slice(-1)
      yield* fresh.filter((one) => own.includes(one.kind))
      const conditions = this.#needle.conditions(place)
      if (conditions.length > 0) {
        for await (const { pages } of this.#matches(conditions, fewest))
          yield* this.#hitsAmong(pages, kinds, () => place)
      } else if (place === 'a') {
        yield* this.#everywhere()
      }
    }
  }

  /** The pages that hold the needle, the newest first: quicker where all of them, or `wanted`, are used. */
  async *unranked(wanted: number): AsyncGenerator<PageHit> {
    yield* await this.#unindexed()
    const conditions = this.#needle.conditions('a')
    if (conditions.length === 0) return yield* this.#everywhere()
    const headings = [...(await itemCondition(this.#db, this.#scope)), ...this.#needle.conditions('h')].join(' AND ')
    for await (const { pages, from, before } of this.#matches(conditions, wanted)) {
      const withHeading = new Set(pages.length > 0 ? await listMatchIds(this.#db, headings, from, before) : [])
      yield* this.#hitsAmong(pages, hitKinds, (page) => (withHeading.has(page.page_id) ? 'h' : 'a'))
    }
  }

  /** The hits among the pages that the index does not know as they are; none of these is looked at again. */
  async #unindexed(): Promise<PageHit[]> {
    const waiting = await listIdsToIndex(this.#db, unindexedMost)
    this.#isTold = waiting.length < unindexedMost && this.#needle.isExactInIndex
    const unknown = [...waiting, ...(await listLargeIds(this.#db, largeMost))]
    if (unknown.length === 0) return []
    const found = await this.#hitsIn(await listPages(this.#db, this.#scope, unknown), hitKinds, this.#read)
    for (const page_id of unknown) this.#seen.add(page_id)
    return found
  }

  /** The hits among all pages, each of them read: for what the index cannot tell. */
  async *#everywhere(): AsyncGenerator<PageHit> {
    const next = (before: number, limit: number) => listEveryPage(this.#db, { scope: this.#scope, before, limit })
    for await (const { pages } of this.#batches(next, fewest)) yield* await this.#hitsIn(pages, hitKinds, this.#read)
  }

  async *#matches(conditions: readonly string[], limit: number) {
    const match = [...(await itemCondition(this.#db, this.#scope)), ...conditions].join(' AND ')
    const next = (before: number, most: number) =>
      listMatches(this.#db, match, { scope: this.#scope, before, limit: most })
    yield* this.#batches(next, limit)
  }

  /** Batches of pages that the scope holds, the newest first; each with the ids that it covers. */
  async *#batches(next: (before: number, limit: number) => ReturnType<typeof listMatches>, first: number) {
    if (this.#scope.items.length === 0 && this.#scope.partial.length === 0) return
    let before = pastAll
    let limit = first
    while (!this.isCutShort) {
      const rows = await next(before, limit)
      const pages = rows.filter((row): row is typeof row & Candidate => row.page_id !== null)
      const from = rows.at(-1)?.rowid ?? 0
      yield { pages, from, before }
      if (rows.length < limit) return
      before = from
      if (pages.length < fewest / 2) limit = Math.min(limit * 4, most)
      if (!(await this.#pace.goesOn())) this.isCutShort = true
    }
  }

  /** Those of `pages` that hold the needle in one of the ways of `kinds`, the better first. */
  async #hitsIn(pages: readonly Candidate[], kinds: readonly HitKind[], judge: Judge): Promise<PageHit[]> {
    const hits: PageHit[] = []
    for (const page of pages) {
      if (this.#seen.has(page.page_id)) continue
      if (!(await this.#pace.goesOn())) {
        this.isCutShort = true
        break
      }
      const sight = await judge(page)
      if (!sight) continue
      if (kinds.includes(sight.kind)) {
        this.#seen.add(page.page_id)
        hits.push({ ...sight, page })
      } else this.#later.set(page.page_id, sight.kind)
    }
    return hits.sort((one, other) => rankOf(one) - rankOf(other))
  }

  readonly #read = (page: Candidate): Promise<PageMatch | undefined> =>
    readPageMatch(this.#db, this.#needle, page, this.#reach)

  /** The hits among pages that the index has for the needle, each in that place and in no better one. */
  async *#hitsAmong(pages: readonly Candidate[], kinds: readonly HitKind[], placeOf: (page: Candidate) => TermField) {
    const isAsked = (page: Candidate) =>
      this.#reach !== undefined || placeOf(page) === 'a' || (placeOf(page) === 'h' && !this.#isTold)
    const news = pages.filter((page) => !this.#seen.has(page.page_id))
    for (let at = 0; at < news.length && !this.isCutShort; at += glimpsesAtOnce) {
      const some = news.slice(at, at + glimpsesAtOnce)
      const asked = some.filter((page) => !this.#later.has(page.page_id) && isAsked(page))
      const glimpses = await readMatchPreviews(this.#db, this.#needle, asked, this.#reach)
      yield* await this.#hitsIn(some, kinds, (page) => this.#judge(page, placeOf(page), glimpses.get(page.page_id)))
    }
  }

  /** What a page holds, told by reading it only where that must be. */
  async #judge(page: Candidate, place: TermField, glimpse: MatchPreview | undefined): Promise<PageMatch | undefined> {
    const later = this.#later.get(page.page_id)
    if (later) return { kind: later }
    const kind = this.#kindOf(page, place, glimpse)
    if (kind === undefined) return place === 't' ? undefined : this.#read(page)
    if (!this.#reach) return { kind }
    const around = glimpse?.around ?? (await readExcerpt(this.#db, this.#needle, page, this.#reach))
    return { kind, around }
  }

  /** The kind of a hit where it is certain without the text. */
  #kindOf({ page_title }: Candidate, place: TermField, glimpse: MatchPreview | undefined): HitKind | undefined {
    const besides = this.#needle.wordsMissingIn(page_title)
    if (besides.length === 0) return 'title'
    if (place === 'a') return besides.every((word) => glimpse?.isInProse[word]) ? 'text' : undefined
    // Where the parts of a word stand in headings, the word is there most likely: enough for the rank of what is a hit.
    const isHeading = place === 'h' && (this.#isTold || besides.every((word) => glimpse?.isThere[word]))
    return isHeading ? 'heading' : undefined
  }
}
