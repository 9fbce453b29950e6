import { api } from '#web/lib/api.ts'
import { queryStateAtom } from './query-state.ts'

/** The settings that the server reads at startup, with the source of each. */
export const startSettingsAtom = queryStateAtom(() => api.adminSite.startSettings())

/** A startup setting. */
export type StartSetting = Awaited<ReturnType<typeof api.adminSite.startSettings>>[number]
