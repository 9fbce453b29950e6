import { api } from '#web/lib/api.ts'
import { queryAtom } from '#web/lib/query.ts'

/** The settings that the server reads at startup, with the source of each. */
export const startSettingsAtom = queryAtom(() => api.adminSite.startSettings())

/** A startup setting. */
export type StartSetting = Awaited<ReturnType<typeof api.adminSite.startSettings>>[number]
