import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useParams } from '#web/lib/route.ts'
import { isPageId } from './addresses.ts'
import { preloadPageAtom } from './atoms.ts'
import { ItemLoader } from './item-loader.tsx'

/** Shows one page of an item, for reading. */
export function Viewer() {
  const { item = '', page_id } = useParams()
  const preload = useSetAtom(preloadPageAtom)
  useEffect(() => {
    if (page_id !== undefined && isPageId(page_id)) void preload(page_id) // in parallel with the item, not after it
  }, [page_id, preload])
  return <ItemLoader itemRef={item} wanted={page_id} />
}
