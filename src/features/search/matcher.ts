import { normalizedPattern } from '#src/core/normalize-text.ts'
import { buildConditions, isExactTerm, type TermField } from '#src/core/search-terms.ts'
import { type Section, type SectionKind, splitIntoSections } from './page-sections.ts'

/** Where a page matches; the better comes first. */
export type HitKind = 'title' | SectionKind

/** The kinds of hits, the best first. */
export const hitKinds: readonly HitKind[] = ['title', 'heading', 'text', 'code']

/** A hit in a page. */
export interface Hit {
  kind: HitKind
  /** Where the first hit begins in the text; undefined if only the title matches. */
  at: number | undefined
  parts: readonly Section[]
}

// More conditions do not narrow the query further, and each costs a lookup.
const conditionsMost = 24
const conditionsEnough = 4

// Resets a global pattern, which otherwise continues where it stopped.
function fromStart(pattern: RegExp): RegExp {
  pattern.lastIndex = 0
  return pattern
}

const worse = (one: HitKind, other: HitKind): HitKind => (hitKinds.indexOf(one) > hitKinds.indexOf(other) ? one : other)

/** Returns the best section that contains a word, and its first position there; undefined if none does. */
function bestPlace(
  pattern: RegExp,
  text: string,
  parts: readonly Section[],
): { kind: SectionKind; at: number } | undefined {
  const hasHeadings = parts.some((part) => part.kind === 'heading')
  let best: { kind: SectionKind; at: number } | undefined
  let index = 0
  fromStart(pattern)
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    while ((parts[index + 1]?.start ?? Number.POSITIVE_INFINITY) <= match.index) index++
    const kind = parts[index]?.kind ?? 'text'
    if (!best || hitKinds.indexOf(kind) < hitKinds.indexOf(best.kind)) best = { kind, at: match.index }
    if (kind === 'heading' || (kind === 'text' && !hasHeadings)) break
    // The rest of this section is no better.
    pattern.lastIndex = Math.max(pattern.lastIndex, parts[index + 1]?.start ?? text.length)
  }
  return best
}

/** A search expression: words, all of which a page must contain somewhere. */
export class Matcher {
  readonly #words: readonly string[]
  readonly #patterns: readonly RegExp[]

  constructor(keyword: string) {
    this.#words = [...new Set(keyword.split(/\s+/).filter((word) => word !== ''))]
    this.#patterns = this.#words.map(normalizedPattern)
  }

  get isEmpty(): boolean {
    return this.#words.length === 0
  }

  /** Returns the index conditions for all words to be in that field of a page; empty if the index cannot decide. */
  conditions(place: TermField): string[] {
    const all = [...new Set(this.#words.flatMap((word) => buildConditions(place, word)))]
    const plain = all.filter((one) => !one.includes(' ')).slice(0, conditionsMost)
    // Conditions with alternatives have 37 terms each: use one of them, and none if others narrow enough.
    const choice = plain.length < conditionsEnough ? all.filter((one) => one.includes(' ')).slice(0, 1) : []
    return [...plain, ...choice]
  }

  /** Whether a page that meets the conditions certainly contains all words. */
  get isExactInIndex(): boolean {
    return this.#words.every(isExactTerm) && this.conditions('a').length === this.#words.length
  }

  /** The words, with a-z in lower case. */
  get words(): string[] {
    return this.#words.map((word) => word.replaceAll(/[A-Z]+/g, (run) => run.toLowerCase()))
  }

  /** Returns the indexes of the words that a text lacks. */
  wordsMissingIn(text: string): number[] {
    return this.#patterns.flatMap((pattern, at) => (fromStart(pattern).test(text) ? [] : [at]))
  }

  /** Returns the first position of the first word that a text contains; undefined if it contains none. */
  firstIn(text: string): number | undefined {
    for (const pattern of this.#patterns) {
      const match = fromStart(pattern).exec(text)
      if (match) return match.index
    }
    return undefined
  }

  /** Returns whether a text contains all words. */
  isIn(text: string): boolean {
    return this.#patterns.every((pattern) => fromStart(pattern).test(text))
  }

  /** Returns the hit of a page with this title and text; undefined if a word is missing. */
  hitIn(title: string, text: string): Hit | undefined {
    let parts: readonly Section[] | undefined
    let kind: HitKind = 'title'
    let at: number | undefined
    for (const pattern of this.#patterns) {
      const isInTitle = fromStart(pattern).test(title)
      if (!fromStart(pattern).test(text)) {
        if (isInTitle) continue
        return undefined
      }
      parts ??= splitIntoSections(text)
      const place = bestPlace(pattern, text, parts)
      at ??= place?.at
      if (!isInTitle && place) kind = worse(kind, place.kind)
    }
    return { kind, at, parts: parts ?? [] }
  }

  /** Returns the positions of the words in a text: start and length in UTF-16 units, in order, not overlapping. */
  marksIn(text: string): [start: number, length: number][] {
    const found = this.#patterns.flatMap((pattern) =>
      [...text.matchAll(fromStart(pattern))].map((match): [number, number] => [match.index, match[0].length]),
    )
    const marks: [number, number][] = []
    for (const [start, length] of found.toSorted((one, other) => one[0] - other[0] || other[1] - one[1])) {
      const last = marks.at(-1)
      if (!last || start >= last[0] + last[1]) marks.push([start, length])
    }
    return marks
  }
}
