// Every so many saves the parts of the index are joined. Source: performance 2.
const savesPerMerge = 8

const listeners = new Set<() => void>()
let count = 0

/** Counts a page that was indexed, and calls who joins the parts when it is time. */
export function noteIndexed(): void {
  count = (count + 1) % savesPerMerge
  if (count === 0) for (const listener of listeners) listener()
}

/** Calls `listener` whenever it is time to join parts; gives what ends that. */
export function onMergeTime(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
