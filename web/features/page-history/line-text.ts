import { type DiffSegment, diffWords } from '#web/lib/diff/words.ts'

/** A longer line is shown in part: thousands of letters in one line are more than a window draws in a moment. */
const longest = 4000

/** What is shown before and after the part of a long line that differs. */
const context = 200

/** A line as it is shown; `left` says how many characters were left out before and after. */
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

/** Of a long line the part that differs from its partner, with a little around. */
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

/** A changed line with what differs from its partner marked; without one, or when they share little, the plain line. */
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
