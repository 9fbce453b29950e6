import { type DiffSegment, diffWords } from '#web/lib/diff/words.ts'

/**
 * Longer lines are shown in part, in characters: thousands of characters in one line take a window too long to render.
 */
const longest = 4000

/** How many characters are shown before and after the differing part of a long line. */
const context = 200

/** A line as it is shown; `left` is the number of characters omitted before and after. */
export interface ShownLine {
  marks: DiffSegment[]
  leftBefore: number
  leftAfter: number
}

const whole = (marks: DiffSegment[]): ShownLine => ({ marks, leftBefore: 0, leftAfter: 0 })

function shortened(line: string): ShownLine {
  if (line.length <= longest) return whole([{ text: line, changed: false }])
  return { marks: [{ text: line.slice(0, longest), changed: false }], leftBefore: 0, leftAfter: line.length - longest }
}

/** Returns the part of a long line that differs from its counterpart, with some context. */
function aroundDifference(line: string, partner: string): ShownLine {
  const most = Math.min(line.length, partner.length)
  let head = 0
  while (head < most && line[head] === partner[head]) head += 1
  let tail = 0
  while (tail < most - head && line[line.length - 1 - tail] === partner[partner.length - 1 - tail]) tail += 1
  const from = Math.max(0, head - context)
  const end = line.length - tail
  const to = Math.min(end, head + longest)
  const after = to < end ? to : Math.min(line.length, end + context)
  const marks = [
    { text: line.slice(from, head), changed: false },
    { text: line.slice(head, to), changed: true },
    { text: line.slice(to, after), changed: false },
  ]
  return { marks: marks.filter(({ text }) => text !== ''), leftBefore: from, leftAfter: line.length - after }
}

/**
 * Returns a changed line with the differences from its counterpart marked; without one, or when they share little, the
 * plain line.
 */
export function shownLine(
  line: string,
  partner: string | undefined,
  side: 'old' | 'new',
  ignoreSpace: boolean,
): ShownLine {
  if (partner === undefined) return shortened(line)
  if (line.length > longest || partner.length > longest) return aroundDifference(line, partner)
  const marks = side === 'old' ? diffWords(line, partner, ignoreSpace) : diffWords(partner, line, ignoreSpace)
  return marks ? whole(marks[side]) : shortened(line)
}
