import { type DiffRange, diffSequences } from './sequence.ts'

/** Splits a text into lines; accepts any kind of line break. */
export const splitLines = (text: string): string[] => text.replace(/\r\n?/g, '\n').split('\n')

/** Options for comparing lines. */
export interface LineDiffOptions {
  /** Ignores whitespace at the ends of lines and the amount of whitespace between words. */
  ignoreSpace?: boolean
}

const withoutSpace = (line: string) => line.trim().replace(/\s+/g, ' ')

/** Numbers the lines so that equal lines get equal numbers. */
function numbered(lists: readonly string[][], keyOf: (line: string) => string) {
  const known = new Map<string, number>()
  const numbers = lists.map((lines) => {
    const sequence = new Int32Array(lines.length)
    lines.forEach((line, at) => {
      const key = keyOf(line)
      const id = known.get(key) ?? known.size
      if (id === known.size) known.set(key, id)
      sequence[at] = id
    })
    return sequence
  })
  return { numbers, kinds: known.size }
}

/** Returns how far a one-sided block of lines can move up and down without changing the meaning of the diff. */
function room(lines: readonly string[], from: number, to: number, before: number, after: number) {
  let up = 0
  while (up < before && lines[from - up - 1] === lines[to - up - 1]) up += 1
  let down = 0
  while (down < after && lines[from + down] === lines[to + down]) down += 1
  return { up, down }
}

/** Chooses the most readable position: a paragraph start after an empty line, otherwise as far down as possible. */
function bestMove(lines: readonly string[], from: number, { up, down }: { up: number; down: number }): number {
  for (let move = down; move >= -up; move -= 1) {
    const first = from + move
    const isParagraph = first === 0 || lines[first - 1]?.trim() === ''
    if (isParagraph && lines[first]?.trim() !== '') return move
  }
  return down
}

const lengthOf = (range: DiffRange | undefined) => (range?.same ? range.oldTo - range.oldFrom : 0)

/** Moves one-sided blocks to the most readable position, within the identical lines around them. */
function settle(ranges: DiffRange[], oldLines: readonly string[], newLines: readonly string[]) {
  ranges.forEach((range, at) => {
    const isAdded = range.oldFrom === range.oldTo
    if (range.same || (!isAdded && range.newFrom !== range.newTo)) return
    const former = ranges[at - 1]
    const next = ranges[at + 1]
    const lines = isAdded ? newLines : oldLines
    const from = isAdded ? range.newFrom : range.oldFrom
    const to = isAdded ? range.newTo : range.oldTo
    // Keep one line on either side so that two changes never touch.
    const before = Math.max(0, lengthOf(former) - 1)
    const after = Math.max(0, lengthOf(next) - 1)
    const move = bestMove(lines, from, room(lines, from, to, before, after))
    if (move === 0) return
    for (const name of ['oldFrom', 'oldTo', 'newFrom', 'newTo'] as const) range[name] += move
    if (former) {
      former.oldTo += move
      former.newTo += move
    }
    if (next) {
      next.oldFrom += move
      next.newFrom += move
    }
  })
}

/** Returns the shared and the differing ranges of two lists of lines, in order. */
export function diffLines(oldLines: string[], newLines: string[], { ignoreSpace }: LineDiffOptions = {}): DiffRange[] {
  const { numbers, kinds } = numbered([oldLines, newLines], ignoreSpace ? withoutSpace : (line) => line)
  const [a = new Int32Array(), b = new Int32Array()] = numbers
  const ranges = diffSequences(a, b, kinds, true)
  if (!ignoreSpace) settle(ranges, oldLines, newLines)
  return ranges
}

/** Counts the added and removed lines. */
export function countChanges(ranges: readonly DiffRange[]): { added: number; removed: number } {
  let added = 0
  let removed = 0
  for (const { same, oldFrom, oldTo, newFrom, newTo } of ranges) {
    if (same) continue
    added += newTo - newFrom
    removed += oldTo - oldFrom
  }
  return { added, removed }
}
