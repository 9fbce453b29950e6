import { kinds, normalizationTables, normalizeText } from './normalize.ts'
import { TermWriter } from './term-writer.ts'

/**
 * The field of a term: the title, the title or a heading, anywhere in the page. It is the first letter of each term, so
 * that one list of terms serves all three.
 */
export type TermField = 't' | 'h' | 'a'

const plain = 'abcdefghijklmnopqrstuvwxyz0123456789'
const isPlain = new Uint8Array(0x10000)
for (const sign of plain) isPlain[sign.charCodeAt(0)] = 1

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

const quoted = (term: string): string => `"${term}"`

/** Returns the conditions for a run of letters of one kind; none for a single letter, which nearly every page has. */
function runConditions(place: TermField, run: string, isCjk: boolean): string[] {
  const all = (count: number) =>
    Array.from({ length: run.length - count + 1 }, (_, at) => quoted(place + run.slice(at, at + count)))
  if (isCjk) return all(Math.min(run.length, 2))
  // Every second term and the last: each costs a lookup, and matches are compared with the text anyway. Headings are
  // not compared, and have few terms.
  const isEach = place === 'h'
  if (run.length > 2) return all(3).filter((_, at, { length }) => isEach || at % 2 === 0 || at === length - 1)
  if (run.length < 2) return []
  return [`(${['', ...plain].map((third) => quoted(place + run + third)).join(' OR ')})`]
}

/** Returns the index conditions for a word to be in that field of a page; empty if the word yields none. */
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
