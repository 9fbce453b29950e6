/** Where rows or columns of different sizes lie. */
export interface TrackSizes {
  /** How many there are. */
  count: number
  /** Where each begins, in px; one more for the end of the last. */
  starts: readonly number[]
}

/** Lays `count` rows or columns after one another. */
export function toTrackSizes(count: number, usual: number, others: ReadonlyMap<number, number>): TrackSizes {
  const starts = [0]
  for (let at = 0; at < count; at++) starts.push((starts[at] ?? 0) + (others.get(at) ?? usual))
  return { count, starts }
}

/** The place of the `at`-th in px; beyond the last, the end. */
export const trackStart = ({ starts }: TrackSizes, at: number): number => starts[Math.min(at, starts.length - 1)] ?? 0

/** The size of the `at`-th and `more` after it, in px. */
export const trackSize = (axis: TrackSizes, at: number, more = 0): number =>
  trackStart(axis, at + more + 1) - trackStart(axis, at)

/** The last one that begins at `px` or before. */
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

/** Those that a window of `size` px from `px` shows, and a few around: from the first up to before the last. */
export function tracksInView(axis: TrackSizes, px: number, size: number, around = 4): [from: number, to: number] {
  if (axis.count === 0) return [0, 0]
  return [Math.max(0, atPx(axis, px) - around), Math.min(axis.count, atPx(axis, px + size) + 1 + around)]
}
