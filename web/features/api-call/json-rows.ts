import type { JsonPart, JsonText } from './json-text.ts'

/** How many values of a list or an object are shown at first, and more each time. */
export const chunkSize = 100

// What is opened without being asked for is drawn in a moment.
const openedRows = 300
const openedBelow = 2000

/** Which values of a part are shown: from one to before another. */
interface Shown {
  from: number
  to: number
}

const first: Shown = { from: 0, to: chunkSize }

/** The open parts by where they begin. */
export type Opened = ReadonlyMap<number, Shown>

/** A line of the tree. */
export interface JsonRow {
  part: JsonPart
  /** From 1. */
  level: number
  /** Its place among its neighbours, from 1, and how many they are. */
  place: number
  of: number
  isOpen: boolean
  /** The line that shows more of `part`: on which side of what is shown, and how many values are there. */
  more?: { side: 'before' | 'behind'; left: number }
}

/** Whether a row has something to open. */
export const canOpen = ({ part, more }: JsonRow): boolean => more === undefined && part.count > 0

/** The lines to show, from top to bottom. */
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

/** Level after level opened below a part, as long as the lines stay as many as are drawn in a moment. */
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

/** What is open before anybody has opened or closed something. */
export const getInitiallyOpened = (json: JsonText): Opened => levelsBelow(json, json.whole, openedRows)

/** The same with a part opened or closed, `withBelow` with whatever lies in it. */
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

/** The same with more of a part shown. */
export function withMore(opened: Opened, { begin }: JsonPart, side: 'before' | 'behind'): Opened {
  const { from, to } = opened.get(begin) ?? first
  return new Map(opened).set(
    begin,
    side === 'before' ? { from: Math.max(0, from - chunkSize), to } : { from, to: to + chunkSize },
  )
}

/** The same with everything opened that the place of a letter lies in, of long lists a stretch; and the part that stands there. */
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
