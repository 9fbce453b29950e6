import { atom, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import type { PaletteEntry } from '#web/ui/command-palette.tsx'

/** Whether the command palette is open. */
export const paletteOpenAtom = atom(false)

const sourcesAtom = atom<ReadonlyMap<string, readonly PaletteEntry[]>>(new Map())

/** The entries of all features, in the order in which they came. */
export const paletteEntriesAtom = atom((get) => [...get(sourcesAtom).values()].flat())

/** The item that is open, for a search in it. */
export interface PaletteItem {
  item_id: string
  name: string
  /** Where a new page is written; undefined for who may not. */
  newPage: string | undefined
}

/** What the open screen lends to the palette. */
export interface PaletteSearch {
  /** Gets each text typed. */
  onQuery: (text: string) => void
  item: PaletteItem
}

/** What the open screen lends to the palette, if anything. */
export const paletteSearchAtom = atom<PaletteSearch | null>(null)

/**
 * Offers entries in the command palette while the component is shown.
 *
 * @param id names the source, so that a later list takes the place of a former one
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
