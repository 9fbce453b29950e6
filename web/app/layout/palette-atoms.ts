import { atom, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import type { PaletteEntry } from '#web/ui/command-palette.tsx'

/** Whether the command palette is open. */
export const paletteOpenAtom = atom(false)

const sourcesAtom = atom<ReadonlyMap<string, readonly PaletteEntry[]>>(new Map())

/** The entries of all features, in the order they were added. */
export const paletteEntriesAtom = atom((get) => [...get(sourcesAtom).values()].flat())

/** The open item, for searching in it. */
export interface PaletteItem {
  item_id: string
  name: string
  /** The path to create a new page; undefined for users who may not. */
  newPage: string | undefined
}

/** The search that the open screen provides to the palette. */
interface PaletteSearch {
  /** Called with each typed text. */
  onQuery: (text: string) => void
  item: PaletteItem
}

/** The search that the open screen provides to the palette, if any. */
export const paletteSearchAtom = atom<PaletteSearch | null>(null)

/**
 * Adds entries to the command palette while the component is mounted.
 *
 * @param id names the source, so that a new list replaces the previous one
 * @param entries keep the same array while nothing changes (useMemo)
 */
export function usePaletteEntries(id: string, entries: readonly PaletteEntry[]): void {
  const setSources = useSetAtom(sourcesAtom)
  useEffect(() => {
    setSources((sources) => new Map(sources).set(id, entries))
    return () =>
      setSources((sources) => {
        const rest = new Map(sources)
        rest.delete(id)
        return rest
      })
  }, [id, entries, setSources])
}

/** Whether the palette is loaded before it opens. */
export const paletteWantedAtom = atom(false)
