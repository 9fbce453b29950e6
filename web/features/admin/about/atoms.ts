import { api } from '#web/lib/api.ts'
import { queryStateAtom } from '../query-state.ts'

/** The running version, and the newest version that the server knows of. */
export const versionsAtom = queryStateAtom(() => api.adminUpdate.checkUpdate())

/** Whether the database schema matches the running program. */
export const databaseAtom = queryStateAtom(() => api.update.checkDb())
