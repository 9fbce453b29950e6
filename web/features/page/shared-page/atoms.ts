import { atom } from 'jotai'
import { createQueryCache, type QueryCache } from '#web/features/tree/view/index.tsx'
import { api } from '#web/lib/api.ts'

/** A page as shown by its public link. */
export type SharedPage = Awaited<ReturnType<typeof api.page.infoByKey>>

/** Pages by the key of their public link. */
export const sharedPagesAtom = atom(
  (): QueryCache<SharedPage> =>
    createQueryCache((unique_key, signal) => api.page.infoByKey({ unique_key }, { signal }), 3),
)
