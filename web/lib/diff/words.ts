import { type DiffRange, diffSequences } from '#shared/text-diff/sequence.ts'

/** A segment of a line. */
export interface DiffSegment {
  text: string
  changed: boolean
}

// Scripts without spaces between words are compared character by character.
const word =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{N}\p{M}_])+|\s+|./gsu

/** Splits a line into words, whitespace and punctuation. */
export const splitWords = (line: string): string[] => line.match(word) ?? []

/** Longer lines are not compared word by word. In characters. */
const longest = 4000

/** Lines with a lower similarity (0 to 1) are different lines, not changed ones. */
const leastAlike = 0.3

const charactersOf = (words: readonly string[]) => words.reduce((sum, one) => sum + one.trim().length, 0)

/** Returns how much two lines share, 0 to 1, regardless of word order. */
export function getSimilarity(oldWords: readonly string[], newWords: readonly string[]): number {
  const all = charactersOf(oldWords) + charactersOf(newWords)
  if (all === 0) return 0
  const left = new Map<string, number>()
  for (const one of oldWords) left.set(one, (left.get(one) ?? 0) + 1)
  let shared = 0
  for (const one of newWords) {
    const count = left.get(one) ?? 0
    if (count === 0) continue
    left.set(one, count - 1)
    shared += one.trim().length
  }
  return (2 * shared) / all
}

function marksOf(words: readonly string[], ranges: readonly DiffRange[], side: 'old' | 'new'): DiffSegment[] {
  const marks: DiffSegment[] = []
  for (const range of ranges) {
    const [from, to] = side === 'old' ? [range.oldFrom, range.oldTo] : [range.newFrom, range.newTo]
    const text = words.slice(from, to).join('')
    if (text !== '') marks.push({ text, changed: !range.same })
  }
  return marks
}

/** Marks the whitespace between two changed words too: one mark reads better than many. */
function joined(marks: readonly DiffSegment[]): DiffSegment[] {
  const result: DiffSegment[] = []
  marks.forEach((mark, at) => {
    const isBetween = marks[at - 1]?.changed && marks[at + 1]?.changed && mark.text.trim() === ''
    const changed = mark.changed || Boolean(isBetween)
    const last = result.at(-1)
    if (last && last.changed === changed) last.text += mark.text
    else result.push({ text: mark.text, changed })
  })
  return result
}

/** Compares two lines word by word; undefined if they are different lines or too long. */
export function diffWords(
  oldLine: string,
  newLine: string,
  ignoreSpace = false,
): { old: DiffSegment[]; new: DiffSegment[] } | undefined {
  if (oldLine.length > longest || newLine.length > longest) return undefined
  const oldWords = splitWords(oldLine)
  const newWords = splitWords(newLine)
  if (getSimilarity(oldWords, newWords) < leastAlike) return undefined
  const known = new Map<string, number>()
  const numbered = (words: readonly string[]) =>
    Int32Array.from(words, (one) => {
      const key = ignoreSpace && one.trim() === '' ? ' ' : one
      const id = known.get(key) ?? known.size
      if (id === known.size) known.set(key, id)
      return id
    })
  const ranges = diffSequences(numbered(oldWords), numbered(newWords), known.size, false)
  return { old: joined(marksOf(oldWords, ranges, 'old')), new: joined(marksOf(newWords, ranges, 'new')) }
}
