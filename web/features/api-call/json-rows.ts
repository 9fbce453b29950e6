import type { JsonPart, JsonText } from './json-text.ts'

/** How many values of a list or an object are shown at first, and more each time. */
export const step = 100

// What is opened without being asked for is drawn in a moment.
const openedRows = 300
const openedBelow = 2000

/** The open parts by where they begin, and how many of their values are shown. */
export type Opened = ReadonlyMap<number, number>

/** A line of the tree. */
export interface JsonRow {
  part: JsonPart
  /** From 1. */
  level: number
  /** Its place among its neighbours, from 1, and how many they are. */
  place: number
  of: number
  isOpen: boolean
  /** The line that shows more of `part`: how many values are not shown yet. */
  left?: number
}

/** Whether a row has something to open. */
export const canOpen = ({ part, left }: JsonRow): boolean => left === undefined && part.count > 0

/** The lines to show, from top to bottom. */
export function rowsOf(json: JsonText, opened: Opened): JsonRow[] {
  const rows: JsonRow[] = []
  const add = (part: JsonPart, level: number, place: number, of: number) => {
    const shown = opened.get(part.begin)
    const isOpen = shown !== undefined && part.count > 0
    rows.push({ part, level, place, of, isOpen })
    if (!isOpen) return
    json
      .in(part)
      .slice(0, shown)
      .forEach((child, at) => {
        add(child, level + 1, at + 1, part.count)
      })
    if (part.count > shown)
      rows.push({ part, level: level + 1, place: shown + 1, of: part.count, isOpen: false, left: part.count - shown })
  }
  add(json.whole, 1, 1, 1)
  return rows
}

/** Level after level opened below a part, as long as the lines stay as many as are drawn in a moment. */
function levelsBelow(json: JsonText, part: JsonPart, most: number): Map<number, number> {
  const opened = new Map<number, number>()
  let rows = 1
  for (let level = [part]; level.length > 0; ) {
    const more = level.reduce((sum, one) => sum + Math.min(one.count, step), 0)
    if (opened.size > 0 && rows + more > most) break
    for (const one of level) opened.set(one.begin, step)
    rows += more
    level = level.flatMap((one) => json.in(one).slice(0, step)).filter(({ count }) => count > 0)
  }
  return opened
}

/** What is open before anybody has opened or closed something. */
export const openedAtFirst = (json: JsonText): Opened => levelsBelow(json, json.whole, openedRows)

/** The same with a part opened or closed, `withBelow` with whatever lies in it. */
export function toggled(json: JsonText, opened: Opened, part: JsonPart, withBelow: boolean): Opened {
  const next = new Map(opened)
  if (!opened.has(part.begin)) {
    const below = withBelow ? levelsBelow(json, part, openedBelow) : [[part.begin, step] as const]
    for (const [begin, shown] of below) next.set(begin, shown)
    return next
  }
  next.delete(part.begin)
  if (withBelow) for (const begin of opened.keys()) if (begin > part.begin && begin < part.end) next.delete(begin)
  return next
}

/** The same with more of a part shown. */
export const withMore = (opened: Opened, { begin }: JsonPart): Opened =>
  new Map(opened).set(begin, (opened.get(begin) ?? 0) + step)

/** The same with everything opened that the place of a letter lies in; and the part that stands there. */
export function openedAt(json: JsonText, opened: Opened, place: number): { opened: Opened; part: JsonPart } {
  const next = new Map(opened)
  let part = json.whole
  for (;;) {
    const children = json.in(part)
    const at = children.findIndex(({ from, end }) => place >= from && place < end)
    const child = children[at]
    if (!child) return { opened: next, part }
    const shown = next.get(part.begin) ?? step
    next.set(part.begin, Math.max(shown, Math.ceil((at + 1) / step) * step))
    part = child
  }
}
