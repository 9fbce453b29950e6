import DiffMatchPatch from 'diff-match-patch'

/** Lines that two texts share, or that only one of them has. */
export interface DiffPart {
  kind: 'same' | 'mine' | 'theirs'
  lines: string[]
}

const kindOf = (sign: number): DiffPart['kind'] => (sign === 0 ? 'same' : sign > 0 ? 'mine' : 'theirs')

const withoutCarriage = (text: string) => text.replace(/\r\n?/g, '\n')
const linesOf = (text: string): string[] => text.split('\n')

/** What differs between two texts, line by line and in order; line ends do not count. */
export function diffLines(theirs: string, mine: string): DiffPart[] {
  const differ = new DiffMatchPatch()
  // a last line without an end would not be the same line as one with an end
  const { chars1, chars2, lineArray } = differ.diff_linesToChars_(
    `${withoutCarriage(theirs)}\n`,
    `${withoutCarriage(mine)}\n`,
  )
  const diffs = differ.diff_main(chars1, chars2, false)
  differ.diff_charsToLines_(diffs, lineArray)
  return diffs.map(([sign, text]) => ({ kind: kindOf(sign), lines: linesOf(text.slice(0, -1)) }))
}

interface Change {
  /** Lines of the base, from 0; `to` is not included. */
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

/** Changes that touch the same lines, together. */
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

/** The words around lines that both sides changed. */
export interface MergeMarks {
  mine: string
  theirs: string
}

/** Two texts made one. */
export interface Merged {
  text: string
  /** How many places both sides changed; there both stand, between marks. */
  conflicts: number
}

/** The lines that mark a place which both sides changed. */
const fences = { start: '<<<<<<<', middle: '=======', end: '>>>>>>>' }

/**
 * Brings the changes of both sides since `base` together. Where both changed the same lines, both versions stand, mine
 * first, between marked lines: nothing of either side is lost.
 */
export function mergeTexts(base: string, mine: string, theirs: string, marks: MergeMarks): Merged {
  const lines = linesOf(withoutCarriage(base))
  const result: string[] = []
  let at = 0
  let conflicts = 0
  for (const group of groupsOf(changesOf(base, mine), changesOf(base, theirs))) {
    result.push(...lines.slice(at, group.from))
    at = group.to
    const my = applied(lines, group, group.mine)
    const their = applied(lines, group, group.theirs)
    const isSame = my.length === their.length && my.every((line, i) => line === their[i])
    if (group.theirs.length === 0 || isSame) result.push(...my)
    else if (group.mine.length === 0) result.push(...their)
    else {
      conflicts += 1
      result.push(`${fences.start} ${marks.mine}`, ...my, fences.middle, ...their, `${fences.end} ${marks.theirs}`)
    }
  }
  result.push(...lines.slice(at))
  return { text: result.join('\n'), conflicts }
}

/** Whether marks of `mergeTexts` are left in a text. */
export const hasMergeMarks = (text: string, marks: MergeMarks): boolean =>
  linesOf(text).some((line) => line === `${fences.start} ${marks.mine}` || line === `${fences.end} ${marks.theirs}`)
