import { api } from '#web/lib/api.ts'
import { queryStateAtom } from '../query-state.ts'

/** Which version runs, and which is the newest that the server knows of. */
export const versionsAtom = queryStateAtom(() => api.adminUpdate.checkUpdate())

/** Whether the database has the schema of the program that runs. */
export const databaseAtom = queryStateAtom(() => api.update.checkDb())
