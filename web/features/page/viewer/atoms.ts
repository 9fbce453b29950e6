import { atom } from 'jotai'
import { api } from '#web/lib/api.ts'
import { loadDeferredMessages } from '#web/lib/i18n.ts'
import { queryFamily } from '#web/lib/query.ts'
import type { CurrentItem } from './current-item.ts'

/** A page with its text. */
export type Page = Awaited<ReturnType<typeof api.page.info>>

/** Opened pages by id. */
export const pagesAtom = queryFamily((page_id, signal) => api.page.info({ page_id }, { signal }), 30)

/** Loads a page before it is shown. */
export const preloadPageAtom = atom(null, (get, set, page_id: string) => set(get(pagesAtom).of(page_id), 1000))

/** Stars the item, or removes the star; loads the code for it on first use. */
export const lazyToggleStarAtom = atom(null, async (_get, set, item: CurrentItem) => {
  const [{ toggleStarAtom }] = await Promise.all([import('./star.ts'), loadDeferredMessages()])
  await set(toggleStarAtom, item)
})

/** An attachment of a page. */
export type PageFile = Awaited<ReturnType<typeof api.page.uploadList>>[number]

/** The attachments of pages, for signed-in users, by page_id. */
export const filesAtom = queryFamily((page_id, signal) => api.page.uploadList({ page_id }, { signal }), 10)

/** Reloads the attachments of a page, and the number of attachments in the page. */
export const reloadFilesAtom = atom(null, (get, set, page_id: string) =>
  Promise.all([set(get(filesAtom).of(page_id), 0), set(get(pagesAtom).of(page_id), 0)]),
)
