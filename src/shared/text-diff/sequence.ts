import DiffMatchPatch from 'diff-match-patch'

/** A range of two sequences: equal in both, or different. End indexes are exclusive. */
export interface DiffRange {
  same: boolean
  oldFrom: number
  oldTo: number
  newFrom: number
  newTo: number
}

/** A sequence to compare: equal numbers are equal parts. */
type Sequence = Int32Array

interface Box {
  a0: number
  a1: number
  b0: number
  b1: number
}

/** Blocks of up to this many parts get the shortest diff, however long it takes. */
const exactUpTo = 2000
/** The time limit for a larger block, in s; what is left after it counts as changed. */
const patienceS = 1
/** The library compares characters, so this is the maximum number of distinct parts. */
const mostCharacters = 0xffff

/** Records which parts the two sides of a block share, in an order that both have. */
function matchBox(a: Sequence, b: Sequence, { a0, a1, b0, b1 }: Box, match: Int32Array): void {
  const old = a.subarray(a0, a1)
  const next = b.subarray(b0, b1)
  const inNew = new Set(next)
  const characters = new Map<number, string>()
  for (const id of old)
    if (inNew.has(id) && !characters.has(id)) characters.set(id, String.fromCharCode(characters.size + 2))
  if (characters.size === 0 || characters.size + 2 > mostCharacters) return
  const textOf = (side: Sequence, only: string) => Array.from(side, (id) => characters.get(id) ?? only).join('')
  const differ = new DiffMatchPatch()
  differ.Diff_Timeout = old.length + next.length <= exactUpTo ? 0 : patienceS
  let x = a0
  let y = b0
  // A part that only one side has maps to one character there and to another on the other side.
  for (const [sign, { length }] of differ.diff_main(textOf(old, '\u0000'), textOf(next, '\u0001'), false)) {
    if (sign === 0) for (let at = 0; at < length; at += 1) match[x + at] = y + at
    if (sign <= 0) x += length
    if (sign >= 0) y += length
  }
}

/** Finds parts that occur exactly once on each side of a block, in an order that both share. */
function anchors(a: Sequence, b: Sequence, { a0, a1, b0, b1 }: Box, counts: Counts): { x: number; y: number }[] {
  const { inOld, inNew, place } = counts
  for (let y = b0; y < b1; y += 1) {
    const id = b[y] ?? 0
    inNew[id] = (inNew[id] ?? 0) + 1
    place[id] = y
  }
  for (let x = a0; x < a1; x += 1) {
    const id = a[x] ?? 0
    inOld[id] = (inOld[id] ?? 0) + 1
  }
  const found: { x: number; y: number }[] = []
  for (let x = a0; x < a1; x += 1) {
    const id = a[x] ?? 0
    if (inOld[id] === 1 && inNew[id] === 1) found.push({ x, y: place[id] ?? 0 })
  }
  for (let x = a0; x < a1; x += 1) inOld[a[x] ?? 0] = 0
  for (let y = b0; y < b1; y += 1) inNew[b[y] ?? 0] = 0
  return longestRising(found)
}

/** Returns the longest subsequence in which `y` increases. */
function longestRising(points: { x: number; y: number }[]): { x: number; y: number }[] {
  const tails: number[] = []
  const before = new Int32Array(points.length).fill(-1)
  points.forEach((point, index) => {
    let low = 0
    let high = tails.length
    while (low < high) {
      const mid = (low + high) >> 1
      if ((points[tails[mid] ?? 0]?.y ?? 0) < point.y) low = mid + 1
      else high = mid
    }
    before[index] = low > 0 ? (tails[low - 1] ?? -1) : -1
    tails[low] = index
  })
  const rising: { x: number; y: number }[] = []
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const point = points[index]
    if (point) rising.push(point)
  }
  return rising.reverse()
}

interface Counts {
  inOld: Int32Array
  inNew: Int32Array
  place: Int32Array
}

/** Maps each part of `a` to the index of its match in `b`, or -1. */
function matches(a: Sequence, b: Sequence, kinds: number, hasAnchors: boolean): Int32Array {
  const match = new Int32Array(a.length).fill(-1)
  const counts = { inOld: new Int32Array(kinds), inNew: new Int32Array(kinds), place: new Int32Array(kinds) }
  const open: Box[] = [{ a0: 0, a1: a.length, b0: 0, b1: b.length }]
  for (let box = open.pop(); box; box = open.pop()) {
    let { a0, a1, b0, b1 } = box
    while (a0 < a1 && b0 < b1 && a[a0] === b[b0]) match[a0++] = b0++
    while (a0 < a1 && b0 < b1 && a[a1 - 1] === b[b1 - 1]) match[--a1] = --b1
    if (a0 === a1 || b0 === b1) continue
    const rest = { a0, a1, b0, b1 }
    const fixed = hasAnchors ? anchors(a, b, rest, counts) : []
    if (fixed.length > 0) {
      let x = a0
      let y = b0
      for (const point of fixed) {
        match[point.x] = point.y
        open.push({ a0: x, a1: point.x, b0: y, b1: point.y })
        x = point.x + 1
        y = point.y + 1
      }
      open.push({ a0: x, a1, b0: y, b1 })
      continue
    }
    matchBox(a, b, rest, match)
  }
  return match
}

/**
 * Compares two sequences. Returns ranges in order, alternating between equal and different.
 *
 * @param kinds one more than the largest number in them
 * @param hasAnchors matches parts that occur once on both sides first, as readers do; for lines rather than words
 */
export function diffSequences(a: Sequence, b: Sequence, kinds: number, hasAnchors: boolean): DiffRange[] {
  const match = matches(a, b, kinds, hasAnchors)
  const ranges: DiffRange[] = []
  let x = 0
  let y = 0
  while (x < a.length || y < b.length) {
    const from = { x, y }
    while (x < a.length && match[x] === y) {
      x += 1
      y += 1
    }
    if (x > from.x) ranges.push({ same: true, oldFrom: from.x, oldTo: x, newFrom: from.y, newTo: y })
    const left = { x, y }
    while (x < a.length && match[x] === -1) x += 1
    y = x < a.length ? (match[x] ?? y) : b.length
    if (x > left.x || y > left.y) ranges.push({ same: false, oldFrom: left.x, oldTo: x, newFrom: left.y, newTo: y })
  }
  return ranges
}
