import { atom } from 'jotai'
import { api } from '#web/lib/api.ts'
import { queryFamily } from '#web/lib/query.ts'
import { pagesAtom } from './atoms.ts'

/** An attachment of a page. */
export type PageFile = Awaited<ReturnType<typeof api.page.uploadList>>[number]

/** The attachments of pages, for signed-in users, by page_id. */
export const filesAtom = queryFamily((page_id, signal) => api.page.uploadList({ page_id }, { signal }), 10)

/** Reloads the attachments of a page, and the number of attachments in the page. */
export const reloadFilesAtom = atom(null, (get, set, page_id: string) =>
  Promise.all([set(get(filesAtom).of(page_id), 0), set(get(pagesAtom).of(page_id), 0)]),
)
