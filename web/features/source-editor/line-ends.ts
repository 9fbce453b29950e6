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

/** A line end that differs from the others of its text. */
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

/** How the lines of a text end: nearly all alike, and the odd ones by the place of their break in the editor's text. */
export interface LineEnds {
  main: LineEnd
  odd: RangeSet<OddEnd>
}

const breaks = /\r\n?|\n/g

/** The line ends of a text as it is stored; the editor itself knows `\n` only. */
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

/** The text as it is to be stored: every untouched line ends as it did before. */
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

/** Tells the editor that its whole text was replaced by one with these line ends. */
export const setLineEnds = StateEffect.define<LineEnds>()

/** The line ends of the text in an editor, moving along as it is edited. */
export const lineEndsField = StateField.define<LineEnds>({
  create: () => ({ main: '\n', odd: RangeSet.empty }),
  update(ends, transaction) {
    const set = transaction.effects.find((effect) => effect.is(setLineEnds))
    if (set) return set.value
    if (!transaction.docChanged || ends.odd.size === 0) return ends
    return { main: ends.main, odd: ends.odd.map(transaction.changes) }
  },
})

/** Keeps the line ends of `text` while it is edited; undoing a replacement of the text brings its own back. */
export const preserveLineEnds = (text: string): Extension => [
  lineEndsField.init(() => detectLineEnds(text)),
  invertedEffects.of(({ effects, startState }) =>
    effects.some((effect) => effect.is(setLineEnds)) ? [setLineEnds.of(startState.field(lineEndsField))] : [],
  ),
]
