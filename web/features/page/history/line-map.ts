import type { DiffRange } from '#shared/text-diff/sequence.ts'

/** A side of a comparison. */
export type SideName = 'old' | 'new'

const rangeOf = (range: DiffRange, side: SideName): [number, number] =>
  side === 'old' ? [range.oldFrom, range.oldTo] : [range.newFrom, range.newTo]

/** Returns the position on the other side of a line (from 0, fractions allowed) of one side. */
export function lineOnOtherSide(ranges: readonly DiffRange[], line: number, from: SideName): number {
  const to = from === 'old' ? 'new' : 'old'
  for (const range of ranges) {
    const [first, end] = rangeOf(range, from)
    if (line >= end && range !== ranges.at(-1)) continue
    const [otherFirst, otherEnd] = rangeOf(range, to)
    const share = end === first ? 0 : Math.min(1, Math.max(0, (line - first) / (end - first)))
    return otherFirst + share * (otherEnd - otherFirst)
  }
  return line
}

/**
 * Returns the changes of one side as ranges of lines (from 0, end exclusive), without empty lines at their edges;
 * undefined where nothing is left.
 */
export function changedRanges(
  ranges: readonly DiffRange[],
  lines: readonly string[],
  side: SideName,
): ([number, number] | undefined)[] {
  return ranges
    .filter(({ same }) => !same)
    .map((range) => {
      let [first, end] = rangeOf(range, side)
      while (first < end && lines[first]?.trim() === '') first += 1
      while (end > first && lines[end - 1]?.trim() === '') end -= 1
      return end > first ? [first, end] : undefined
    })
}

/**
 * Returns the index of the first change that touches the lines from `first` to `end` (exclusive), from 0; -1 for none.
 */
export const changeAt = (ranges: readonly ([number, number] | undefined)[], first: number, end: number): number =>
  ranges.findIndex((range) => range !== undefined && range[0] < end && range[1] > first)
