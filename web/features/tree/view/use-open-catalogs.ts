import { useEffect, useState } from 'react'
import { catalogsAbove, type PageNode } from '#web/features/item/tree/index.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'

const isIds = (value: unknown): value is string[] => Array.isArray(value)

/** The ids of the open catalogs of an item, and a function to open or close some; stored in this browser. */
type OpenCatalogs = [open: ReadonlySet<string>, setOpen: (ids: readonly string[], isOpen: boolean) => void]

/**
 * Returns which catalogs of an item are open.
 *
 * @param current the current page: navigating to it, or moving it, opens the catalogs that contain it, which may then
 * be closed again
 */
export function useOpenCatalogs(item_id: string, current: PageNode | undefined): OpenCatalogs {
  const key = `docstead.tree.${item_id}`
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(readStored<string[]>(key, [], isIds)))
  const [cameTo, setCameTo] = useState<string>()
  const above = current ? catalogsAbove(current).map(({ id }) => id) : []
  const place = [...above, current?.key].join(' ')
  if (current && place !== cameTo) {
    setCameTo(place)
    if (above.some((id) => !open.has(id))) setOpen(new Set([...open, ...above]))
  }
  useEffect(() => {
    writeStored(key, [...open])
  }, [key, open])
  const change = (ids: readonly string[], isOpen: boolean) =>
    setOpen((former) => {
      const next = new Set(former)
      for (const id of ids) {
        if (isOpen) next.add(id)
        else next.delete(id)
      }
      return next
    })
  return [open, change]
}
