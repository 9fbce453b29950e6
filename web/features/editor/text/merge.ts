import { splitLines } from '#shared/text-diff/lines.ts'
import {
  type DiffPart,
  diffLines,
  fences,
  type MarkerLabels,
  type MergeResultText,
  mergeTexts,
  middleOf,
} from '#shared/text-diff/merge.ts'

/** A marked conflict in a text: its position, and the lines of each side. */
export interface ConflictBlock {
  /** The first character of its first line, and the position after its last line, without the line ending. */
  from: number
  to: number
  mine: string
  theirs: string
}

/** Returns the conflicts that are left in a text, in order. */
export function findConflictBlocks(text: string, marks: MarkerLabels): ConflictBlock[] {
  const places: ConflictBlock[] = []
  const between = middleOf(marks)
  const [start, end] = [`${fences.start} ${marks.mine}\n`, `\n${fences.end} ${marks.theirs}`]
  for (let from = text.indexOf(start); from >= 0; from = text.indexOf(start, from + start.length)) {
    if (from > 0 && text[from - 1] !== '\n') continue
    const last = text.indexOf(end, from + start.length - 1)
    if (last < 0) break
    const inside = text.slice(from + start.length, last + 1)
    const middle = `\n${inside}`.indexOf(`\n${between}\n`)
    if (middle < 0) continue
    const mine = inside.slice(0, Math.max(0, middle - 1))
    const theirs = inside.slice(middle + between.length + 1, -1)
    places.push({ from, to: last + end.length, mine, theirs })
  }
  return places
}

/** Returns the changes that translate the markers of a merged text into another language. */
export function relabelingChanges(
  text: string,
  marks: MarkerLabels,
  next: MarkerLabels,
): { from: number; to: number; insert: string }[] {
  const lineOf = ({ mine, theirs }: MarkerLabels, between: string) => [
    `${fences.start} ${mine}`,
    between,
    `${fences.end} ${theirs}`,
  ]
  const former = lineOf(marks, middleOf(marks))
  const later = lineOf(next, middleOf(next))
  const changes: { from: number; to: number; insert: string }[] = []
  let from = 0
  for (const line of splitLines(text)) {
    const insert = later[former.indexOf(line)]
    if (insert !== undefined && insert !== line) changes.push({ from, to: from + line.length, insert })
    from += line.length + 1
  }
  return changes
}

/** Reports whether a text still contains markers of `mergeTexts`. */
export const hasConflictMarkers = (text: string, marks: MarkerLabels): boolean =>
  splitLines(text).some((line) => line === `${fences.start} ${marks.mine}` || line === `${fences.end} ${marks.theirs}`)

/** Two texts, and their common base when it is known. */
export interface CompareRequest {
  base: string | undefined
  mine: string
  theirs: string
  marks: MarkerLabels
}

/** What two texts share, where they differ, and their merged text. */
export interface Comparison {
  parts: DiffPart[]
  /** Undefined when the common base of the texts is not known. */
  merged: MergeResultText | undefined
}

/** Computes a comparison; runs in the worker, or in the window where no worker can be started. */
export const computeComparison = ({ base, mine, theirs, marks }: CompareRequest): Comparison => ({
  parts: diffLines(theirs, mine),
  merged: base === undefined ? undefined : mergeTexts(base, mine, theirs, marks),
})
