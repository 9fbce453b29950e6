import { pairLines } from '#web/lib/diff/pairs.ts'
import { type DiffSegment, diffWords } from '#web/lib/diff/words.ts'
import type { DiffPart } from './merge.ts'

/** The number of unchanged lines that stay visible around a difference. */
const around = 3

/** The number of one side's own lines that are rendered at once; the others are rendered on demand. */
const drawnAtOnce = 200

/** A run of lines of a column. */
export interface DiffSection {
  id: string
  kind: 'line' | 'own' | 'gap'
  lines: string[]
  /** The index of its first line in the text, from 0. */
  from: number
  /**
   * The differences inside each line, compared with the line next to it; undefined for a line without a counterpart.
   */
  marks?: (DiffSegment[] | undefined)[]
}

/** Computes what is marked in the lines of one side, compared with the lines of the other side. */
function marksOf(
  own: readonly string[],
  other: readonly string[],
  side: 'mine' | 'theirs',
): (DiffSegment[] | undefined)[] {
  const marks: (DiffSegment[] | undefined)[] = own.map(() => undefined)
  const [olds, news] = side === 'theirs' ? [own, other] : [other, own]
  for (const [oldAt, newAt] of pairLines(olds, news)) {
    const [oldLine, newLine] = [olds[oldAt], news[newAt]]
    if (oldLine === undefined || newLine === undefined) continue
    const found = diffWords(oldLine, newLine)
    if (found) marks[side === 'theirs' ? oldAt : newAt] = side === 'theirs' ? found.old : found.new
  }
  return marks
}

/** Splits a section into parts that are rendered at once; the rest stays folded until it is opened. */
function inPieces(shown: DiffSection, open: ReadonlySet<string>): DiffSection[] {
  const { id, lines, from, marks } = shown
  if (lines.length <= drawnAtOnce || open.has(id)) return [shown]
  return [
    { ...shown, lines: lines.slice(0, drawnAtOnce), ...(marks && { marks: marks.slice(0, drawnAtOnce) }) },
    { id, kind: 'gap', lines: lines.slice(drawnAtOnce), from: from + drawnAtOnce },
  ]
}

/** Builds the sections that a column shows: its own lines with the differing words, long unchanged passages folded. */
export function buildDiffSections(
  parts: readonly DiffPart[],
  side: 'mine' | 'theirs',
  open: ReadonlySet<string>,
): DiffSection[] {
  let next = 0
  return parts.flatMap(({ kind, lines }, at): DiffSection[] => {
    const id = String(at)
    const from = next
    if (kind === side) {
      next += lines.length
      const beside = side === 'theirs' ? parts[at + 1] : parts[at - 1]
      const isPair = beside && beside.kind !== 'same' && beside.kind !== side
      const marks = isPair ? marksOf(lines, beside.lines, side) : undefined
      return inPieces({ id, kind: 'own', lines, from, ...(marks && { marks }) }, open)
    }
    if (kind !== 'same') return []
    next += lines.length
    if (lines.length <= around * 2 + 2) return [{ id, kind: 'line', lines, from }]
    if (open.has(id)) return inPieces({ id: `${id}all`, kind: 'line', lines, from }, open)
    const head = at === 0 ? 0 : around
    const tail = at === parts.length - 1 ? 0 : around
    return [
      { id: `${id}a`, kind: 'line', lines: lines.slice(0, head), from },
      { id, kind: 'gap', lines: lines.slice(head, lines.length - tail), from: from + head },
      { id: `${id}b`, kind: 'line', lines: lines.slice(lines.length - tail), from: from + lines.length - tail },
    ]
  })
}
