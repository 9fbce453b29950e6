import type { ReactNode } from 'react'
import type { Marks } from './highlight.tsx'

/** An entry of the command palette. */
export interface PaletteEntry {
  id: string
  /** The heading it is listed under. */
  group: string
  title: string
  /** Grey text at the end: its location or what it does. */
  hint?: string
  /** More text to match, not shown. */
  words?: string
  icon?: ReactNode
  shortcut?: string
  /** The highlighted ranges of the title. */
  marks?: Marks
  /** A second line: an excerpt of the matching text, with its highlighted ranges. */
  snippet?: { text: string; marks: Marks }
  /** A product path: the entry is a location, and Ctrl+Enter opens it in a new tab. */
  to?: string
  /** Found by the search itself: shown whatever is typed. */
  found?: boolean
  /** Only a suggestion, such as searching elsewhere; not counted as a result. */
  offer?: boolean
  /** Choosing it leaves the palette open. */
  stays?: boolean
  run?: () => void
}

const scoreOf = (entry: PaletteEntry, words: readonly string[]): number => {
  if (entry.found) return 1
  const title = entry.title.toLowerCase()
  const rest = `${entry.hint ?? ''} ${entry.words ?? ''}`.toLowerCase()
  let score = 0
  for (const word of words) {
    const at = title.indexOf(word)
    if (at < 0 && !rest.includes(word)) return 0
    score += at === 0 ? 4 : at > 0 ? (/[\s/._-]/.test(title[at - 1] ?? '') ? 3 : 2) : 1
  }
  return score
}

const inGroups = (entries: readonly PaletteEntry[]): PaletteEntry[][] => {
  const groups = new Map<string, PaletteEntry[]>()
  for (const entry of entries) {
    const group = groups.get(entry.group)
    if (group) group.push(entry)
    else groups.set(entry.group, [entry])
  }
  return [...groups.values()]
}

/**
 * Returns the entries that contain every typed word, best first within each group; groups keep their order.
 *
 * @param typed whether anything is typed: if it leaves no words to filter by, only found entries are shown
 */
export function filterPalette(
  entries: readonly PaletteEntry[],
  query: string,
  typed = query.trim() !== '',
): PaletteEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (!typed) return inGroups(entries).flat()
  if (words.length === 0) return inGroups(entries.filter(({ found }) => found)).flat()
  return inGroups(entries).flatMap((group) =>
    group
      .map((entry) => ({ entry, score: scoreOf(entry, words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ entry }) => entry),
  )
}
