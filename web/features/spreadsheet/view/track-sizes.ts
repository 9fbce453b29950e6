/** The positions of rows or columns of different sizes. */
export interface TrackSizes {
  /** The number of rows or columns. */
  count: number
  /** Where each begins, in px, plus one more entry for the end of the last. */
  starts: readonly number[]
}

/** Places `count` rows or columns one after another. */
export function toTrackSizes(count: number, usual: number, others: ReadonlyMap<number, number>): TrackSizes {
  const starts = [0]
  for (let at = 0; at < count; at++) starts.push((starts[at] ?? 0) + (others.get(at) ?? usual))
  return { count, starts }
}

/** Returns where the row or column `at` begins, in px; the end when it is beyond the last. */
export const trackStart = ({ starts }: TrackSizes, at: number): number => starts[Math.min(at, starts.length - 1)] ?? 0

/** Returns the size of the row or column `at` and the `more` after it, in px. */
export const trackSize = (axis: TrackSizes, at: number, more = 0): number =>
  trackStart(axis, at + more + 1) - trackStart(axis, at)

/** Returns the last row or column that begins at or before `px`. */
function atPx({ starts, count }: TrackSizes, px: number): number {
  let low = 0
  let high = Math.max(0, count - 1)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= px) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * Returns the rows or columns shown by a window of `size` px that begins at `px`, plus a few around: from the first
 * (inclusive) to the last (exclusive).
 */
export function tracksInView(axis: TrackSizes, px: number, size: number, around = 4): [from: number, to: number] {
  if (axis.count === 0) return [0, 0]
  return [Math.max(0, atPx(axis, px) - around), Math.min(axis.count, atPx(axis, px + size) + 1 + around)]
}
