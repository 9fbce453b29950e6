import { z } from 'zod'
import { type Setting, settingForms, siteSettings } from '#shared/settings.ts'
import { endpoint, query } from './endpoint.ts'
import { EmptyList, Int, JsonText, OptionalFlag, SingleLine, Text } from './fields.ts'

// Old forms send an empty text for a field that nobody filled in: it stays as it is.
const kept = z.literal('').transform(() => undefined)

/** A secret setting. The mask keeps the stored value; empty removes it. */
const SecretSetting = z.string().max(2000).optional()

/** The input of a setting of each kind. What is left out stays as it is. */
const inputs = {
  tick: () => OptionalFlag,
  number: ({ min = 0, max = 0 }: Setting) => z.union([kept, Int(min, max)]).optional(),
  name: ({ max }: Setting) => z.union([kept, SingleLine(max)]).optional(),
  text: ({ max = 0 }: Setting) => Text(max).optional(),
  lines: ({ max = 0 }: Setting) => Text(max).optional(),
  secret: () => SecretSetting,
  choice: ({ options = [] }: Setting) => z.enum(options).optional(),
  radio: ({ options = [] }: Setting) =>
    z
      .union([kept, z.literal([...options, ...options.map(Number)])])
      .transform((value) => (value === undefined ? undefined : String(value)))
      .optional(),
  item: ({ max = 0 }: Setting) =>
    z
      .union([z.int().nonnegative(), Text(max)])
      .transform(String)
      .optional(),
}

/** Returns the fields of a form of settings, as they are sent. */
function inputFields<S extends Readonly<Record<string, Setting>>>(settings: S) {
  const fields = Object.entries(settings).map(([name, setting]): [string, z.ZodType] => {
    const field = inputs[setting.kind](setting)
    return [name, setting.isNeeded ? field.unwrap() : field]
  })
  return Object.fromEntries(fields) as { [N in keyof S]: ReturnType<(typeof inputs)[S[N]['kind']]> }
}

const StorageForm = z.object(inputFields(settingForms.oss_setting))
const LdapForm = z.object(inputFields(settingForms.ldap_form))
const Oauth2Form = z.object(inputFields(settingForms.oauth2_form))

/** Returns all fields of a form as text, for the output of a call. */
const texts = <S extends object>(settings: S) =>
  z.object(Object.fromEntries(Object.keys(settings).map((name) => [name, z.string()])) as Record<keyof S, z.ZodString>)

const Switch = z.enum(['0', '1'])

/** Returns the fields of settings as they are loaded: texts, switches as "1" and "0". */
function outputFields<S extends Readonly<Record<string, Setting>>>(settings: S) {
  const fields = Object.entries(settings).map(([name, { kind, options }]): [string, z.ZodType<string>] => [
    name,
    kind === 'tick' ? Switch : options ? z.enum(options) : z.string(),
  ])
  return Object.fromEntries(fields) as {
    [N in keyof S]: S[N]['kind'] extends 'tick' ? typeof Switch : z.ZodType<string, string>
  }
}

/** The settings of the site as they are loaded; secrets as a mask. */
export const SiteConfig = z.object({
  ...outputFields(siteSettings),
  /** Two of them under their newer names. */
  open_ai_key: z.string(),
  open_ai_host: z.string(),
  oss_setting: texts(settingForms.oss_setting),
})

/** Calls for the settings of the site. */
export const adminSetting = {
  saveConfig: endpoint({
    summary: [
      'Save the site settings; omitted settings and masked secrets stay unchanged',
      '保存站点设置；未提交的项保持不变，掩码表示密钥不变',
    ],
    access: 'admin',
    input: z.object({
      ...inputFields(siteSettings),
      open_ai_key: SecretSetting,
      open_ai_host: inputs.text(siteSettings.open_api_host),
      oss_setting: JsonText(z.union([StorageForm, z.array(z.never())])).optional(),
    }),
    output: EmptyList,
    errors: ['homeItemUnknown', 'siteUrlBad', 'siteUrlFromStart', 'sessionDaysFromStart', 'serviceAddressBad'],
  }),
  loadConfig: query({
    summary: ['Get the site settings; secrets are masked', '站点设置，密钥以掩码代替'],
    access: 'admin',
    input: z.object({}),
    output: SiteConfig,
  }),
  saveLdapConfig: endpoint({
    summary: ['Save the LDAP settings', '保存 LDAP 设置'],
    access: 'admin',
    input: z.object({ ldap_open: OptionalFlag, ldap_form: JsonText(LdapForm).optional() }),
    output: EmptyList,
  }),
  loadLdapConfig: query({
    summary: ['Get the LDAP settings; the password is masked', 'LDAP 设置，密码以掩码代替'],
    access: 'admin',
    input: z.object({}),
    output: z.object({ ldap_open: Switch, ldap_form: texts(settingForms.ldap_form) }),
  }),
  saveOauth2Config: endpoint({
    summary: ['Save the OAuth2 settings', '保存 OAuth2 设置'],
    access: 'admin',
    input: z.object({ oauth2_open: OptionalFlag, oauth2_form: JsonText(Oauth2Form).optional() }),
    output: EmptyList,
    errors: ['logoutAddressBad'],
  }),
  loadOauth2Config: query({
    summary: ['Get the OAuth2 settings; the secret is masked', 'OAuth2 设置，密钥以掩码代替'],
    access: 'admin',
    input: z.object({}),
    output: z.object({ oauth2_open: Switch, oauth2_form: texts(settingForms.oauth2_form) }),
  }),
  getLoginSecretKey: endpoint({
    summary: [
      'Get the login key, with which other systems sign their sign-in links; the first request creates it',
      '获取登录密钥（供其他系统签署登录链接），首次获取时生成',
    ],
    access: 'admin',
    input: z.object({}),
    output: z.object({ login_secret_key: z.string() }),
  }),
  resetLoginSecretKey: endpoint({
    summary: ['Reset the login key; the old one stops working', '重置登录密钥，旧密钥失效'],
    access: 'admin',
    input: z.object({}),
    output: z.object({ login_secret_key: z.string() }),
  }),
}
