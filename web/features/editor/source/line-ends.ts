import { invertedEffects } from '@codemirror/commands'
import {
  type Extension,
  RangeSet,
  RangeSetBuilder,
  RangeValue,
  StateEffect,
  StateField,
  type Text,
} from '@codemirror/state'

type LineEnd = '\n' | '\r\n' | '\r'

/** A line ending that differs from the others of its text. */
class OddEnd extends RangeValue {
  override startSide = 1
  override endSide = -1
  readonly end: LineEnd

  constructor(end: LineEnd) {
    super()
    this.end = end
  }

  override eq(other: RangeValue) {
    return other instanceof OddEnd && other.end === this.end
  }
}

/** The line endings of a text: the main one, and the exceptions by the position of their break in the editor's text. */
interface LineEnds {
  main: LineEnd
  odd: RangeSet<OddEnd>
}

const breaks = /\r\n?|\n/g

/** Detects the line endings of a stored text; the editor itself knows only `\n`. */
export function detectLineEnds(text: string): LineEnds {
  const counts: Record<LineEnd, number> = { '\n': 0, '\r\n': 0, '\r': 0 }
  for (const [end] of text.matchAll(breaks)) counts[end as LineEnd] += 1
  const ends: LineEnd[] = ['\n', '\r\n', '\r']
  const main = ends.reduce((most, end) => (counts[end] > counts[most] ? end : most))
  const odd = new RangeSetBuilder<OddEnd>()
  if (ends.some((end) => end !== main && counts[end] > 0)) {
    let shorter = 0
    for (const { 0: end, index } of text.matchAll(breaks)) {
      if (end !== main) odd.add(index - shorter, index - shorter + 1, new OddEnd(end as LineEnd))
      shorter += end.length - 1
    }
  }
  return { main, odd: odd.finish() }
}

/** Returns the text to store: every unchanged line keeps its line ending. */
export function storedText(doc: Text, { main, odd }: LineEnds): string {
  const parts: string[] = []
  let from = 0
  for (const cursor = odd.iter(); cursor.value; cursor.next()) {
    if (doc.sliceString(cursor.from, cursor.to) !== '\n') continue
    parts.push(doc.sliceString(from, cursor.from, main), cursor.value.end)
    from = cursor.to
  }
  parts.push(doc.sliceString(from, doc.length, main))
  return parts.join('')
}

/** Notifies the editor that its whole text was replaced by one with these line endings. */
export const setLineEnds = StateEffect.define<LineEnds>()

/** The line endings of the text in an editor, mapped through its edits. */
export const lineEndsField = StateField.define<LineEnds>({
  create: () => ({ main: '\n', odd: RangeSet.empty }),
  update(ends, transaction) {
    const set = transaction.effects.find((effect) => effect.is(setLineEnds))
    if (set) return set.value
    if (!transaction.docChanged || ends.odd.size === 0) return ends
    return { main: ends.main, odd: ends.odd.map(transaction.changes) }
  },
})

/** Preserves the line endings of `text` during editing; undoing a replacement of the text restores its own. */
export const preserveLineEnds = (text: string): Extension => [
  lineEndsField.init(() => detectLineEnds(text)),
  invertedEffects.of(({ effects, startState }) =>
    effects.some((effect) => effect.is(setLineEnds)) ? [setLineEnds.of(startState.field(lineEndsField))] : [],
  ),
]
