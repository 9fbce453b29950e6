import { normalizedPattern } from './normalize.ts'
import { type Section, type SectionKind, splitIntoSections } from './page-sections.ts'
import { buildConditions, isExactTerm, type TermField } from './terms.ts'

/** Where a page holds what is searched for; the better comes first. */
export type HitKind = 'title' | SectionKind

/** The kinds of hits, the best first. */
export const hitKinds: readonly HitKind[] = ['title', 'heading', 'text', 'code']

/** What was found in a page. */
export interface Hit {
  kind: HitKind
  /** Where the first of it begins in the text; undefined when it is in the title alone. */
  at: number | undefined
  parts: readonly Section[]
}

// More conditions narrow the index no further, and each costs a look.
const conditionsMost = 24
const conditionsEnough = 4

// A pattern that is global goes on where it has stopped.
function fromStart(pattern: RegExp): RegExp {
  pattern.lastIndex = 0
  return pattern
}

const worse = (one: HitKind, other: HitKind): HitKind => (hitKinds.indexOf(one) > hitKinds.indexOf(other) ? one : other)

/** The best part that holds a word, and where it first does; undefined when none does. */
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
    // The rest of this part is no better.
    pattern.lastIndex = Math.max(pattern.lastIndex, parts[index + 1]?.start ?? text.length)
  }
  return best
}

/** What is searched for: words, all of which a page must hold somewhere. */
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

  /** What the index must hold for all words to be in that place of a page; empty when it cannot tell. */
  conditions(place: TermField): string[] {
    const all = [...new Set(this.#words.flatMap((word) => buildConditions(place, word)))]
    const plain = all.filter((one) => !one.startsWith('(')).slice(0, conditionsMost)
    // Those in brackets are 37 each: one of them, and none where others narrow enough.
    const choice = plain.length < conditionsEnough ? all.filter((one) => one.startsWith('(')).slice(0, 1) : []
    return [...plain, ...choice]
  }

  /** Whether a page that meets the conditions holds all words for certain. */
  get isExactInIndex(): boolean {
    return this.#words.every(isExactTerm) && this.conditions('a').length === this.#words.length
  }

  /** The words, in small letters of a-z. */
  get words(): string[] {
    return this.#words.map((word) => word.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()))
  }

  /** Which of the words a text lacks. */
  wordsMissingIn(text: string): number[] {
    return this.#patterns.flatMap((pattern, at) => (fromStart(pattern).test(text) ? [] : [at]))
  }

  /** Where the first word that a text holds first stands in it; undefined when it holds none. */
  firstIn(text: string): number | undefined {
    for (const pattern of this.#patterns) {
      const match = fromStart(pattern).exec(text)
      if (match) return match.index
    }
    return undefined
  }

  /** Whether a text holds all words. */
  isIn(text: string): boolean {
    return this.#patterns.every((pattern) => fromStart(pattern).test(text))
  }

  /** What a page with this title and text holds; undefined when a word is missing. */
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

  /** Where words stand in a text: start and length in UTF-16 units, in order, not overlapping. */
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
