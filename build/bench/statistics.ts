/** Returns the time that `share` of all times do not exceed; 0 when there is none. `sorted` is ascending. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Returns the median of some values; 0 when there is none. */
export const median = (values: readonly number[]): number =>
  percentile(
    values.toSorted((one, other) => one - other),
    0.5,
  )
