// The segments of the index are merged once every so many saves. Source: performance 2.
const savesPerMerge = 8

const listeners = new Set<() => void>()
let count = 0

/** Counts an indexed page, and notifies the listener when it is time to merge. */
export function noteIndexed(): void {
  count = (count + 1) % savesPerMerge
  if (count === 0) for (const listener of listeners) listener()
}

/** Calls `listener` whenever it is time to merge; returns a function that removes it. */
export function onMergeTime(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
