import { atom } from 'jotai'
import { itemsAtom } from '#web/features/item/opened-items/index.ts'
import { pagesAtom } from './atoms.ts'

/** Reloads a page, and the tree that names it; what is shown stays until the responses arrive. */
export const reloadPageAtom = atom(null, async (get, set, item_id: string, page_id: string) => {
  await Promise.all([set(get(pagesAtom).of(page_id), 0), set(get(itemsAtom).of(item_id), 0)])
})
