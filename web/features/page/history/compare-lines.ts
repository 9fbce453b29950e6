import { diffLines, type LineDiffOptions } from '#shared/text-diff/lines.ts'
import type { DiffRange } from '#shared/text-diff/sequence.ts'
import { type Pair, pairLines } from '#web/lib/diff/pairs.ts'

/** A range of two texts; where they differ, with the lines that are paired, from 0 within it. */
export interface ComparedRange extends DiffRange {
  pairs: readonly Pair[]
}

/** Returns what two texts share and where they differ. It runs in `diff-worker.ts`, which sends the ranges packed. */
export function compareLines(oldLines: string[], newLines: string[], rules: LineDiffOptions): ComparedRange[] {
  return diffLines(oldLines, newLines, rules).map((range) => ({
    ...range,
    pairs: range.same
      ? []
      : pairLines(oldLines.slice(range.oldFrom, range.oldTo), newLines.slice(range.newFrom, range.newTo)),
  }))
}

const perRange = 6

/** Encodes a comparison as numbers, which are transferred between threads without copying. */
export function packRanges(ranges: readonly ComparedRange[]): Int32Array<ArrayBuffer> {
  const pairs = ranges.reduce((sum, one) => sum + one.pairs.length, 0)
  const numbers = new Int32Array(ranges.length * perRange + pairs * 2)
  let at = 0
  for (const { same, oldFrom, oldTo, newFrom, newTo, pairs: its } of ranges) {
    numbers.set([same ? 1 : 0, oldFrom, oldTo, newFrom, newTo, its.length], at)
    at += perRange
    for (const pair of its) {
      numbers.set(pair, at)
      at += 2
    }
  }
  return numbers
}

/** Decodes the numbers of `packRanges`. */
export function unpackRanges(numbers: Int32Array): ComparedRange[] {
  const ranges: ComparedRange[] = []
  const at = (index: number) => numbers[index] ?? 0
  for (let index = 0; index < numbers.length; ) {
    const count = at(index + 5)
    const first = index + perRange
    const pairs = Array.from({ length: count }, (_, pair): Pair => [at(first + pair * 2), at(first + pair * 2 + 1)])
    ranges.push({
      same: at(index) === 1,
      oldFrom: at(index + 1),
      oldTo: at(index + 2),
      newFrom: at(index + 3),
      newTo: at(index + 4),
      pairs,
    })
    index = first + count * 2
  }
  return ranges
}
