import { atom, useSetAtom } from 'jotai'
import { useMemo, useState } from 'react'
import { type Filtered, filterTree } from '#web/features/tree/view/index.tsx'
import { api, getErrorMessage } from '#web/lib/api.ts'
import { useCurrentItem } from './current-item.ts'

/** The result of searching the contents: the terms, and the ids of the matching pages, or why there are none. */
type Found = { text: string; isSearching?: boolean; pages?: ReadonlySet<string>; failure?: string }

const searchContentsAtom = atom(null, async (_get, _set, item_id: string, text: string): Promise<Found> => {
  try {
    const { pages } = await api.item.search({ item_id, keyword: text })
    return { text, pages: new Set(pages.map(({ page_id }) => page_id)) }
  } catch (error) {
    return { text, failure: getErrorMessage(error) }
  }
})

/** The filter over the tree: names at once, contents on request. */
export interface TreeSearch {
  text: string
  setText: (text: string) => void
  filtered: Filtered | undefined
  /** The result of searching the contents for these terms. */
  contents: Found | undefined
  searchContents: () => Promise<void>
}

/** Filters the tree of the item by names, and by contents on request. */
export function useTreeSearch(): TreeSearch {
  const { item_id, nodes } = useCurrentItem()
  const [text, setText] = useState('')
  const [found, setFound] = useState<Found>()
  const search = useSetAtom(searchContentsAtom)
  const contents = found?.text === text.trim() ? found : undefined
  const pages = contents?.pages
  const filtered = useMemo(() => filterTree(nodes, text, pages), [nodes, text, pages])
  const searchContents = async () => {
    const wanted = text.trim()
    setFound({ text: wanted, isSearching: true })
    const next = await search(item_id, wanted)
    setFound((now) => (now?.text === wanted ? next : now)) // other terms may have been requested in the meantime
  }
  return { text, setText, filtered, contents, searchContents }
}
