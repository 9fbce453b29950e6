import type { JsonPart, JsonText } from './json-text.ts'

/** How many values of an array or object are shown at first, and how many more each time. */
export const chunkSize = 100

// Limits the rows that are opened automatically, so that they render quickly.
const openedRows = 300
const openedBelow = 2000

/** The visible range of a container's values: from `from`, up to but without `to`. */
interface Shown {
  from: number
  to: number
}

const first: Shown = { from: 0, to: chunkSize }

/** The open containers by their start offset. */
type Opened = ReadonlyMap<number, Shown>

/** A row of the tree. */
export interface JsonRow {
  part: JsonPart
  /** From 1. */
  level: number
  /** Its 1-based index among its siblings; `of` is their number. */
  place: number
  of: number
  isOpen: boolean
  /** For a row that shows more of `part`: on which side of the visible range, and how many values are hidden there. */
  more?: { side: 'before' | 'behind'; left: number }
}

/** Whether a row can be opened. */
export const canOpen = ({ part, more }: JsonRow): boolean => more === undefined && part.count > 0

/** Returns the visible rows, from top to bottom. */
export function buildRows(json: JsonText, opened: Opened): JsonRow[] {
  const rows: JsonRow[] = []
  const add = (part: JsonPart, level: number, place: number, of: number) => {
    const shown = opened.get(part.begin)
    const isOpen = shown !== undefined && part.count > 0
    rows.push({ part, level, place, of, isOpen })
    if (!isOpen) return
    const addMore = (side: 'before' | 'behind', place: number, left: number) => {
      if (left > 0) rows.push({ part, level: level + 1, place, of: part.count, isOpen: false, more: { side, left } })
    }
    addMore('before', shown.from, shown.from)
    json
      .in(part)
      .slice(shown.from, shown.to)
      .forEach((child, at) => {
        add(child, level + 1, shown.from + at + 1, part.count)
      })
    addMore('behind', shown.to + 1, part.count - shown.to)
  }
  add(json.whole, 1, 1, 1)
  return rows
}

/** Opens level after level below a part, until the number of rows would exceed `most`. */
function levelsBelow(json: JsonText, part: JsonPart, most: number): Map<number, Shown> {
  const opened = new Map<number, Shown>()
  let rows = 1
  for (let level = [part]; level.length > 0; ) {
    const more = level.reduce((sum, one) => sum + Math.min(one.count, chunkSize), 0)
    if (opened.size > 0 && rows + more > most) break
    for (const one of level) opened.set(one.begin, first)
    rows += more
    level = level.flatMap((one) => json.in(one).slice(0, chunkSize)).filter(({ count }) => count > 0)
  }
  return opened
}

/** Returns the containers that are open at first. */
export const getInitiallyOpened = (json: JsonText): Opened => levelsBelow(json, json.whole, openedRows)

/** Opens or closes a part; with `withBelow` also everything inside it. */
export function toggled(json: JsonText, opened: Opened, part: JsonPart, withBelow: boolean): Opened {
  const next = new Map(opened)
  if (!opened.has(part.begin)) {
    const below = withBelow ? levelsBelow(json, part, openedBelow) : [[part.begin, first] as const]
    for (const [begin, shown] of below) next.set(begin, shown)
    return next
  }
  next.delete(part.begin)
  if (withBelow) for (const begin of opened.keys()) if (begin > part.begin && begin < part.end) next.delete(begin)
  return next
}

/** Shows more values of a part. */
export function withMore(opened: Opened, { begin }: JsonPart, side: 'before' | 'behind'): Opened {
  const { from, to } = opened.get(begin) ?? first
  return new Map(opened).set(
    begin,
    side === 'before' ? { from: Math.max(0, from - chunkSize), to } : { from, to: to + chunkSize },
  )
}

/** Opens everything around a text offset, in long arrays only one chunk; also returns the part at the offset. */
export function openedAt(json: JsonText, opened: Opened, place: number): { opened: Opened; part: JsonPart } {
  const next = new Map(opened)
  let part = json.whole
  for (;;) {
    const children = json.in(part)
    const at = children.findIndex(({ from, end }) => place >= from && place < end)
    const child = children[at]
    if (!child) return { opened: next, part }
    const shown = next.get(part.begin)
    const from = Math.floor(at / chunkSize) * chunkSize
    if (!shown || at < shown.from || at >= shown.to) next.set(part.begin, { from, to: from + chunkSize })
    part = child
  }
}
