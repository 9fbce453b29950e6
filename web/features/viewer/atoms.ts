import { type Atom, atom, useAtom, useAtomValue } from 'jotai'
import { sessionAtom, visitsAtom } from '#web/features/session/index.tsx'
import type { CatalogNode, PageNode } from '#web/features/tree/index.tsx'
import { api } from '#web/lib/api.ts'
import { type Answer, type Answers, type Asking, keepAnswers } from './answers.ts'
import type { ItemInfo, ViewedItem } from './viewed-item.ts'

/** A page with its text. */
export type Page = Awaited<ReturnType<typeof api.page.info>>

/** Opened items by number or own address. Forgotten when somebody signs in or out, or gives a visit password. */
export const itemsAtom = atom((get): Answers<ItemInfo> => {
  void get(sessionAtom)
  get(visitsAtom)
  return keepAnswers((item_id, signal) => api.item.info({ item_id }, { signal }), 5)
})

/** Opened pages by number. Forgotten when somebody signs in or out, or gives a visit password. */
export const pagesAtom = atom((get): Answers<Page> => {
  void get(sessionAtom)
  get(visitsAtom)
  return keepAnswers((page_id, signal) => api.page.info({ page_id }, { signal }), 30)
})

/** The answer for `key`, undefined while it is on the way, and how to ask for it once more. */
export function useAnswer<T>(
  source: Atom<Answers<T>>,
  key: string,
): [Answer<T> | undefined, (asking: Asking) => Promise<void>] {
  return useAtom(useAtomValue(source).of(key))
}

/** Asks for a page before it is shown. */
export const preloadPageAtom = atom(null, (get, set, page_id: string) => set(get(pagesAtom).of(page_id), 1000))

/** Reads the menu of an item again. */
const reloadItemAtom = atom(null, (get, set, item: ViewedItem) => set(get(itemsAtom).of(item.item_id), 0))

/** Moves a page to the recycle bin. */
export const deletePageAtom = atom(null, async (_get, set, item: ViewedItem, page: PageNode) => {
  await api.page.delete({ page_id: page.id })
  await set(reloadItemAtom, item)
})

/** Makes a catalog in `parent` (or at the top). */
export const addCatalogAtom = atom(
  null,
  async (_get, set, item: ViewedItem, parent: CatalogNode | undefined, cat_name: string) => {
    const parent_cat_id = parent?.id ?? 0
    await api.catalog.save({ item_id: item.item_id, cat_id: 0, cat_name, parent_cat_id })
    await set(reloadItemAtom, item)
  },
)

/** Gives a catalog another name. */
export const renameCatalogAtom = atom(
  null,
  async (_get, set, item: ViewedItem, catalog: CatalogNode, cat_name: string) => {
    const parent_cat_id = catalog.parent?.id ?? 0 // left out, it would go to the top
    await api.catalog.save({ item_id: item.item_id, cat_id: catalog.id, cat_name, parent_cat_id })
    await set(reloadItemAtom, item)
  },
)
