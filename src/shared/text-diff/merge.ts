import { diffLines as compare, splitLines } from './lines.ts'

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
interface MergeConflict {
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
export const fences = { start: '<<<<<<<', middle: '=======', end: '>>>>>>>' }

/** Returns the line between both versions. A line of such characters alone would underline a heading. */
export const middleOf = ({ mine, theirs }: MarkerLabels) => `${fences.middle} ${mine} / ${theirs}`

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
