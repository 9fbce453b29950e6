import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { catalogsAtom } from './atoms.ts'
import { listCatalogs } from './catalog-paths.ts'
import type { MoveDestination } from './mutations.ts'

/** Returns the names down to a catalog; empty for the top level, undefined while unknown. */
export function useCatalogPath({ item_id, cat_id }: MoveDestination): readonly string[] | undefined {
  const read = useAtomValue(useMemo(() => catalogsAtom(item_id), [item_id]))
  if (cat_id === 0) return []
  return read && 'catalogs' in read ? listCatalogs(read.catalogs).find((one) => one.cat_id === cat_id)?.path : undefined
}
