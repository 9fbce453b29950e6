import { kinds, normalizationTables, normalizeText } from './normalize-text.ts'

/**
 * The field of a term: the title, the title or a heading, anywhere in the page. It is the first letter of each term, so
 * that one list of terms serves all three.
 */
export type TermField = 't' | 'h' | 'a'

const plain = 'abcdefghijklmnopqrstuvwxyz0123456789'
const isPlain = new Uint8Array(0x10000)
for (const sign of plain) isPlain[sign.charCodeAt(0)] = 1

// Enough for the terms of an ordinary page; longer lists are written in parts.
const partUnits = 1 << 16
const longestTerm = 8

/**
 * Collects the terms of one text after another, each once, without creating strings: most texts have thousands of
 * terms, and strings would take five times as long. A term is one to three UTF-16 units; 0 means none.
 */
class TermWriter {
  #mask = (1 << 13) - 1
  #keys = new Float64Array(this.#mask + 1)
  // The text that each slot belongs to: slots of former texts count as empty.
  #turns = new Uint32Array(this.#mask + 1)
  #turn = 0
  #count = 0
  readonly #units = new Uint16Array(partUnits)
  #length = 0
  #parts: string[] = []
  #place = 0

  /** Begins another text, whose terms begin with the first character of `place`. */
  begin(place: string): void {
    this.#place = place.charCodeAt(0)
    this.#turn++
    this.#count = 0
  }

  /** Number of terms in the current text. */
  get count(): number {
    return this.#count
  }

  /** Adds a term unless the current text already has it. */
  add(first: number, second: number, third: number): void {
    if (this.#isKnown((first * 0x10000 + second) * 0x10000 + third)) return
    if (this.#length > partUnits - longestTerm) this.#leave()
    const units = this.#units
    units[this.#length++] = 0x20
    units[this.#length++] = this.#place
    units[this.#length++] = first
    if (second !== 0) units[this.#length++] = second
    if (third !== 0) units[this.#length++] = third
  }

  /** Returns all terms since the last call, each with a space before it. */
  take(): string {
    this.#leave()
    const text = this.#parts.join('')
    this.#parts = []
    return text
  }

  #leave(): void {
    this.#parts.push(Buffer.from(this.#units.buffer, 0, this.#length * 2).toString('utf16le'))
    this.#length = 0
  }

  #isKnown(key: number): boolean {
    const at = this.#placeOf(key)
    if (this.#turns[at] === this.#turn) return true
    this.#keys[at] = key
    this.#turns[at] = this.#turn
    if (++this.#count > this.#mask / 2) this.#grow()
    return false
  }

  #placeOf(key: number): number {
    let at = (Math.imul((key / 0x10000) | 0, 0x9e3779b1) ^ Math.imul(key & 0xffff, 0x85ebca6b)) >>> 7
    for (at &= this.#mask; this.#turns[at] === this.#turn && this.#keys[at] !== key; at = (at + 1) & this.#mask);
    return at
  }

  #grow(): void {
    const [keys, turns] = [this.#keys, this.#turns]
    this.#mask = this.#mask * 2 + 1
    this.#keys = new Float64Array(this.#mask + 1)
    this.#turns = new Uint32Array(this.#mask + 1)
    keys.forEach((key, from) => {
      if (turns[from] !== this.#turn) return
      const at = this.#placeOf(key)
      this.#keys[at] = key
      this.#turns[at] = this.#turn
    })
  }
}

const writer = new TermWriter()

// FTS5 takes 3 us per term, in one piece: more would block everyone. A text of a megabyte has fewer, unless it consists
// of random letters.
const termsMost = 120_000

/**
 * Adds the terms of a text. Chinese, Japanese and Korean: every letter, and every two neighbors. Others: every three
 * neighbors, and two where none of a-z and 0-9 follows, so that a word of two letters is found by 37 terms.
 *
 * @returns false when there are too many
 */
function addTerms(place: TermField, text: string): boolean {
  const { fold, kind } = normalizationTables()
  // Two units longer than the text: what follows its end is no letter.
  const units = new Uint16Array(text.length + 2)
  for (let at = 0; at < text.length; at++) units[at] = fold[text.charCodeAt(at)] ?? 0
  writer.begin(place)
  for (let at = 0; at < text.length; at++) {
    if (writer.count > termsMost) return false
    const [first = 0, second = 0] = [units[at], units[at + 1]]
    const kindOfFirst = kind[first]
    const isPair = kind[second] === kindOfFirst
    if (kindOfFirst === kinds.cjk) {
      writer.add(first, 0, 0)
      if (isPair) writer.add(first, second, 0)
    } else if (kindOfFirst === kinds.letter && isPair) {
      const third = units[at + 2] ?? 0
      if (kind[third] === kinds.letter) writer.add(first, second, third)
      if (isPlain[third] === 0) writer.add(first, second, 0)
    }
  }
  return true
}

/** Returns the terms of texts, each once per field, separated by spaces, unless a field has too many. */
export function extractTerms(texts: Readonly<Record<TermField, string>>): { terms: string; isWhole: boolean } {
  let isWhole = true
  let terms = ''
  for (const place of ['t', 'h', 'a'] as const) {
    const fits = addTerms(place, texts[place])
    // An incomplete list would claim that a word is missing although it is there.
    const own = writer.take()
    if (fits) terms += own
    else isWhole = false
  }
  return { terms, isWhole }
}

/** Returns the conditions for a run of letters of one kind; none for a single letter, which nearly every page has. */
function runConditions(place: TermField, run: string, isCjk: boolean): string[] {
  const all = (count: number) =>
    Array.from({ length: run.length - count + 1 }, (_, at) => place + run.slice(at, at + count))
  if (isCjk) return all(Math.min(run.length, 2))
  // Every second term and the last: each costs a lookup, and matches are compared with the text anyway. Headings are
  // not compared, and have few terms.
  const isEach = place === 'h'
  if (run.length > 2) return all(3).filter((_, at, { length }) => isEach || at % 2 === 0 || at === length - 1)
  if (run.length < 2) return []
  return [['', ...plain].map((third) => place + run + third).join(' ')]
}

/**
 * Returns the index conditions for a word to be in that field of a page; empty if the word yields none. A condition is
 * one term, or several separated by spaces, one of which the page must have.
 */
export function buildConditions(place: TermField, word: string): string[] {
  const { kind } = normalizationTables()
  const folded = normalizeText(word)
  const conditions: string[] = []
  for (let at = 0; at < folded.length; ) {
    const kindOfRun = kind[folded.charCodeAt(at)]
    let end = at + 1
    while (end < folded.length && kind[folded.charCodeAt(end)] === kindOfRun) end++
    if (kindOfRun !== kinds.other)
      conditions.push(...runConditions(place, folded.slice(at, end), kindOfRun === kinds.cjk))
    at = end
  }
  return [...new Set(conditions)]
}

/**
 * Returns whether the index covers a word itself and not only parts of it: what meets its conditions certainly contains
 * it.
 */
export function isExactTerm(word: string): boolean {
  const { kind } = normalizationTables()
  const [first, ...more] = new Set(Array.from(normalizeText(word).split(''), (unit) => kind[unit.charCodeAt(0)]))
  // A lone surrogate is indexed like any other one.
  if (more.length > 0 || !word.isWellFormed()) return false
  if (first === kinds.cjk) return word.length < 3
  return first === kinds.letter && (word.length === 2 || word.length === 3)
}

/** Returns the term that limits a search to an item. */
export const itemTerm = (item_id: number): string => `i${item_id}`
