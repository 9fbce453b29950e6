import { exportFormatNames } from './export-formats.ts'

/** What a setting contains, which decides how it is checked, stored and edited. */
type SettingKind =
  /** On or off: stored and sent as "1" and "0". */
  | 'tick'
  /** A whole number from `min` to `max`; empty leaves it unchanged. */
  | 'number'
  /** A line of text; empty leaves it unchanged. */
  | 'name'
  | 'text'
  /** A text of several lines. */
  | 'lines'
  /** Never leaves the server: shown as a mask, and the mask leaves it unchanged. */
  | 'secret'
  /** One of `options`, in a list. */
  | 'choice'
  /** One of `options`, side by side; empty leaves it unchanged. */
  | 'radio'
  /** One of the site's items, by id or custom address. */
  | 'item'

/** A setting of the site, or a field of a form of settings. */
export interface Setting {
  kind: SettingKind
  /** The group that it is shown in: the group's title and the setting's label are texts of the locale `admin`. */
  group: string
  /** What it means, in English and in Chinese, for the reference of the API. */
  text: readonly [en: string, zh: string]
  /** The value when nothing is stored, in its stored form; empty or "0" when left out. */
  default?: string
  /** What applies while the value is empty, where that is not the value itself. */
  fallback?: string
  /** The smallest number. */
  min?: number
  /** The largest number, or the longest text. */
  max?: number
  options?: readonly string[]
  /** Whether it cannot be left out when its form is sent. */
  isNeeded?: boolean
  /** The placeholder. */
  example?: string
  /** Whether it is shown in a monospace font: for addresses, filters, paths. */
  mono?: boolean
  /** For a secret: the fields that define where it is sent. When one of them changes, the stored secret is dropped. */
  sentTo?: readonly string[]
  /** The field that must have one of these values for this one to be shown. */
  shownWith?: { name: string; values: readonly string[] }
}

type Settings = Readonly<Record<string, Setting>>

/**
 * The settings of the site, by their name in the database and on the wire, group by group in the order of the screen. A
 * new one needs its entry here, its label and help in the two locales `admin`, and the code that asks for it:
 * `readOptions` has it. Sources: specification 3 for the fields, 9 for the defaults.
 */
export const siteSettings = {
  site_name: { group: 'site', kind: 'name', default: 'Docstead', max: 100, text: ['Site name', '站点名称'] },
  site_url: {
    group: 'site',
    kind: 'text',
    example: 'https://docs.example.com',
    max: 500,
    mono: true,
    text: ['Public address of the site', '站点的公开地址'],
  },
  allow_search_engines: {
    group: 'site',
    kind: 'tick',
    text: ['Let search engines list public projects', '允许搜索引擎收录公开项目'],
  },
  beian: {
    group: 'site',
    kind: 'lines',
    max: 500,
    text: ['Registration record in the footer of the home page', '首页底部的备案信息'],
  },
  home_page: {
    group: 'home',
    kind: 'radio',
    options: ['1', '2', '3'],
    default: '1',
    text: ['1 full home page, 2 sign-in page, 3 `home_item`', '1 完整首页，2 登录页，3 跳转到 `home_item`'],
  },
  home_item: {
    group: 'home',
    kind: 'item',
    max: 50,
    shownWith: { name: 'home_page', values: ['3'] },
    text: ['Project that the home page redirects to', '首页跳转的项目'],
  },
  register_open: {
    group: 'access',
    kind: 'tick',
    default: '1',
    text: ['Allow anyone to create an account', '开放注册'],
  },
  invite_new_accounts: {
    group: 'access',
    kind: 'tick',
    default: '1',
    text: [
      'Let invited people create an account while registration is closed',
      '关闭注册时，仍允许受邀加入项目的人创建账号',
    ],
  },
  force_login: { group: 'access', kind: 'tick', text: ['Require sign-in to read', '必须登录才能阅读'] },
  strong_password_enabled: {
    group: 'access',
    kind: 'tick',
    text: [
      'Require passwords with lowercase and uppercase letters, digits and symbols',
      '要求密码包含大小写字母、数字和符号',
    ],
  },
  admin_second_step: {
    group: 'access',
    kind: 'tick',
    text: ['Require a second step from administrators when they sign in', '要求管理员登录时使用两步验证'],
  },
  session_expire_days: {
    group: 'access',
    kind: 'number',
    fallback: '180',
    min: 1,
    max: 180,
    text: ['Number of days a session lasts', '会话的有效天数'],
  },
  audit_days: {
    group: 'access',
    kind: 'choice',
    options: ['30', '90', '180', '365', '730', '1825', '3650', '0'],
    default: '180',
    text: ['Number of days that the audit log is stored; 0 for ever', '审计日志保留的天数；0 表示永久保留'],
  },
  history_version_count: {
    group: 'pages',
    kind: 'number',
    default: '20',
    min: 1,
    max: 1000,
    text: ['Number of earlier versions kept for each page', '每个页面保留的历史版本数'],
  },
  show_watermark: {
    group: 'pages',
    kind: 'tick',
    text: ['Show the reader’s name as a watermark on pages', '在页面上显示读者姓名水印'],
  },
  export_header: {
    group: 'export',
    kind: 'text',
    max: 200,
    text: ['Header of exported PDF files; empty for the title of the document', '导出 PDF 的页眉；留空则为文档标题'],
  },
  export_footer: {
    group: 'export',
    kind: 'text',
    max: 200,
    text: ['Footer of exported PDF files, beside the page number', '导出 PDF 的页脚，与页码并排'],
  },
  export_watermark: {
    group: 'export',
    kind: 'text',
    max: 60,
    text: ['Watermark of exported PDF files', '导出 PDF 的水印文字'],
  },
  open_api_host: {
    group: 'ai',
    kind: 'text',
    fallback: 'https://api.openai.com',
    max: 500,
    mono: true,
    text: ['Address of the AI service', 'AI 服务的地址'],
  },
  open_api_key: {
    group: 'ai',
    kind: 'secret',
    max: 2000,
    sentTo: ['open_api_host'],
    text: ['Key for the AI service; sending the mask keeps the stored one', 'AI 服务的密钥；提交掩码则保持不变'],
  },
  ai_model_name: {
    group: 'ai',
    kind: 'text',
    fallback: 'gpt-4o',
    max: 200,
    mono: true,
    text: ['Model of the AI service', 'AI 服务使用的模型'],
  },
  oss_open: { group: 'storage', kind: 'tick', text: ['Store files in object storage', '启用对象存储'] },
} as const satisfies Settings

/** The settings that other screens of Admin save: the switches of sign-in, and the key of sign-in links. */
export const signInSettings = {
  ldap_open: { group: 'open', kind: 'tick', text: ['Sign-in with LDAP', '启用 LDAP 登录'] },
  oauth2_open: { group: 'open', kind: 'tick', text: ['Sign-in with another service', '启用第三方登录'] },
  login_secret_key: { group: 'key', kind: 'secret', text: ['Key', '密钥'] },
} as const satisfies Settings

const withAccessKey = { name: 'oss_type', values: ['aliyun', 'qiniu', 's3_storage'] }
const withSecretId = { name: 'oss_type', values: ['qcloud'] }
const storageLocation = ['oss_type', 'endpoint', 'region', 'protocol', 'style', 'domain', 'ca']

/** File storage. Source: specification 9 for the defaults. */
const oss_setting = {
  oss_type: {
    group: 'storage',
    kind: 'choice',
    options: ['aliyun', 'qiniu', 'qcloud', 's3_storage'],
    default: 'aliyun',
    isNeeded: true,
    text: ['Type of storage service', '服务类型'],
  },
  key: {
    group: 'storage',
    kind: 'text',
    max: 500,
    mono: true,
    shownWith: withAccessKey,
    text: ['Access key', '访问密钥 ID'],
  },
  secret: {
    group: 'storage',
    kind: 'secret',
    max: 2000,
    sentTo: storageLocation,
    shownWith: withAccessKey,
    text: ['Secret of the access key; sending the mask keeps the stored one', '访问密钥；提交掩码则保持不变'],
  },
  secretId: {
    group: 'storage',
    kind: 'text',
    max: 500,
    mono: true,
    shownWith: withSecretId,
    text: ['Tencent Cloud SecretId', '腾讯云的 SecretId'],
  },
  secretKey: {
    group: 'storage',
    kind: 'secret',
    max: 2000,
    sentTo: storageLocation,
    shownWith: withSecretId,
    text: ['Tencent Cloud SecretKey; sending the mask keeps the stored one', '腾讯云的 SecretKey；提交掩码则保持不变'],
  },
  endpoint: {
    group: 'storage',
    kind: 'text',
    max: 500,
    mono: true,
    shownWith: withAccessKey,
    text: [
      'Address of the storage service; empty for Qiniu, which finds it by key and bucket',
      '存储服务的地址；七牛可留空，将按密钥和存储桶查询',
    ],
  },
  region: {
    group: 'storage',
    kind: 'text',
    max: 100,
    mono: true,
    text: ['Region of the bucket; empty where the address has it', '存储桶所在地域；地址中已包含时可留空'],
  },
  bucket: { group: 'storage', kind: 'text', max: 200, mono: true, text: ['Bucket', '存储桶'] },
  subcat: { group: 'storage', kind: 'text', max: 200, mono: true, text: ['Folder in the bucket', '存储桶中的文件夹'] },
  protocol: {
    group: 'storage',
    kind: 'choice',
    options: ['http', 'https'],
    default: 'http',
    text: ['Protocol for addresses that name none', '地址未写明时使用的协议'],
  },
  style: {
    group: 'storage',
    kind: 'choice',
    options: ['auto', 'host', 'path', 'domain'],
    default: 'auto',
    text: [
      'How the bucket is named in addresses: `host` (bucket.service), `path` (service/bucket), by its own `domain`, or `auto` as the service wants it',
      '地址中存储桶的写法：`host` 为“桶.服务”，`path` 为“服务/桶”，`domain` 为桶的自有域名，`auto` 按服务自动选择',
    ],
  },
  domain: {
    group: 'storage',
    kind: 'text',
    max: 500,
    mono: true,
    shownWith: { name: 'style', values: ['domain'] },
    text: ['Custom domain of the bucket, for the style `domain`', '存储桶的自有域名，用于 `domain` 方式'],
  },
  ca: {
    group: 'storage',
    kind: 'lines',
    example: '-----BEGIN CERTIFICATE-----',
    max: 20_000,
    mono: true,
    shownWith: { name: 'oss_type', values: ['s3_storage'] },
    text: ['Your own CA certificates, as PEM', '自有证书颁发机构的证书（PEM）'],
  },
} as const satisfies Settings

/** A directory service. Source: specification 9 for the defaults. */
const ldap_form = {
  host: {
    group: 'server',
    kind: 'text',
    example: 'ldap.example.com',
    max: 500,
    mono: true,
    text: ['Host of the LDAP server', 'LDAP 服务器'],
  },
  port: { group: 'server', kind: 'number', default: '389', min: 1, max: 65_535, text: ['Port', '端口'] },
  security: {
    group: 'server',
    kind: 'choice',
    options: ['auto', 'starttls', 'ldaps', 'none'],
    default: 'auto',
    text: [
      'Encryption: `auto` is LDAPS for port 636 and for `ldaps://`, otherwise none',
      '加密方式：`auto` 在端口为 636 或地址以 `ldaps://` 开头时使用 LDAPS，否则不加密',
    ],
  },
  ca: {
    group: 'server',
    kind: 'lines',
    example: '-----BEGIN CERTIFICATE-----',
    max: 20_000,
    mono: true,
    text: ['Your own CA certificates, as PEM', '自有证书颁发机构的证书（PEM）'],
  },
  timeout: {
    group: 'server',
    kind: 'number',
    default: '5',
    min: 1,
    max: 60,
    text: ['Longest wait for an answer, in seconds', '等待响应的最长时间（秒）'],
  },
  version: {
    group: 'server',
    kind: 'number',
    options: ['3', '2'],
    default: '3',
    min: 2,
    max: 3,
    text: ['LDAP version', 'LDAP 版本'],
  },
  bind_dn: {
    group: 'bind',
    kind: 'text',
    example: 'cn=reader,dc=example,dc=com',
    max: 1000,
    mono: true,
    text: ['Account that looks people up', '查询账号'],
  },
  bind_password: {
    group: 'bind',
    kind: 'secret',
    max: 2000,
    sentTo: ['host', 'port', 'security', 'ca'],
    text: ['Password of the lookup account; sending the mask keeps the stored one', '该账号的密码；提交掩码则保持不变'],
  },
  base_dn: {
    group: 'search',
    kind: 'text',
    example: 'dc=example,dc=com',
    max: 1000,
    mono: true,
    text: ['Base DN: where to search for users', '搜索用户的起点'],
  },
  search_filter: {
    group: 'search',
    kind: 'text',
    default: '(cn=*)',
    max: 1000,
    mono: true,
    text: ['Filter for users; `%(user)s` stands for the username', '用户过滤条件；`%(user)s` 代表用户名'],
  },
  user_field: {
    group: 'mapping',
    kind: 'text',
    example: 'uid',
    max: 100,
    mono: true,
    text: ['Attribute that holds the username', '用户名所在的属性'],
  },
  name_field: {
    group: 'mapping',
    kind: 'text',
    example: 'displayName',
    max: 100,
    mono: true,
    text: ['Attribute that holds a person’s name', '姓名所在的属性'],
  },
  email_field: {
    group: 'mapping',
    kind: 'text',
    example: 'mail',
    max: 100,
    mono: true,
    text: ['Attribute that holds the email address', '邮箱所在的属性'],
  },
  member_group: {
    group: 'groups',
    kind: 'text',
    example: 'cn=docs,ou=groups,dc=example,dc=com',
    max: 1000,
    mono: true,
    text: ['Group whose members may sign in; empty for everyone who is found', '可以登录的组；留空表示不限'],
  },
  admin_group: {
    group: 'groups',
    kind: 'text',
    example: 'cn=docs-admins,ou=groups,dc=example,dc=com',
    max: 1000,
    mono: true,
    text: ['Group whose members are administrators; empty to leave roles alone', '管理员所在的组；留空则不改变角色'],
  },
  team_groups: {
    group: 'groups',
    kind: 'lines',
    example: 'cn=backend,ou=groups,dc=example,dc=com = Backend',
    max: 20_000,
    mono: true,
    text: [
      'Groups whose members are in a team: `group = team`, one a line',
      '组与团队的对应关系，每行一条：`组 = 团队`',
    ],
  },
  sync: {
    group: 'sync',
    kind: 'choice',
    options: ['off', 'hourly', 'daily', 'weekly'],
    default: 'off',
    text: [
      'When the server synchronises the accounts by itself: `off`, `hourly`, `daily`, or `weekly`',
      '服务器何时自动同步账号：`off` 不同步，`hourly` 每小时，`daily` 每天，`weekly` 每周',
    ],
  },
  sync_time: {
    group: 'sync',
    kind: 'text',
    default: '03:00',
    example: '03:00',
    max: 5,
    mono: true,
    shownWith: { name: 'sync', values: ['daily', 'weekly'] },
    text: ['Time of the synchronisation, in the time zone of the server', '同步的时刻，按服务器所在时区'],
  },
  sync_most: {
    group: 'sync',
    kind: 'number',
    default: '20',
    min: 1,
    max: 100,
    text: [
      'When more than so many percent of the accounts would end, none is disabled',
      '将停用的账号超过此百分比时，一个也不停用',
    ],
  },
} as const satisfies Settings

/** How providers of every type are reached. */
export const providerConnectionFields = {
  ca: {
    group: 'service',
    kind: 'lines',
    example: '-----BEGIN CERTIFICATE-----',
    max: 20_000,
    mono: true,
    text: ['Your own CA certificates, as PEM', '自有证书颁发机构的证书（PEM）'],
  },
  timeout: {
    group: 'service',
    kind: 'number',
    default: '10',
    min: 1,
    max: 60,
    text: ['Longest wait for an answer, in seconds', '等待响应的最长时间（秒）'],
  },
} as const satisfies Settings

/** What providers of every type decide about accounts: each of their forms ends with it. */
export const providerAccountFields = {
  new_accounts: {
    group: 'accounts',
    kind: 'tick',
    default: '1',
    text: ['Give people who have no account one at their first sign-in', '首次登录时为没有账号的人创建账号'],
  },
  username_taken: {
    group: 'accounts',
    kind: 'choice',
    options: ['reject', 'number'],
    default: 'reject',
    text: [
      'What a new person gets whose username is taken here: `reject` a message how to link the two, `number` another username with a number',
      '新用户的用户名已被占用时：`reject` 提示如何关联，`number` 在用户名后加数字',
    ],
  },
  link_by_name: {
    group: 'accounts',
    kind: 'tick',
    text: [
      'Give people the account of the same name that came from another system and is linked with nobody, once',
      '将来自其他系统、尚未与任何人关联的同名账号交给登录者（仅一次）',
    ],
  },
  allowed_domains: {
    group: 'accounts',
    kind: 'text',
    example: 'example.com',
    max: 1000,
    mono: true,
    text: [
      'Domains of the verified email addresses of people who may sign in, separated by commas; empty for everyone',
      '允许登录者的已验证邮箱域名，以逗号分隔；留空表示不限',
    ],
  },
} as const satisfies Settings

/** The services that speak OAuth2 in a way of their own. */
export const oauthServices = ['standard', 'github', 'feishu', 'dingtalk', 'wecom'] as const

const ofStandard = { name: 'service', values: ['standard'] }
const ofWeCom = { name: 'service', values: ['wecom'] }

/**
 * Sign-in with another service. Source: specification 9 for the default. The token path is appended to the host, so
 * changing it may change where the secret is sent.
 */
const oauth2_form = {
  entrance_tips: { group: 'open', kind: 'text', max: 200, text: ['Text of the sign-in button', '登录入口的文字'] },
  client_id: {
    group: 'client',
    kind: 'text',
    max: 500,
    mono: true,
    text: ['Client ID of this site at the service', '本站在该服务中的客户端 ID'],
  },
  client_secret: {
    group: 'client',
    kind: 'secret',
    max: 2000,
    sentTo: ['service', 'issuer', 'protocol', 'host', 'token_path', 'ca'],
    text: ['Client secret; sending the mask keeps the stored one', '客户端密钥；提交掩码则保持不变'],
  },
  client_auth: {
    group: 'client',
    kind: 'choice',
    options: ['auto', 'basic', 'post'],
    default: 'auto',
    shownWith: ofStandard,
    text: [
      'How the secret is sent: `basic` in a header, `post` in the form, `auto` as the service says',
      '密钥的发送方式：`basic` 请求头，`post` 表单，`auto` 按服务声明',
    ],
  },
  agent_id: {
    group: 'client',
    kind: 'text',
    example: '1000002',
    max: 100,
    mono: true,
    shownWith: ofWeCom,
    text: ['AgentId of the WeCom application', '企业微信应用的 AgentId'],
  },
  redirectUri: {
    group: 'client',
    kind: 'text',
    max: 1000,
    mono: true,
    text: ['Callback address on this site; empty for the usual one', '登录后返回本站的回调地址；留空使用默认地址'],
  },
  service: {
    group: 'service',
    kind: 'choice',
    options: oauthServices,
    default: 'standard',
    text: [
      'Kind of service: `standard` for OpenID Connect and OAuth2',
      '服务的种类：`standard` 为标准的 OpenID Connect 与 OAuth2',
    ],
  },
  issuer: {
    group: 'service',
    kind: 'text',
    example: 'https://keycloak.example.com/realms/main',
    max: 500,
    mono: true,
    shownWith: ofStandard,
    text: [
      'Issuer of OpenID Connect, whose endpoints are found by themselves; empty for OAuth2 by host and paths',
      'OpenID Connect 的 issuer，其端点自动发现；留空则按主机与路径使用 OAuth2',
    ],
  },
  protocol: {
    group: 'service',
    kind: 'choice',
    options: ['https', 'http'],
    default: 'https',
    text: ['Protocol', '使用的协议'],
  },
  host: {
    group: 'service',
    kind: 'text',
    example: 'gitlab.example.com',
    max: 500,
    mono: true,
    text: ['Host of the service', '服务的主机名'],
  },
  authorize_path: {
    group: 'service',
    kind: 'text',
    example: '/oauth/authorize',
    max: 500,
    mono: true,
    text: ['Path of the sign-in page', '授权页面的路径'],
  },
  token_path: {
    group: 'service',
    kind: 'text',
    example: '/oauth/token',
    max: 500,
    mono: true,
    text: ['Path that issues tokens', '获取令牌的路径'],
  },
  resource_path: {
    group: 'service',
    kind: 'text',
    max: 500,
    mono: true,
    text: ['Path of the user where `userinfo_path` is empty', '`userinfo_path` 为空时获取用户信息的路径'],
  },
  userinfo_path: {
    group: 'service',
    kind: 'text',
    example: '/oauth/userinfo',
    max: 500,
    mono: true,
    text: ['Path that returns the signed-in user', '获取用户信息的路径'],
  },
  scope: {
    group: 'service',
    kind: 'text',
    example: 'openid profile email',
    max: 500,
    mono: true,
    text: ['Scope to request from the service', '申请的授权范围'],
  },
  tenant: {
    group: 'service',
    kind: 'text',
    max: 200,
    mono: true,
    text: [
      'The organisation that people must belong to: `tid` of Entra, `hd` of Google, `tenant_key` of Feishu, CorpId of DingTalk; empty for any',
      '登录者必须所属的组织：Entra 的 `tid`、Google 的 `hd`、飞书的 `tenant_key`、钉钉的 CorpId；留空表示不限',
    ],
  },
  ...providerConnectionFields,
  subject_field: {
    group: 'mapping',
    kind: 'text',
    example: 'sub',
    max: 100,
    mono: true,
    text: [
      'Attribute that identifies a person for ever; empty for the usual one of the service',
      '永久标识用户的属性；留空使用服务的默认属性',
    ],
  },
  username_field: {
    group: 'mapping',
    kind: 'text',
    example: 'preferred_username',
    max: 100,
    mono: true,
    text: ['Attribute that holds the username; empty for the usual ones', '用户名所在的属性；留空使用常见属性'],
  },
  name_field: {
    group: 'mapping',
    kind: 'text',
    example: 'name',
    max: 100,
    mono: true,
    text: ['Attribute that holds a person’s name', '姓名所在的属性'],
  },
  email_field: {
    group: 'mapping',
    kind: 'text',
    example: 'email',
    max: 100,
    mono: true,
    text: ['Attribute that holds the email address', '邮箱所在的属性'],
  },
  email_trusted: {
    group: 'mapping',
    kind: 'tick',
    text: [
      'The service has verified all addresses, also those that it does not mark as verified',
      '该服务的邮箱均已验证，包括未标记为已验证的邮箱',
    ],
  },
  ...providerAccountFields,
  logout_redirect_uri: {
    group: 'leaving',
    kind: 'text',
    example: 'https://',
    max: 1000,
    mono: true,
    text: ['Sign-out address of the service', '退出时跳转的地址'],
  },
} as const satisfies Settings

/** Outgoing mail. Source of the defaults: decision 56. */
const mail_form = {
  host: {
    group: 'server',
    kind: 'text',
    example: 'smtp.example.com',
    max: 500,
    mono: true,
    text: ['Host of the SMTP server', 'SMTP 服务器'],
  },
  port: { group: 'server', kind: 'number', default: '465', min: 1, max: 65_535, text: ['Port', '端口'] },
  security: {
    group: 'server',
    kind: 'choice',
    options: ['auto', 'tls', 'starttls', 'none'],
    default: 'auto',
    text: [
      'Encryption: `auto` is TLS on port 465, otherwise STARTTLS where the server offers it',
      '加密方式：`auto` 在端口 465 使用 TLS，其他端口在服务器支持时使用 STARTTLS',
    ],
  },
  ca: {
    group: 'server',
    kind: 'lines',
    example: '-----BEGIN CERTIFICATE-----',
    max: 20_000,
    mono: true,
    text: ['Your own CA certificates, as PEM', '自有证书颁发机构的证书（PEM）'],
  },
  user: { group: 'account', kind: 'text', max: 500, mono: true, text: ['Account at the server', '服务器上的账号'] },
  password: {
    group: 'account',
    kind: 'secret',
    max: 2000,
    sentTo: ['host', 'port', 'security', 'ca'],
    text: ['Password of the account; sending the mask keeps the stored one', '该账号的密码；提交掩码则保持不变'],
  },
  from: {
    group: 'sender',
    kind: 'text',
    example: 'docs@example.com',
    max: 300,
    mono: true,
    text: ['Address that mail is from', '发件人地址'],
  },
  from_name: { group: 'sender', kind: 'text', max: 100, text: ['Name that mail is from', '发件人名称'] },
  digest_time: {
    group: 'notices',
    kind: 'text',
    default: '08:00',
    example: '08:00',
    max: 5,
    mono: true,
    text: ['When the daily summary is sent, in the time zone of the server', '每日汇总的发送时刻，按服务器所在时区'],
  },
  notice_text: {
    group: 'notices',
    kind: 'radio',
    options: ['off', 'on'],
    default: 'off',
    text: [
      'Whether mail and webhooks contain the texts of comments and announcements',
      '邮件和 Webhook 是否包含评论和公告的正文',
    ],
  },
} as const satisfies Settings

/** The switch of outgoing mail. */
export const mailSettings = {
  mail_open: { group: 'open', kind: 'tick', text: ['Send mail', '发送邮件'] },
  mail_key: { group: 'key', kind: 'secret', text: ['Key that signs links in mails', '邮件链接的签名密钥'] },
} as const satisfies Settings

const withSchedule = (...values: string[]) => ({ name: 'schedule', values })
const withFolder = { name: 'place', values: ['folder'] }
const withS3 = { name: 'place', values: ['s3'] }
const withExports = { name: 'export_schedule', values: ['daily', 'weekly'] }

/** The backups that the server makes by itself. Source of the defaults: decision 35. */
const backup_form = {
  schedule: {
    group: 'schedule',
    kind: 'radio',
    options: ['daily', 'hours', 'off'],
    default: 'daily',
    text: [
      'When backups are made: `daily`, every few `hours`, or `off`',
      '何时备份：`daily` 每天，`hours` 每隔几小时，`off` 不备份',
    ],
  },
  time: {
    group: 'schedule',
    kind: 'text',
    default: '02:00',
    example: '02:00',
    max: 5,
    mono: true,
    shownWith: withSchedule('daily'),
    text: ['Time of the daily backup, in the time zone of the server', '每天备份的时刻，按服务器所在时区'],
  },
  hours: {
    group: 'schedule',
    kind: 'number',
    default: '6',
    min: 1,
    max: 168,
    shownWith: withSchedule('hours'),
    text: ['Hours between two backups', '两次备份间隔的小时数'],
  },
  count: {
    group: 'schedule',
    kind: 'number',
    default: '7',
    min: 1,
    max: 365,
    text: ['Number of verified backups that are kept', '保留的已校验备份数'],
  },
  place: {
    group: 'place',
    kind: 'radio',
    options: ['data', 'folder', 's3'],
    default: 'data',
    text: [
      'Where backups are kept: `backups/` in the data folder (`data`), another `folder`, or S3 storage (`s3`)',
      '备份存放的位置：数据目录的 `backups/`（`data`）、其他目录（`folder`）或 S3 存储（`s3`）',
    ],
  },
  folder: {
    group: 'place',
    kind: 'text',
    example: '/mnt/backups/docstead',
    max: 1000,
    mono: true,
    shownWith: withFolder,
    text: ['Absolute path of the folder, on another disk', '目录的绝对路径，应位于其他磁盘'],
  },
  endpoint: {
    group: 'place',
    kind: 'text',
    example: 'https://s3.example.com',
    max: 500,
    mono: true,
    shownWith: withS3,
    text: ['Address of the S3 service', 'S3 服务的地址'],
  },
  region: {
    group: 'place',
    kind: 'text',
    default: 'us-east-1',
    max: 100,
    mono: true,
    shownWith: withS3,
    text: ['Region of the bucket', '存储桶所在地域'],
  },
  bucket: { group: 'place', kind: 'text', max: 200, mono: true, shownWith: withS3, text: ['Bucket', '存储桶'] },
  prefix: {
    group: 'place',
    kind: 'text',
    max: 500,
    mono: true,
    example: 'docstead',
    shownWith: withS3,
    text: ['Folder in the bucket', '存储桶中的文件夹'],
  },
  key: { group: 'place', kind: 'text', max: 500, mono: true, shownWith: withS3, text: ['Access key', '访问密钥 ID'] },
  secret: {
    group: 'place',
    kind: 'secret',
    max: 2000,
    sentTo: ['endpoint'],
    shownWith: withS3,
    text: ['Secret of the access key; sending the mask keeps the stored one', '访问密钥；提交掩码则保持不变'],
  },
  export_schedule: {
    group: 'exports',
    kind: 'radio',
    options: ['off', 'daily', 'weekly'],
    default: 'off',
    text: [
      'When projects are exported to the place of the backups: `off`, `daily`, or `weekly`',
      '何时将项目导出到备份的位置：`off` 不导出，`daily` 每天，`weekly` 每周',
    ],
  },
  export_time: {
    group: 'exports',
    kind: 'text',
    default: '04:00',
    example: '04:00',
    max: 5,
    mono: true,
    shownWith: withExports,
    text: ['Time of the exports, in the time zone of the server', '导出的时刻，按服务器所在时区'],
  },
  export_format: {
    group: 'exports',
    kind: 'choice',
    options: exportFormatNames,
    default: 'markdown',
    shownWith: withExports,
    text: ['Format of the exports', '导出的格式'],
  },
  export_items: {
    group: 'exports',
    kind: 'text',
    example: '12, 34',
    max: 2000,
    mono: true,
    shownWith: withExports,
    text: [
      'Numbers of the projects to export, separated by commas; empty for all',
      '要导出的项目编号，以逗号分隔；为空表示全部',
    ],
  },
  export_count: {
    group: 'exports',
    kind: 'number',
    default: '7',
    min: 1,
    max: 365,
    shownWith: withExports,
    text: ['Number of exports that are kept of each project', '每个项目保留的导出数'],
  },
} as const satisfies Settings

/** The forms of settings, each stored as one JSON text under its name. */
export const settingForms = { oss_setting, ldap_form, oauth2_form, backup_form, mail_form }

/** The name of a form of settings. */
export type SettingFormName = keyof typeof settingForms

type ValueOf<S> = S extends { kind: 'tick' }
  ? boolean
  : S extends { kind: 'number' }
    ? number
    : S extends { kind: 'radio'; options: readonly (infer Option)[] }
      ? Option
      : string

const settings = { ...siteSettings, ...signInSettings, ...mailSettings }

/** The values of all settings by name. A number without a default is 0 until it is set. */
export type SiteOptions = { -readonly [N in keyof typeof settings]: ValueOf<(typeof settings)[N]> }

/** Returns the value of a setting from its stored form; the default when nothing valid is stored. */
function parseSetting(setting: Setting, stored: string | undefined): boolean | number | string {
  const { kind, default: initial = '', min = 0, options } = setting
  if (kind === 'tick') return initial === '1' ? stored !== '0' : stored === '1'
  if (kind === 'number') return Number(stored) ? Math.max(min, Number(stored)) : Number(initial)
  return stored && (!options || options.includes(stored)) ? stored : initial
}

/** Returns the settings in `stored`, each with its default if it is missing. */
export const parseSettings = (stored: ReadonlyMap<string, string>): SiteOptions =>
  Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => [name, parseSetting(setting, stored.get(name))]),
  ) as SiteOptions

/** Returns the value of a setting as it is stored and sent: switches as "1" and "0". */
export const settingText = <V extends boolean | number | string>(value: V) =>
  String(typeof value === 'boolean' ? Number(value) : value) as V extends boolean ? '0' | '1' : string
