import { settingForms, siteSettings } from '#shared/settings.ts'
import { type FieldSpec, listGroups, toFields } from '../forms/fields.ts'

/** The groups of settings, in the order of the tabs. */
export const settingGroupIds = listGroups(siteSettings)

/** A group of settings. */
type SettingGroupId = (typeof settingGroupIds)[number]

/** The name of a setting. */
export type SettingName = keyof typeof siteSettings | `oss_setting.${keyof typeof settingForms.oss_setting}`

/** Returns the fields of a group: the settings of the site, then those of the form of file storage. */
export const groupFields = (group: SettingGroupId): FieldSpec<SettingName>[] => [
  ...toFields<SettingName>(siteSettings, group),
  ...toFields<SettingName>(settingForms.oss_setting, group, 'oss_setting.'),
]

/** All fields of all groups. */
export const allFields: readonly FieldSpec<SettingName>[] = settingGroupIds.flatMap(groupFields)

/** Returns the group of a setting. */
export const getSettingGroup = (name: string): SettingGroupId =>
  settingGroupIds.find((id) => groupFields(id).some((field) => field.name === name)) ?? 'site'
