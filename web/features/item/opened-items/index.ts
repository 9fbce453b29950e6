import { api } from '#web/lib/api.ts'
import { queryFamily } from '#web/lib/query.ts'

/** An item as the server returns it, with its tree. */
export type ItemInfo = Awaited<ReturnType<typeof api.item.info>>

/** Opened items by id or custom address. */
export const itemsAtom = queryFamily((item_id, signal) => api.item.info({ item_id }, { signal }), 5)
