import { atom } from 'jotai'
import { api } from '#web/lib/api.ts'
import { flatten, nested } from '../forms/draft.ts'
import type { Values } from '../forms/fields.ts'
import { createSettingForm } from '../forms/setting-form.ts'
import { allFields } from './setting-groups.ts'

/** Returns the input of the save call: the storage fields are sent as one object, with the type they belong to. */
export function toConfigInput(changes: Values, values: Values): Record<string, string> {
  const plain = Object.entries(changes).filter(([name]) => !name.includes('.'))
  const storage = nested(changes, 'oss_setting')
  if (Object.keys(storage).length === 0) return Object.fromEntries(plain)
  const { oss_type = '' } = nested(values, 'oss_setting')
  return { ...Object.fromEntries(plain), oss_setting: JSON.stringify({ oss_type, ...storage }) }
}

/** The settings of the site. */
export const siteForm = createSettingForm({
  id: 'admin-settings',
  section: 'settings',
  fields: allFields,
  load: async () => {
    const { oss_setting, ...plain } = await api.adminSetting.loadConfig()
    return { ...plain, ...flatten(oss_setting, 'oss_setting') }
  },
  save: (changes, values) => api.adminSetting.saveConfig(toConfigInput(changes, values)),
  fieldOf: {
    homeItemUnknown: 'home_item',
    siteUrlBad: 'site_url',
    siteUrlFromStart: 'site_url',
    sessionDaysFromStart: 'session_expire_days',
    serviceAddressBad: 'open_api_host',
    storageBucketMissing: 'oss_setting.bucket',
    storageRegionWrong: 'oss_setting.region',
    storageStyleWrong: 'oss_setting.style',
  },
})

/**
 * Sends a short prompt to the AI service with the stored settings.
 *
 * @returns the model that responded, and its response
 */
export const testAiAtom = atom(null, async (_get, _set, content: string) => {
  const { model, choices } = await api.ai.create({ content })
  return { model, answer: choices[0]?.message.content.trim() ?? '' }
})
