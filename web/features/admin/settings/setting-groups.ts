import type { FieldSpec, Values } from '../forms/fields.ts'

const isStorage =
  (...types: readonly string[]) =>
  (values: Values) =>
    types.includes(values['oss_setting.oss_type'] ?? '')

const storagePlaces = ['oss_setting.oss_type', 'oss_setting.endpoint', 'oss_setting.region', 'oss_setting.protocol']

/** The options for what a visit begins with. Source: specification 2. */
export const homePages = ['1', '2', '3'] as const
/** The kinds of object storage. Source: specification 3. */
export const storageTypes = ['aliyun', 'qiniu', 'qcloud', 's3_storage'] as const
/** The protocols for downloading stored files. */
const protocols = ['http', 'https'] as const

/**
 * All settings of the site by topic, in the order of the tabs. Sources: specification 3 for the fields, 9 for the
 * defaults.
 */
export const settingGroups = {
  site: [
    { name: 'site_name', kind: 'text', initial: 'Docstead', max: 100 },
    { name: 'site_url', kind: 'text', example: 'https://docs.example.com', max: 500, mono: true },
    { name: 'allow_search_engines', kind: 'tick', initial: '0' },
    { name: 'beian', kind: 'lines', max: 500 },
  ],
  home: [
    { name: 'home_page', kind: 'radio', options: homePages, initial: '1' },
    { name: 'home_item', kind: 'item', shows: (values: Values) => values['home_page'] === '3' },
  ],
  access: [
    { name: 'register_open', kind: 'tick', initial: '1' },
    { name: 'force_login', kind: 'tick', initial: '0' },
    { name: 'strong_password_enabled', kind: 'tick', initial: '0' },
    { name: 'session_expire_days', kind: 'number', initial: '180', min: 1, max: 180 },
  ],
  pages: [
    { name: 'history_version_count', kind: 'number', initial: '20', min: 1, max: 1000 },
    { name: 'show_watermark', kind: 'tick', initial: '0' },
  ],
  ai: [
    { name: 'open_api_host', kind: 'text', initial: 'https://api.openai.com', max: 500, mono: true },
    { name: 'open_api_key', kind: 'secret', max: 2000, sentTo: ['open_api_host'] },
    { name: 'ai_model_name', kind: 'text', initial: 'gpt-4o', max: 200, mono: true },
  ],
  storage: [
    { name: 'oss_open', kind: 'tick', initial: '0' },
    { name: 'oss_setting.oss_type', kind: 'choice', options: storageTypes, initial: 'aliyun' },
    { name: 'oss_setting.key', kind: 'text', max: 500, mono: true, shows: isStorage('aliyun', 'qiniu', 's3_storage') },
    {
      name: 'oss_setting.secret',
      kind: 'secret',
      max: 2000,
      sentTo: storagePlaces,
      shows: isStorage('aliyun', 'qiniu', 's3_storage'),
    },
    { name: 'oss_setting.secretId', kind: 'text', max: 500, mono: true, shows: isStorage('qcloud') },
    {
      name: 'oss_setting.secretKey',
      kind: 'secret',
      max: 2000,
      sentTo: storagePlaces,
      shows: isStorage('qcloud'),
    },
    {
      name: 'oss_setting.endpoint',
      kind: 'text',
      max: 500,
      mono: true,
      shows: isStorage('aliyun', 'qiniu', 's3_storage'),
    },
    { name: 'oss_setting.region', kind: 'text', max: 100, mono: true, shows: isStorage('qcloud', 's3_storage') },
    { name: 'oss_setting.bucket', kind: 'text', max: 200, mono: true },
    { name: 'oss_setting.protocol', kind: 'choice', options: protocols, initial: 'http' },
    { name: 'oss_setting.domain', kind: 'text', max: 500, mono: true },
    { name: 'oss_setting.subcat', kind: 'text', max: 200, mono: true },
  ],
} as const satisfies Record<string, readonly FieldSpec[]>

/** A group of settings. */
export type SettingGroupId = keyof typeof settingGroups
/** The name of a setting. */
export type SettingName = (typeof settingGroups)[SettingGroupId][number]['name']

/** The topics in the order of the tabs. */
export const settingGroupIds = Object.keys(settingGroups) as SettingGroupId[]

/** All fields of all topics. */
export const allFields: readonly FieldSpec<SettingName>[] = Object.values(settingGroups).flat()

/** Returns the topic of a setting. */
export const getSettingGroup = (name: string): SettingGroupId =>
  settingGroupIds.find((id) => settingGroups[id].some((field) => field.name === name)) ?? 'site'
