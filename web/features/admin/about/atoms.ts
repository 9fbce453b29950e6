import { api } from '#web/lib/api.ts'
import { askedAtom } from '../asked.ts'

/** Which version runs, and which is the newest that the server knows of. */
export const versionsAtom = askedAtom(() => api.adminUpdate.checkUpdate())

/** Whether the database has the schema of the program that runs. */
export const databaseAtom = askedAtom(() => api.update.checkDb())
