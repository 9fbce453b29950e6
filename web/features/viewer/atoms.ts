import { atom } from 'jotai'
import { sessionAtom, visitsAtom } from '#web/features/session/index.tsx'
import { type Answers, keepAnswers } from '#web/features/tree/index.tsx'
import { api } from '#web/lib/api.ts'
import { loadLaterWords } from '#web/lib/i18n.ts'
import type { ViewedItem } from './viewed-item.ts'

/** A page with its text. */
export type Page = Awaited<ReturnType<typeof api.page.info>>

/** Opened pages by number. Forgotten when somebody signs in or out, or gives a visit password. */
export const pagesAtom = atom((get): Answers<Page> => {
  void get(sessionAtom)
  get(visitsAtom)
  return keepAnswers((page_id, signal) => api.page.info({ page_id }, { signal }), 30)
})

/** Asks for a page before it is shown. */
export const preloadPageAtom = atom(null, (get, set, page_id: string) => set(get(pagesAtom).of(page_id), 1000))

/** Stars the item, or takes the star away; what does it is loaded when it is first wanted. */
export const starLaterAtom = atom(null, async (_get, set, item: ViewedItem) => {
  const [{ toggleStarAtom }] = await Promise.all([import('./star.ts'), loadLaterWords()])
  await set(toggleStarAtom, item)
})
