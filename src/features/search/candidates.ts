import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '#src/db/open.ts'
import { type Hit, type HitKind, hitKinds, type Needle } from './needle.ts'
import { textOfPage } from './page-text.ts'
import {
  type Candidate,
  countItems,
  findContent,
  listEveryPage,
  listIdsToIndex,
  listMatches,
  listPages,
  type Scope,
} from './queries.ts'
import { itemTerm, type TermPlace } from './terms.ts'

/** A page that holds what is searched for. */
export interface Found extends Hit {
  page: Candidate
  /** Its text as it is stored, and as people read it. */
  page_content: string
  text: string
}

// How long the thread is held before others get a turn, in ms.
const sliceMs = 8

// How many rows the index is asked for at once. More when most of them turn out to be of pages that are out of scope.
const fewest = 50
const most = 2000

// Terms of items are worth their cost only where they leave out most of the site.
const itemTermsMost = 200
const smallPart = 0.1

// Pages that wait to be indexed are looked through one by one, as far as that is quick.
const unindexedMost = 200

const pastAll = Number.MAX_SAFE_INTEGER

// The places of the index, and the kinds of hits that each is asked for.
const tiers: readonly { place: TermPlace; kinds: readonly HitKind[] }[] = [
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

const rankOf = ({ kind }: Found): number => hitKinds.indexOf(kind)

/** The items that the index is asked for by their terms; none when asking for them would save nothing. */
async function itemCondition(db: Db, scope: Scope): Promise<string[]> {
  const items = [...scope.items, ...scope.partial]
  const isFew =
    items.length === 1 || (items.length <= itemTermsMost && items.length < (await countItems(db)) * smallPart)
  return isFew ? [`(${items.map((id) => `"${itemTerm(id)}"`).join(' OR ')})`] : []
}

/** A search that has begun: what it has found so far, and whether its time ran out. */
export class Search {
  readonly #db: Db
  readonly #needle: Needle
  readonly #scope: Scope
  readonly #pace: Pace
  readonly #seen = new Set<number>()
  /** True when it ended before it had looked everywhere. */
  isCutShort = false

  /** @param workMs how long it may work in all, in slices between which others have their turn */
  constructor(db: Db, needle: Needle, scope: Scope, workMs: number) {
    this.#pace = new Pace(workMs)
    this.#db = db
    this.#needle = needle
    this.#scope = scope
  }

  /** The pages that hold the needle: by title, by heading, by text and code, the newest first in each. */
  async *ranked(): AsyncGenerator<Found> {
    const fresh = await this.#unindexed()
    for (const { place, kinds } of tiers) {
      const own = place === 'a' ? ['text', 'code'] : kinds.slice(-1)
      yield* fresh.filter((one) => own.includes(one.kind))
      const conditions = this.#needle.conditions(place)
      // Without conditions every page is looked at, once.
      if (conditions.length > 0 || place === 'a')
        yield* this.#inTier(conditions, conditions.length > 0 ? kinds : hitKinds)
    }
  }

  /** The pages that hold the needle, the newest first: quicker where all of them are wanted. */
  async *unranked(): AsyncGenerator<Found> {
    yield* await this.#unindexed()
    yield* this.#inTier(this.#needle.conditions('a'), hitKinds)
  }

  /** The hits among the pages that the index does not know as they are. */
  async #unindexed(): Promise<Found[]> {
    const waiting = await listIdsToIndex(this.#db, unindexedMost)
    if (waiting.length === 0) return []
    return this.#hitsIn(await listPages(this.#db, this.#scope, waiting), hitKinds)
  }

  async *#inTier(conditions: readonly string[], kinds: readonly HitKind[]): AsyncGenerator<Found> {
    const scope = this.#scope
    if (scope.items.length === 0 && scope.partial.length === 0) return
    const isTold = conditions.length > 0
    const match = isTold ? [...(await itemCondition(this.#db, scope)), ...conditions].join(' AND ') : undefined
    let before = pastAll
    let limit = fewest
    while (!this.isCutShort) {
      const asked = { scope, before, limit }
      const rows =
        match === undefined ? await listEveryPage(this.#db, asked) : await listMatches(this.#db, match, asked)
      const pages = rows.filter((row): row is typeof row & Candidate => row.page_id !== null)
      yield* await this.#hitsIn(pages, kinds)
      if (rows.length < limit) return
      before = rows.at(-1)?.rowid ?? 0
      if (pages.length < fewest / 2) limit = Math.min(limit * 4, most)
      if (!(await this.#pace.goesOn())) this.isCutShort = true
    }
  }

  /** Those of `pages` that hold the needle in one of the ways of `kinds`, the better first. */
  async #hitsIn(pages: readonly Candidate[], kinds: readonly HitKind[]): Promise<Found[]> {
    const hits: Found[] = []
    for (const page of pages) {
      if (this.#seen.has(page.page_id)) continue
      if (!(await this.#pace.goesOn())) {
        this.isCutShort = true
        break
      }
      const found = await this.#judge(page)
      if (!found || !kinds.includes(found.kind)) continue
      this.#seen.add(page.page_id)
      hits.push(found)
    }
    return hits.sort((one, other) => rankOf(one) - rankOf(other))
  }

  async #judge(page: Candidate): Promise<Found | undefined> {
    const page_content = await findContent(this.#db, page.page_id)
    const text = textOfPage({ page_content, item_type: page.item_type })
    const hit = this.#needle.hitIn(page.page_title, text)
    return hit && { ...hit, page, page_content, text }
  }
}
