import { diffLines as compare, splitLines } from '#web/lib/diff/lines.ts'

/** Lines that two texts share, or that only one of them has. */
export interface DiffPart {
  kind: 'same' | 'mine' | 'theirs'
  lines: string[]
}

/** Returns the differences between two texts, line by line and in order; line endings are ignored. */
export function diffLines(theirs: string, mine: string): DiffPart[] {
  const [their, my] = [splitLines(theirs), splitLines(mine)]
  return compare(their, my).flatMap(({ same, oldFrom, oldTo, newFrom, newTo }): DiffPart[] => {
    if (same) return [{ kind: 'same', lines: my.slice(newFrom, newTo) }]
    const parts: DiffPart[] = [
      { kind: 'theirs', lines: their.slice(oldFrom, oldTo) },
      { kind: 'mine', lines: my.slice(newFrom, newTo) },
    ]
    return parts.filter(({ lines }) => lines.length > 0)
  })
}

interface Change {
  /** The lines of the base, from 0; `to` is exclusive. */
  from: number
  to: number
  lines: string[]
}

function changesOf(base: string, next: string): Change[] {
  const changes: Change[] = []
  let at = 0
  let open: Change | undefined
  for (const { kind, lines } of diffLines(base, next)) {
    if (kind === 'same') {
      at += lines.length
      open = undefined
      continue
    }
    if (!open) {
      open = { from: at, to: at, lines: [] }
      changes.push(open)
    }
    if (kind === 'mine') open.lines.push(...lines)
    else at = open.to = at + lines.length
  }
  return changes
}

interface Group {
  from: number
  to: number
  mine: Change[]
  theirs: Change[]
}

/** Groups changes that touch the same lines. */
function groupsOf(mine: Change[], theirs: Change[]): Group[] {
  const all = [
    ...mine.map((change) => ({ change, side: 'mine' as const })),
    ...theirs.map((change) => ({ change, side: 'theirs' as const })),
  ].sort((a, b) => a.change.from - b.change.from || a.change.to - b.change.to)
  const groups: Group[] = []
  for (const { change, side } of all) {
    const last = groups.at(-1)
    const touches = last && (change.from < last.to || (change.from === last.from && change.from === last.to))
    const group = last && touches ? last : { from: change.from, to: change.to, mine: [], theirs: [] }
    if (group !== last) groups.push(group)
    group.to = Math.max(group.to, change.to)
    group[side].push(change)
  }
  return groups
}

function applied(base: string[], { from, to }: Group, changes: Change[]): string[] {
  const result: string[] = []
  let at = from
  for (const change of changes) {
    result.push(...base.slice(at, change.from), ...change.lines)
    at = change.to
  }
  return [...result, ...base.slice(at, to)]
}

/** The labels around conflicting lines. */
export interface MarkerLabels {
  mine: string
  theirs: string
}

/** A place that both sides changed. */
export interface MergeConflict {
  mine: string
  theirs: string
  /** The line, from 0, where it begins in each text. */
  mineLine: number
  theirsLine: number
}

/** Two merged texts. */
export interface MergeResultText {
  text: string
  /** The conflicts; each contains both versions between markers. */
  conflicts: MergeConflict[]
}

/** The lines that mark a conflict. */
const fences = { start: '<<<<<<<', middle: '=======', end: '>>>>>>>' }

// A line of such characters alone would underline a heading.
const middleOf = ({ mine, theirs }: MarkerLabels) => `${fences.middle} ${mine} / ${theirs}`

/**
 * Merges the changes of both sides since `base`. Where both changed the same lines, both versions are included, mine
 * first, between marker lines: nothing of either side is lost.
 */
export function mergeTexts(base: string, mine: string, theirs: string, marks: MarkerLabels): MergeResultText {
  const lines = splitLines(base)
  const result: string[] = []
  const nameConflicts: MergeConflict[] = []
  let at = 0
  // how many more lines than the base each side has up to here
  let mineMore = 0
  let theirsMore = 0
  for (const group of groupsOf(changesOf(base, mine), changesOf(base, theirs))) {
    result.push(...lines.slice(at, group.from))
    at = group.to
    const my = applied(lines, group, group.mine)
    const their = applied(lines, group, group.theirs)
    const isSame = my.length === their.length && my.every((line, i) => line === their[i])
    if (group.theirs.length === 0 || isSame) result.push(...my)
    else if (group.mine.length === 0) result.push(...their)
    else {
      const place = { mineLine: group.from + mineMore, theirsLine: group.from + theirsMore }
      nameConflicts.push({ mine: my.join('\n'), theirs: their.join('\n'), ...place })
      result.push(`${fences.start} ${marks.mine}`, ...my, middleOf(marks), ...their, `${fences.end} ${marks.theirs}`)
    }
    mineMore += my.length - (group.to - group.from)
    theirsMore += their.length - (group.to - group.from)
  }
  result.push(...lines.slice(at))
  return { text: result.join('\n'), conflicts: nameConflicts }
}

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
