import { atom, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import type { PaletteEntry } from '#web/ui/command-palette.tsx'

/** Whether the command palette is open. */
export const paletteOpenAtom = atom(false)

const sourcesAtom = atom<ReadonlyMap<string, readonly PaletteEntry[]>>(new Map())

/** The entries of all features, in the order in which they came. */
export const paletteEntriesAtom = atom((get) => [...get(sourcesAtom).values()].flat())

/** What a search behind the palette does: gets each text typed, and may be at work. */
export interface PaletteSearch {
  onQuery: (text: string) => void
  busy: boolean
}

/** The search behind the palette, when a feature offers one. */
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
