import type { ComparedRange } from './compare-lines.ts'

/** The lines of both sides. */
export interface BothSides {
  old: readonly string[]
  new: readonly string[]
}

/** One row of a comparison. Lines count from 0; -1 where a side has none. */
export type Row =
  | { kind: 'same'; old: number; new: number }
  /** `partner` is the line of the other side that it was compared with by words; -1 for none. */
  | { kind: 'changed'; old: number; new: number; partner: number; change: number }
  /** Folded unchanged lines. */
  | { kind: 'fold'; range: number; count: number }

/** The number of unchanged lines that stay visible around a change. */
const around = 3

/** Fewer lines than this are not folded. */
const leastFolded = 4

/** How the rows are laid out. */
interface RowRules {
  /** Old and new side by side; otherwise one below the other. */
  split: boolean
  onlyChanges: boolean
  /** The indexes of the ranges that were unfolded. */
  open: ReadonlySet<number>
}

function* sameRows(range: ComparedRange, index: number, count: number, rules: RowRules): Generator<Row> {
  const length = range.oldTo - range.oldFrom
  const head = index === 0 ? 0 : around
  const tail = index === count - 1 ? 0 : around
  const hidden = length - head - tail
  const folds = rules.onlyChanges && !rules.open.has(index) && hidden >= leastFolded
  for (let at = 0; at < length; at += 1) {
    if (folds && at === head) {
      yield { kind: 'fold', range: index, count: hidden }
      at += hidden
    }
    if (at < length) yield { kind: 'same', old: range.oldFrom + at, new: range.newFrom + at }
  }
}

function* changedRows(range: ComparedRange, change: number, split: boolean): Generator<Row> {
  const { oldFrom, newFrom, pairs } = range
  const placed = pairs.map(([x, y]) => ({ old: x < 0 ? -1 : oldFrom + x, new: y < 0 ? -1 : newFrom + y }))
  if (split) {
    for (const pair of placed) yield { kind: 'changed', ...pair, partner: -1, change }
    return
  }
  for (const pair of placed)
    if (pair.old >= 0) yield { kind: 'changed', old: pair.old, new: -1, partner: pair.new, change }
  for (const pair of placed)
    if (pair.new >= 0) yield { kind: 'changed', old: -1, new: pair.new, partner: pair.old, change }
}

/** Returns the rows of a comparison, from top to bottom. */
export function buildDiffRows(ranges: readonly ComparedRange[], rules: RowRules): Row[] {
  const rows: Row[] = []
  let change = 0
  ranges.forEach((range, index) => {
    const its = range.same ? sameRows(range, index, ranges.length, rules) : changedRows(range, change++, rules.split)
    for (const row of its) rows.push(row)
  })
  return rows
}

/** Returns the row where each change begins. */
export function changeStarts(rows: readonly Row[]): number[] {
  const starts: number[] = []
  rows.forEach((row, at) => {
    if (row.kind === 'changed' && row.change === starts.length) starts.push(at)
  })
  return starts
}
