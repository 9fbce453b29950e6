import { api } from '#web/lib/api.ts'
import { queryStateAtom } from '../query-state.ts'

/** How many items there are to choose from. Source: specification 9. */
const most = 100

/** The items that the home page can lead to, the newest first. */
export const itemOptionsAtom = queryStateAtom(async () => (await api.adminItem.getList({ count: most })).items)
