import { api } from '#web/lib/api.ts'
import { askedAtom } from './asked.ts'

/** The settings that the server reads at its start, with where each comes from. */
export const startSettingsAtom = askedAtom(() => api.adminSite.startSettings())

/** One of them. */
export type StartSetting = Awaited<ReturnType<typeof api.adminSite.startSettings>>[number]
