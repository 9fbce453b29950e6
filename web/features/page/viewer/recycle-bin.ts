import { atom } from 'jotai'
import { restorePageAtom } from '#web/features/tree/folders/index.tsx'
import { api } from '#web/lib/api.ts'
import { queryFamily } from '#web/lib/query.ts'
import { pagesAtom } from './atoms.ts'

/** A page in the recycle bin. */
export type DeletedPage = Awaited<ReturnType<typeof api.recycle.getList>>[number]

/** The pages in the recycle bins of items, by item_id. */
export const recycleBinsAtom = queryFamily((item_id, signal) => api.recycle.getList({ item_id }, { signal }), 2)

/** Restores a page from the recycle bin and shows it. */
export const restoreAndShowPageAtom = atom(null, async (get, set, item_id: string, page_id: string) => {
  await set(restorePageAtom, item_id, page_id)
  await Promise.all([set(get(pagesAtom).of(page_id), 'again'), set(get(recycleBinsAtom).of(item_id), 0)])
})
