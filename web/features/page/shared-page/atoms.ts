import { api } from '#web/lib/api.ts'
import { queryFamily } from '#web/lib/query.ts'

/** A page as shown by its public link. */
export type SharedPage = Awaited<ReturnType<typeof api.page.infoByKey>>

/** Pages by the key of their public link. */
export const sharedPagesAtom = queryFamily((unique_key, signal) => api.page.infoByKey({ unique_key }, { signal }), 3)
