import { atom } from 'jotai'
import { itemsAtom } from '#web/features/tree/index.tsx'
import { pagesAtom } from './atoms.ts'

/** Reads a page again, and the tree that it is named in; what is shown stays until the answers are there. */
export const reloadPageAtom = atom(null, async (get, set, item_id: string, page_id: string) => {
  await Promise.all([set(get(pagesAtom).of(page_id), 0), set(get(itemsAtom).of(item_id), 0)])
})
