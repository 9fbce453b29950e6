import type { DiffRange } from '#shared/text-diff/sequence.ts'

/** A side of a comparison. */
export type SideName = 'old' | 'new'

const rangeOf = (stretch: DiffRange, side: SideName): [number, number] =>
  side === 'old' ? [stretch.oldFrom, stretch.oldTo] : [stretch.newFrom, stretch.newTo]

/** Returns the position on the other side of a line (from 0, fractions allowed) of one side. */
export function lineOnOtherSide(stretches: readonly DiffRange[], line: number, from: SideName): number {
  const to = from === 'old' ? 'new' : 'old'
  for (const stretch of stretches) {
    const [first, end] = rangeOf(stretch, from)
    if (line >= end && stretch !== stretches.at(-1)) continue
    const [otherFirst, otherEnd] = rangeOf(stretch, to)
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
  stretches: readonly DiffRange[],
  lines: readonly string[],
  side: SideName,
): ([number, number] | undefined)[] {
  return stretches
    .filter(({ same }) => !same)
    .map((stretch) => {
      let [first, end] = rangeOf(stretch, side)
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
