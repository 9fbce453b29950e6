import { api } from '#web/lib/api.ts'
import { queryStateAtom } from '../query-state.ts'

/** The maximum number of items offered. Source: specification 9. */
const most = 100

/** The items that the home page can lead to, newest first. */
export const itemOptionsAtom = queryStateAtom(async () => (await api.adminItem.getList({ count: most })).items)
