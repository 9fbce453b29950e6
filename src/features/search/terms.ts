import { kinds, normalizationTables, normalizeText } from './normalize.ts'
import { TermWriter } from './term-writer.ts'

/**
 * Where a term stands: in the title, in the title or a heading, anywhere in the page. It is the first letter of each
 * term, so that one list of terms serves all three.
 */
export type TermField = 't' | 'h' | 'a'

const plain = 'abcdefghijklmnopqrstuvwxyz0123456789'
const isPlain = new Uint8Array(0x10000)
for (const sign of plain) isPlain[sign.charCodeAt(0)] = 1

const writer = new TermWriter()

// The index takes 3 us for a term, in one piece: more than these would hold everybody up. A text of a megabyte has fewer,
// unless somebody has made it of random letters.
const termsMost = 120_000

/**
 * Chinese, Japanese and Korean: every letter, and every two neighbours. Others: every three neighbours, and two where none
 * of a-z and 0-9 follows, so that a word of two letters is found by 37 terms.
 *
 * @returns false when there are too many
 */
function addTerms(place: TermField, text: string): boolean {
  const { fold, kind } = normalizationTables()
  // Two more than the text has: what follows its end is no letter.
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

/** The terms of texts, each once for its place, separated by blanks, as far as there are not too many of one place. */
export function extractTerms(texts: Readonly<Record<TermField, string>>): { terms: string; isWhole: boolean } {
  let isWhole = true
  let terms = ''
  for (const place of ['t', 'h', 'a'] as const) {
    const fits = addTerms(place, texts[place])
    // Some of a text's terms would tell that a word is not there although it is.
    const own = writer.take()
    if (fits) terms += own
    else isWhole = false
  }
  return { terms, isWhole }
}

const quoted = (term: string): string => `"${term}"`

/** The conditions for one run of letters of the same kind; none for a single letter, which nearly every page has. */
function runConditions(place: TermField, run: string, isCjk: boolean): string[] {
  const all = (count: number) =>
    Array.from({ length: run.length - count + 1 }, (_, at) => quoted(place + run.slice(at, at + count)))
  if (isCjk) return all(Math.min(run.length, 2))
  // Every second one and the last: each costs a look, and what passes is compared with the text anyway. Headings are not,
  // and have few terms.
  const isEach = place === 'h'
  if (run.length > 2) return all(3).filter((_, at, { length }) => isEach || at % 2 === 0 || at === length - 1)
  if (run.length < 2) return []
  return [`(${['', ...plain].map((third) => quoted(place + run + third)).join(' OR ')})`]
}

/** What the index must hold for a word to be in that place of a page; empty when the word gives the index nothing to go by. */
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

/** Whether the index knows a word itself, and not only parts of it: what meets its conditions holds the word for certain. */
export function isExactTerm(word: string): boolean {
  const { kind } = normalizationTables()
  const [first, ...more] = new Set(Array.from(normalizeText(word).split(''), (unit) => kind[unit.charCodeAt(0)]))
  // Half a character of two units is written to the index as any other half.
  if (more.length > 0 || !word.isWellFormed()) return false
  if (first === kinds.cjk) return word.length < 3
  return first === kinds.letter && (word.length === 2 || word.length === 3)
}

/** The term that limits a search to an item. */
export const itemTerm = (item_id: number): string => `i${item_id}`
