import { api } from '#web/lib/api.ts'
import { queryAtom } from '#web/lib/query.ts'

/** The settings that the server reads at startup, with the source of each. */
export const startSettingsAtom = queryAtom(() => api.adminSite.startSettings())

/** A startup setting. */
export type StartSetting = Awaited<ReturnType<typeof api.adminSite.startSettings>>[number]

/** Returns a setting as the start sets it; undefined where Admin decides. */
export const setByStart = (settings: readonly StartSetting[], name: StartSetting['name']): StartSetting | undefined =>
  settings.find((one) => one.name === name && one.source !== 'default' && one.value !== '')
