import { setImmediate as nextTurn } from 'node:timers/promises'
import { itemTerm, type TermField } from '#src/core/search-terms.ts'
import type { Db } from '#src/db/database.ts'
import { type MatchPreview, type PageMatch, readExcerpt, readMatchPreviews, readPageMatch } from './excerpt-reader.ts'
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
  listWaitingPages,
  type Scope,
} from './queries.ts'
import type { ExcerptSize } from './snippet.ts'

/** A page that matches the search. */
export interface PageHit extends PageMatch {
  page: Candidate
}

// How long a search occupies the event loop before others get a turn, in ms.
const sliceMs = 8

// Number of rows fetched from the index at once. More if most of them turn out to be of pages out of scope.
const fewest = 50
const most = 2000

// So few pages are read sooner than the index is asked which of them have the words in a heading.
const fewPages = 2

// Number of texts that one statement searches: some ms at most, even with the longest texts that it searches.
const glimpsesAtOnce = 50
// Number of pages that are judged before their hits are passed on.
const judgedAtOnce = 200

// Item terms pay off only if they exclude most of the site.
const itemTermsMost = 200
const smallPart = 0.1

// Pages that are not indexed yet are searched one by one, as long as that is quick.
const unindexedMost = 200
// So are pages that are too large for the index, as many as can be read within a search's time.
const largeMost = 50

const pastAll = Number.MAX_SAFE_INTEGER

// The fields of the index, and the kinds of hits that each is queried for.
const tiers: readonly { place: TermField; kinds: readonly HitKind[] }[] = [
  { place: 't', kinds: ['title'] },
  { place: 'h', kinds: ['title', 'heading'] },
  { place: 'a', kinds: hitKinds },
]

/** Occupies the event loop for short slices only, and ends a search that takes too long. */
class Pace {
  #worked = 0
  #since = performance.now()
  readonly #workMs: number

  constructor(workMs: number) {
    this.#workMs = workMs
  }

  /** Whether it is time to yield to others. */
  get isDue(): boolean {
    return performance.now() - this.#since > sliceMs
  }

  /** Yields to others when it is time. @returns false when the search has used up its time */
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

/** Returns the terms that limit the query to the items of the scope; none if they would save nothing. */
async function itemCondition(db: Db, scope: Scope): Promise<string[]> {
  const items = [...scope.items, ...scope.partial]
  const isFew =
    items.length === 1 || (items.length <= itemTermsMost && items.length < (await countItems(db)) * smallPart)
  return isFew ? [items.map(itemTerm).join(' ')] : []
}

/** Options of a search. */
interface SearchOptions {
  /** Total working time, in ms, in slices between which others get their turn. */
  workMs: number
  /** The size of the excerpt that is returned for each page; none by default. */
  excerpt?: ExcerptSize
}

type Judgement = PageMatch | undefined

// Most pages need no waiting, which costs more than judging them.
type Judge = (page: Candidate) => Judgement | Promise<Judgement>

/** A search in progress: what it has found so far, and whether it ran out of time. */
export class Search {
  readonly #db: Db
  readonly #needle: Matcher
  readonly #scope: Scope
  readonly #pace: Pace
  readonly #excerpt: ExcerptSize | undefined
  readonly #seen = new Set<number>()
  /** Kinds of the pages that were already read and are returned later. */
  readonly #later = new Map<number, HitKind>()
  /** Whether a match in the index is certainly a hit. */
  #isMatchCertain = false
  /** True if the search ended before it had searched everything. */
  isCutShort = false

  constructor(db: Db, needle: Matcher, scope: Scope, { workMs, excerpt }: SearchOptions) {
    this.#pace = new Pace(workMs)
    this.#db = db
    this.#needle = needle
    this.#scope = scope
    this.#excerpt = excerpt
  }

  /** Yields the pages that match: by title, by heading, by text and code, the newest first in each. */
  async *ranked(): AsyncGenerator<PageHit> {
    const fresh = await this.#unindexed()
    for (const { place, kinds } of tiers) {
      const own = place === 'a' ? ['text', 'code'] : kinds.slice(-1)
      yield* fresh.filter((one) => own.includes(one.kind))
      const conditions = this.#needle.conditions(place)
      if (conditions.length > 0) {
        for await (const { pages } of this.#matches(conditions, fewest))
          for await (const hits of this.#hitsAmong(pages, kinds, () => place)) yield* hits
      } else if (place === 'a') {
        for await (const hits of this.#everywhere()) yield* hits
      }
    }
  }

  /** Yields the pages that match, several at once, the newest first: quicker if all of them, or `wanted`, are used. */
  async *unranked(wanted: number): AsyncGenerator<readonly PageHit[]> {
    yield await this.#unindexed()
    const conditions = this.#needle.conditions('a')
    if (conditions.length === 0) return yield* this.#everywhere()
    const headings = [...(await itemCondition(this.#db, this.#scope)), ...this.#needle.conditions('h')]
    for await (const { pages, from, before } of this.#matches(conditions, wanted)) {
      if (pages.length <= fewPages) {
        yield await this.#hitsIn(pages, hitKinds, this.#read)
        continue
      }
      const withHeading = new Set(pages.length > 0 ? await listMatchIds(this.#db, headings, from, before) : [])
      yield* this.#hitsAmong(pages, hitKinds, (page) => (withHeading.has(page.page_id) ? 'h' : 'a'))
    }
  }

  /** Finds hits among the pages whose present text is not indexed; none of these is searched again. */
  async #unindexed(): Promise<PageHit[]> {
    const waiting = await listIdsToIndex(this.#db, unindexedMost)
    const large = await listLargeIds(this.#db, largeMost)
    const isAll = waiting.length < unindexedMost
    this.#isMatchCertain = isAll && this.#needle.isExactInIndex
    const unknown = [...waiting, ...large]
    if (unknown.length === 0) return []
    const pages = new Map((await listPages(this.#db, this.#scope, unknown)).map((page) => [page.page_id, page]))
    if (!isAll) {
      // More wait than were listed: those of the scope first.
      const own = await listWaitingPages(this.#db, this.#scope, unindexedMost)
      for (const page of own) pages.set(page.page_id, page)
    }
    const found = await this.#hitsIn([...pages.values()], hitKinds, this.#read)
    for (const page_id of [...unknown, ...pages.keys()]) this.#seen.add(page_id)
    return found
  }

  /** Yields hits among all pages by reading each of them: for searches that the index cannot answer. */
  async *#everywhere(): AsyncGenerator<readonly PageHit[]> {
    const next = (before: number, limit: number) => listEveryPage(this.#db, { scope: this.#scope, before, limit })
    for await (const { pages } of this.#batches(next, fewest)) yield await this.#hitsIn(pages, hitKinds, this.#read)
  }

  async *#matches(conditions: readonly string[], limit: number) {
    const all = [...(await itemCondition(this.#db, this.#scope)), ...conditions]
    const next = (before: number, most: number) =>
      listMatches(this.#db, all, { scope: this.#scope, before, limit: most })
    yield* this.#batches(next, limit)
  }

  /** Yields batches of pages in scope, the newest first; each with the range of ids that it covers. */
  async *#batches(next: (before: number, limit: number) => ReturnType<typeof listMatches>, first: number) {
    if (this.#scope.items.length === 0 && this.#scope.partial.length === 0) return
    let before = pastAll
    let limit = first
    while (!this.isCutShort) {
      const rows = await next(before, limit)
      const pages = rows.filter((row): row is typeof row & Candidate => row.page_id !== null)
      const from = rows.at(-1)?.hit_id ?? 0
      yield { pages, from, before }
      if (rows.length < limit) return
      before = from
      if (pages.length < fewest / 2) limit = Math.min(limit * 4, most)
      if (!(await this.#pace.goesOn())) this.isCutShort = true
    }
  }

  /** Finds those of `pages` that match in one of `kinds`, the best first. */
  async #hitsIn(pages: readonly Candidate[], kinds: readonly HitKind[], judge: Judge): Promise<PageHit[]> {
    const hits: PageHit[] = []
    for (const page of pages) {
      if (this.#seen.has(page.page_id)) continue
      if (this.#pace.isDue && !(await this.#pace.goesOn())) {
        this.isCutShort = true
        break
      }
      const judged = judge(page)
      const range = judged instanceof Promise ? await judged : judged
      if (!range) continue
      if (kinds.includes(range.kind)) {
        this.#seen.add(page.page_id)
        hits.push({ ...range, page })
      } else this.#later.set(page.page_id, range.kind)
    }
    return hits.sort((one, other) => rankOf(one) - rankOf(other))
  }

  readonly #read = (page: Candidate): Promise<PageMatch | undefined> =>
    readPageMatch(this.#db, this.#needle, page, this.#excerpt)

  /** Yields hits among pages that the index found, each in that field and in no better one. */
  async *#hitsAmong(pages: readonly Candidate[], kinds: readonly HitKind[], placeOf: (page: Candidate) => TermField) {
    const news = pages.filter((page) => !this.#seen.has(page.page_id))
    for (let at = 0; at < news.length && !this.isCutShort; at += judgedAtOnce) {
      const some = news.slice(at, at + judgedAtOnce)
      const glimpses = await this.#glimpsesOf(some, placeOf)
      yield await this.#hitsIn(some, kinds, (page) => this.#judge(page, placeOf(page), glimpses.get(page.page_id)))
    }
  }

  /** Returns what the database finds in those pages whose kind or excerpt depends on the text. */
  async #glimpsesOf(pages: readonly Candidate[], placeOf: (page: Candidate) => TermField) {
    const isRequested = (page: Candidate) =>
      !this.#later.has(page.page_id) &&
      (this.#excerpt !== undefined || placeOf(page) === 'a' || (placeOf(page) === 'h' && !this.#isMatchCertain))
    const glimpses = new Map<number, MatchPreview>()
    // Only where the index has no heading does it matter whether a word is in code, and finding that out takes time.
    for (const isForProse of [false, true]) {
      const alike = pages.filter((page) => (placeOf(page) === 'a') === isForProse && isRequested(page))
      for (let at = 0; at < alike.length; at += glimpsesAtOnce) {
        const some = alike.slice(at, at + glimpsesAtOnce)
        const found = await readMatchPreviews(this.#db, this.#needle, some, { size: this.#excerpt, isForProse })
        for (const [page_id, glimpse] of found) glimpses.set(page_id, glimpse)
        if (this.#pace.isDue) await this.#pace.goesOn()
      }
    }
    return glimpses
  }

  /** Determines the match of a page; reads its text only if necessary. */
  #judge(page: Candidate, place: TermField, glimpse: MatchPreview | undefined): Judgement | Promise<Judgement> {
    const later = this.#later.get(page.page_id)
    if (later) return { kind: later }
    const kind = this.#kindOf(page, place, glimpse)
    if (kind === undefined) return place === 't' ? undefined : this.#read(page)
    if (!this.#excerpt) return { kind }
    if (glimpse?.excerpt !== undefined) return { kind, excerpt: glimpse.excerpt }
    return readExcerpt(this.#db, this.#needle, page, this.#excerpt).then((excerpt) => ({ kind, excerpt }))
  }

  /** Returns the kind of a hit if it is certain without the text. */
  #kindOf({ page_title }: Candidate, place: TermField, glimpse: MatchPreview | undefined): HitKind | undefined {
    const besides = this.#needle.wordsMissingIn(page_title)
    if (besides.length === 0) return 'title'
    if (place === 'a') return besides.every((word) => glimpse?.isInProse[word]) ? 'text' : undefined
    // If the parts of a word are in headings, the word most likely is too: good enough for the rank of a hit.
    const isHeading = place === 'h' && (this.#isMatchCertain || besides.every((word) => glimpse?.isThere[word]))
    return isHeading ? 'heading' : undefined
  }
}
