import type { ReactNode } from 'react'
import type { Marks } from './highlight.tsx'

/** One line of the command palette. */
export interface PaletteEntry {
  id: string
  /** The heading it stands under. */
  group: string
  title: string
  /** Grey words at the end: where it is, what it does. */
  hint?: string
  /** Further words it is found by, not shown. */
  words?: string
  icon?: ReactNode
  shortcut?: string
  /** What of the title is marked. */
  marks?: Marks
  /** A second line: a piece of the text that was found, with what is marked in it. */
  snippet?: { text: string; marks: Marks }
  /** A path of the product: the entry is a place, and Ctrl+Enter opens it in a new tab. */
  to?: string
  /** Already found by the search itself: shown whatever is typed. */
  found?: boolean
  /** Only an offer, such as to search elsewhere: not counted as a result. */
  offer?: boolean
  /** The palette stays open when it is chosen. */
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
 * The entries that hold every typed word, best first within each group; groups keep their order.
 *
 * @param typed whether anything is typed: without words, entries that were found or are offered for it are shown alone
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
