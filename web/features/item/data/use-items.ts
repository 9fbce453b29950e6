import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { type LoadedItems, readItemsAtom, starChangesAtom } from './atoms.ts'

/** Returns the items of the current user with their current stars. Suspends. */
export function useItems(): LoadedItems {
  const loaded = useAtomValue(readItemsAtom)
  const stars = useAtomValue(starChangesAtom)
  return useMemo(() => {
    if ('error' in loaded || stars.size === 0) return loaded
    const items = loaded.items.map((item) => {
      const is_star = stars.get(item.item_id) ?? item.is_star
      return is_star === item.is_star ? item : { ...item, is_star } // unchanged items keep their identity
    })
    return { items }
  }, [loaded, stars])
}
