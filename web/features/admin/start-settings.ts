import { api } from '#web/lib/api.ts'
import { queryStateAtom } from './query-state.ts'

/** The settings that the server reads at its start, with where each comes from. */
export const startSettingsAtom = queryStateAtom(() => api.adminSite.startSettings())

/** One of them. */
export type StartSetting = Awaited<ReturnType<typeof api.adminSite.startSettings>>[number]
