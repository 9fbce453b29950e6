import { atom } from 'jotai'
import { type Answers, keepAnswers } from '#web/features/tree/index.tsx'
import { api } from '#web/lib/api.ts'

/** A page as its public link shows it. */
export type SharedPage = Awaited<ReturnType<typeof api.page.infoByKey>>

/** Pages by the key of their public link. */
export const sharedPagesAtom = atom(
  (): Answers<SharedPage> => keepAnswers((unique_key, signal) => api.page.infoByKey({ unique_key }, { signal }), 3),
)
