import { z } from 'zod'
import { endpoint, query } from './endpoint.ts'
import { EmptyList, Int, JsonText, OptionalFlag, SingleLine, Text } from './fields.ts'

// Old forms send an empty text for a field that nobody filled in: it stays as it is.
const kept = z.literal('').transform(() => undefined)

/** A secret setting. The mask keeps the stored value; empty removes it. */
const SecretSetting = z.string().max(2000).optional()

/** File storage: `secret` and `secretKey` are masked. */
export const StorageForm = z.object({
  oss_type: z.enum(['aliyun', 'qiniu', 'qcloud', 's3_storage']),
  key: Text(500).optional(),
  secret: SecretSetting,
  endpoint: Text(500).optional(),
  bucket: Text(200).optional(),
  protocol: z.enum(['http', 'https']).optional(),
  domain: Text(500).optional(),
  region: Text(100).optional(),
  secretId: Text(500).optional(),
  secretKey: SecretSetting,
  subcat: Text(200).optional(),
})

/** A directory service: `bind_password` is masked. */
export const LdapForm = z.object({
  host: Text(500).optional(),
  port: z.union([kept, Int(1, 65_535)]).optional(),
  version: z.union([kept, Int(2, 3)]).optional(),
  base_dn: Text(1000).optional(),
  bind_dn: Text(1000).optional(),
  bind_password: SecretSetting,
  user_field: Text(100).optional(),
  name_field: Text(100).optional(),
  search_filter: Text(1000).optional(),
})

/** A sign-in service: `client_secret` is masked. */
export const Oauth2Form = z.object({
  redirectUri: Text(1000).optional(),
  entrance_tips: Text(200).optional(),
  client_id: Text(500).optional(),
  client_secret: SecretSetting,
  protocol: z.enum(['http', 'https']).optional(),
  host: Text(500).optional(),
  authorize_path: Text(500).optional(),
  token_path: Text(500).optional(),
  resource_path: Text(500).optional(),
  userinfo_path: Text(500).optional(),
  logout_redirect_uri: Text(1000).optional(),
  scope: Text(500).optional(),
})

/** Returns all fields of a form as text, for the output of a call. */
const texts = <S extends z.ZodRawShape>({ shape }: z.ZodObject<S>) =>
  z.object(Object.fromEntries(Object.keys(shape).map((name) => [name, z.string()])) as Record<keyof S, z.ZodString>)

const Switch = z.enum(['0', '1'])

/** The settings of the site as they are loaded: texts, switches as "1" and "0", secrets as a mask. */
export const SiteConfig = z.object({
  site_name: z.string(),
  register_open: Switch,
  home_page: z.enum(['1', '2', '3']),
  home_item: z.string(),
  beian: z.string(),
  history_version_count: z.string(),
  show_watermark: Switch,
  site_url: z.string(),
  force_login: Switch,
  allow_search_engines: Switch,
  strong_password_enabled: Switch,
  session_expire_days: z.string(),
  open_api_key: z.string(),
  open_api_host: z.string(),
  /** The same two under their newer names. */
  open_ai_key: z.string(),
  open_ai_host: z.string(),
  ai_model_name: z.string(),
  oss_open: Switch,
  oss_setting: texts(StorageForm),
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
      site_name: z.union([kept, SingleLine(100)]).optional(),
      register_open: OptionalFlag,
      home_page: z
        .union([kept, z.literal(['1', '2', '3', 1, 2, 3])])
        .transform((value) => (value === undefined ? undefined : String(value)))
        .optional(),
      home_item: z
        .union([z.int().nonnegative(), Text(50)])
        .transform(String)
        .optional(),
      beian: Text(500).optional(),
      history_version_count: z.union([kept, Int(1, 1000)]).optional(),
      show_watermark: OptionalFlag,
      site_url: Text(500).optional(),
      force_login: OptionalFlag,
      allow_search_engines: OptionalFlag,
      strong_password_enabled: OptionalFlag,
      session_expire_days: z.union([kept, Int(1, 180)]).optional(),
      open_api_key: SecretSetting,
      open_api_host: Text(500).optional(),
      open_ai_key: SecretSetting,
      open_ai_host: Text(500).optional(),
      ai_model_name: Text(200).optional(),
      oss_open: OptionalFlag,
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
    output: z.object({ ldap_open: Switch, ldap_form: texts(LdapForm) }),
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
    output: z.object({ oauth2_open: Switch, oauth2_form: texts(Oauth2Form) }),
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
