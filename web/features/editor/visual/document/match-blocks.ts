import type { Node } from '@milkdown/kit/prose/model'

/** The original of a block of the current document. */
type Origin =
  /** The unchanged block `at`. */
  | { kind: 'same'; at: number }
  /** The block `at`, changed. */
  | { kind: 'edited'; at: number }
  | { kind: 'new' }

/** Returns the similarity of two blocks, from 0 to 1: the share of their text that is equal at both ends. */
function likeness(a: Node, b: Node): number {
  if (a.type !== b.type && !(a.isTextblock && b.isTextblock)) return 0
  const [left, right] = [a.textContent, b.textContent]
  const most = Math.max(left.length, right.length)
  if (most === 0) return a.type === b.type ? 1 : 0.5
  const least = Math.min(left.length, right.length)
  let start = 0
  while (start < least && left[start] === right[start]) start++
  let end = 0
  while (end < least - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end++
  return (start + end) / most
}

/**
 * Finds the original of each block among `originals`. `indexOf` recognizes identical nodes; a recreated node with the
 * same content (after undo or paste) is matched with one that is gone.
 */
export function matchBlocks(
  blocks: readonly Node[],
  originals: readonly Node[],
  indexOf: (node: Node) => number | undefined,
  meaningOf: (node: Node) => string,
): Origin[] {
  const used = new Set<number>()
  const origins: (Origin | undefined)[] = blocks.map((node) => {
    const at = indexOf(node)
    if (at !== undefined) used.add(at)
    return at === undefined ? undefined : { kind: 'same', at }
  })
  if (origins.every((origin) => origin !== undefined)) return origins

  const gone = new Map<string, number[]>()
  originals.forEach((node, at) => {
    if (!used.has(at)) gone.set(meaningOf(node), [...(gone.get(meaningOf(node)) ?? []), at])
  })

  blocks.forEach((node, index) => {
    if (origins[index]) return
    const at = gone.get(meaningOf(node))?.find((candidate) => !used.has(candidate))
    if (at === undefined) return
    used.add(at)
    origins[index] = { kind: 'same', at }
  })

  let former = -1
  for (let start = 0; start < blocks.length; start++) {
    const origin = origins[start]
    if (origin) {
      if (origin.kind === 'same') former = origin.at
      continue
    }
    let end = start
    while (end < blocks.length && !origins[end]) end++
    const next = origins[end]
    const limit =
      next?.kind === 'same' && next.at > former ? next.at : end === blocks.length ? originals.length : former + 1
    let free = Array.from({ length: Math.max(0, limit - former - 1) }, (_, i) => former + 1 + i).filter(
      (at) => !used.has(at),
    )
    for (let index = start; index < end; index++) {
      const node = blocks[index]
      if (!node) continue
      const isOneToOne = free.length === end - index
      const scores = free.map((at) => likeness(node, originals[at] ?? node))
      const best = isOneToOne ? 0 : scores.indexOf(Math.max(...scores))
      const at = free[best]
      if (at === undefined || (!isOneToOne && (scores[best] ?? 0) < 0.3)) {
        origins[index] = { kind: 'new' }
        continue
      }
      origins[index] = { kind: 'edited', at }
      used.add(at)
      free = free.slice(best + 1)
    }
    start = end - 1
  }
  return origins.map((origin) => origin ?? { kind: 'new' })
}
