import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { StartTokens } from '#shared/contract/admin-scim.ts'
import { startDirectory, startStorage } from '#shared/contract/admin-setting.ts'
import { ConfiguredProviders } from '#shared/contract/sign-in-provider.ts'
import { StartWebhooks } from '#shared/contract/webhook.ts'
import { parseClock } from './clock-time.ts'
import { type CliText, type CliValues, cliText, type Lang } from './i18n.ts'
import { isLdapFilter } from './ldap-filter.ts'

/** An error that prevents startup: one line that names the cause and says what to do. */
export class StartError extends Error {
  readonly text: CliText
  readonly values: CliValues
  /** 1 when something failed, 2 when the command was misused. */
  readonly exitCode: 1 | 2

  constructor(text: CliText, values: CliValues = {}, exitCode: 1 | 2 = 1) {
    super(text)
    this.name = 'StartError'
    this.text = text
    this.values = values
    this.exitCode = exitCode
  }

  /** Returns the line for the terminal. */
  line(lang: Lang): string {
    return cliText(lang, this.text, this.values)
  }
}

/** What is shown in place of a secret. */
const secretMask = '********'

const port = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,5}$/)
      .transform((text) => Number(text)),
  ])
  .pipe(z.int().min(0).max(65535))
const days = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,4}$/)
      .transform((text) => Number(text)),
  ])
  .pipe(z.int().min(1).max(180))
const megabytes = (min: number) =>
  z
    .union([
      z.int(),
      z
        .string()
        .regex(/^\d{1,7}$/)
        .transform((text) => Number(text)),
    ])
    .pipe(z.int().min(min).max(1_000_000))
const isNetwork = (entry: string): boolean => {
  const [address = '', bits, ...more] = entry.split('/')
  const family = isIP(address)
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32))
  return family !== 0 && fits && more.length === 0
}
const networks = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean))])
  .refine((entries) => entries.every(isNetwork))
const basePath = z
  .string()
  .transform((text) => text.replace(/\/+$/, ''))
  .pipe(z.union([z.literal(''), z.string().regex(/^(\/[A-Za-z0-9._~-]+)+$/)]))
const address = z
  .string()
  .transform((text) => text.replace(/\/+$/, ''))
  .pipe(z.union([z.literal(''), z.url({ protocol: /^https?$/ })]))

const parseJson =
  (empty: unknown) =>
  (text: string, context: z.RefinementCtx): unknown => {
    try {
      return text.trim() === '' ? empty : JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: 'JSON' })
      return z.NEVER
    }
  }
const jsonObject = z.union([z.record(z.string(), z.unknown()), z.string().transform(parseJson({}))])
const jsonList = z.union([z.array(z.unknown()), z.string().transform(parseJson([]))])
const objectStorage = jsonObject.pipe(z.union([z.strictObject({}), z.lazy(startStorage)]))
const directory = jsonObject.pipe(z.union([z.strictObject({}), z.lazy(startDirectory)]))

/** A switch of Admin that the start may set: nothing leaves it to Admin. */
const adminSwitch = z.union([
  z.boolean().transform((isOn) => (isOn ? ('on' as const) : ('off' as const))),
  z.enum(['', 'on', 'off']),
])

interface Setting {
  shape: z.ZodType
  value: unknown
  about: Record<Lang, string>
  secret?: boolean
}

/**
 * Every setting: its shape, its default, and its description. The key is its name in the configuration file; its flag
 * is
 * `--base-path`, its environment variable `DOCSTEAD_BASE_PATH`, and `DOCSTEAD_BASE_PATH_FILE` reads it from a file.
 */
export const settings = {
  data: {
    shape: z.string().min(1),
    value: './data',
    about: { en: 'the folder that stores all data', zh: '存放全部数据的目录' },
  },
  host: {
    shape: z.string().min(1),
    value: '127.0.0.1',
    about: { en: 'the address to listen on; 0.0.0.0 for all addresses', zh: '监听地址；0.0.0.0 表示全部' },
  },
  port: { shape: port, value: 4999, about: { en: 'the port to listen on', zh: '监听端口' } },
  base_path: {
    shape: basePath,
    value: '',
    about: { en: 'the path of the site behind a proxy, such as /docs', zh: '站点在反向代理后的路径，如 /docs' },
  },
  site_url: {
    shape: address,
    value: '',
    about: {
      en: 'the public address of the site, such as https://docs.example.com',
      zh: '站点的公开地址，如 https://docs.example.com',
    },
  },
  trusted_proxies: {
    shape: networks,
    value: [],
    about: {
      en: 'addresses of trusted proxies, whose X-Forwarded-For is used',
      zh: '可信代理的地址，采信其 X-Forwarded-For',
    },
  },
  outbound_allow: {
    shape: networks,
    value: [],
    about: {
      en: 'private networks that the server can send requests to, such as 10.0.0.0/8 for an internal AI service',
      zh: '允许服务器主动访问的内网，如内网 AI 服务所在的 10.0.0.0/8',
    },
  },
  file_offload: {
    shape: z.enum(['off', 'x-accel', 'x-sendfile']),
    value: 'off',
    about: {
      en: 'who sends uploaded files to requests of a trusted proxy: off (this server), x-accel (nginx, from file_offload_path) or x-sendfile (Apache, lighttpd, from the data folder)',
      zh: '可信代理转来的文件请求由谁发送内容：off 本服务器，x-accel 由 nginx 经 file_offload_path 发送，x-sendfile 由 Apache 或 lighttpd 从数据目录发送',
    },
  },
  file_offload_path: {
    shape: basePath.pipe(z.string().min(1)),
    value: '/docstead-uploads',
    about: {
      en: 'the internal location of nginx that serves the uploads folder, for x-accel',
      zh: 'nginx 中对应上传目录的内部 location，用于 x-accel',
    },
  },
  oss_setting: {
    shape: objectStorage,
    value: {},
    secret: true,
    about: {
      en: 'the object storage for uploaded files, as JSON with the fields of the form in Admin; empty to set it in Admin',
      zh: '存放上传文件的对象存储，JSON 格式，字段与管理后台的表单相同；留空则在管理后台中设置',
    },
  },
  smtp_host: {
    shape: z.string().max(500),
    value: '',
    about: {
      en: 'the server that sends mail; with it, the mail settings in Admin are not used',
      zh: '发送邮件的服务器；设置后不再使用管理后台中的邮件设置',
    },
  },
  smtp_port: { shape: port, value: 465, about: { en: 'the port of that server', zh: '邮件服务器的端口' } },
  smtp_security: {
    shape: z.enum(['auto', 'tls', 'starttls', 'none']),
    value: 'auto',
    about: {
      en: 'encryption: auto (TLS on port 465, otherwise STARTTLS where offered), tls, starttls or none',
      zh: '加密方式：auto 端口 465 使用 TLS、其他端口在服务器支持时使用 STARTTLS，或 tls、starttls、none',
    },
  },
  smtp_ca: {
    shape: z.string().max(1000),
    value: '',
    about: {
      en: 'a PEM file with the certificates of your own authority, for the mail server',
      zh: '邮件服务器所用自有证书颁发机构的 PEM 文件',
    },
  },
  smtp_user: {
    shape: z.string().max(500),
    value: '',
    about: { en: 'the account at the mail server; empty for none', zh: '邮件服务器的账号；留空表示不登录' },
  },
  smtp_password: {
    shape: z.string().max(2000),
    value: '',
    secret: true,
    about: { en: 'the password of that account', zh: '该账号的密码' },
  },
  smtp_from: {
    shape: z.string().max(300),
    value: '',
    about: { en: 'the address that mail is from', zh: '发件人地址' },
  },
  smtp_from_name: {
    // a line end would begin another header
    shape: z
      .string()
      .max(100)
      .regex(/^\P{Cc}*$/u),
    value: '',
    about: {
      en: 'the name that mail is from; empty to set it in Admin',
      zh: '发件人名称；留空则在管理后台中设置',
    },
  },
  digest_time: {
    shape: z.union([z.literal(''), z.string().refine((text) => parseClock(text) !== undefined)]),
    value: '',
    about: {
      en: 'when the daily summary is sent, such as 08:00, in the time zone of the server; empty to set it in Admin',
      zh: '每日汇总的发送时刻，如 08:00，按服务器所在时区；留空则在管理后台中设置',
    },
  },
  notice_text: {
    shape: adminSwitch,
    value: '',
    about: {
      en: 'whether mail and webhooks contain the texts of comments and announcements: on or off; empty to set it in Admin',
      zh: '邮件和 Webhook 是否包含评论和公告的正文：on 或 off；留空则在管理后台中设置',
    },
  },
  update_url: {
    shape: address,
    value: '',
    about: {
      en: 'the folder on a web server that has new versions: manifest.json and the files it lists; empty for none',
      zh: '存放新版本的网址，其中有 manifest.json 及其所列文件；留空表示不检查',
    },
  },
  captcha: {
    shape: z.enum(['always', 'failures', 'off']),
    value: 'failures',
    about: {
      en: 'when sign-in asks for a captcha: always, failures (after three failed attempts) or off',
      zh: '登录时何时要求验证码：always 每次，failures 失败三次后，off 从不',
    },
  },
  language: {
    shape: z.enum(['en', 'zh']),
    value: 'en',
    about: {
      en: 'the default language for visitors who request none: en or zh',
      zh: '访问者未指定语言时使用的语言：en 或 zh',
    },
  },
  sign_in_providers: {
    shape: ConfiguredProviders,
    value: [],
    secret: true,
    about: {
      en: 'services that people sign in with, in addition to those in Admin: a list of objects with id, type, name and the fields of the form in Admin, such as [{"id": "keycloak", "name": "Keycloak", "issuer": "https://keycloak.example.com/realms/main", "client_id": "docs", "client_secret": "..."}]',
      zh: '管理后台之外的登录服务：对象列表，含 id、type、name 及管理后台表单中的各字段，如 [{"id": "keycloak", "name": "Keycloak", "issuer": "https://keycloak.example.com/realms/main", "client_id": "docs", "client_secret": "..."}]',
    },
  },
  ldap_form: {
    shape: directory,
    value: {},
    secret: true,
    about: {
      en: 'the directory service that people sign in with, as JSON with the fields of the form in Admin; empty to set it in Admin',
      zh: '用于登录的目录服务，JSON 格式，字段与管理后台的表单相同；留空则在管理后台中设置',
    },
  },
  webhooks: {
    shape: jsonList.pipe(StartWebhooks),
    value: [],
    secret: true,
    about: {
      en: 'webhooks of the whole site, in addition to those in Admin: a list of objects with name and url, and if wanted format, secret, events and lang, such as [{"name": "CI", "url": "https://ci.example.com/hook", "secret": "at least 16 characters", "events": ["page.updated"]}]',
      zh: '管理后台之外的全站 Webhook：对象列表，含 name 和 url，可选 format、secret、events 和 lang，如 [{"name": "CI", "url": "https://ci.example.com/hook", "secret": "至少 16 个字符", "events": ["page.updated"]}]',
    },
  },
  scim_tokens: {
    shape: jsonList.pipe(StartTokens),
    value: [],
    secret: true,
    about: {
      en: 'tokens of systems that create and disable accounts by SCIM, in addition to those in Admin: a list of objects with name and token (32 characters or more) or token_sha256, such as [{"name": "Entra ID", "token_sha256": "..."}]',
      zh: '管理后台之外供其他系统通过 SCIM 管理账号的令牌：对象列表，含 name 以及 token（至少 32 个字符）或 token_sha256，如 [{"name": "Entra ID", "token_sha256": "..."}]',
    },
  },
  login_secret_key: {
    shape: z.union([z.literal(''), z.string().regex(/^[\x21-\x7e]{32,200}$/)]),
    value: '',
    secret: true,
    about: {
      en: 'the key with which other systems sign sign-in links, at least 32 characters; empty to let Admin create one',
      zh: '其他系统签署登录链接所用的密钥，至少 32 个字符；留空则由管理后台生成',
    },
  },
  admin_second_step: {
    shape: adminSwitch,
    value: '',
    about: {
      en: 'whether administrators must have a second step when they sign in: on or off; empty to set it in Admin',
      zh: '管理员登录时是否必须使用两步验证：on 或 off；留空则在管理后台中设置',
    },
  },
  invite_new_accounts: {
    shape: adminSwitch,
    value: '',
    about: {
      en: 'whether invited people can create an account while registration is closed: on or off; empty to set it in Admin',
      zh: '关闭注册时受邀的人能否创建账号：on 或 off；留空则在管理后台中设置',
    },
  },
  session_days: {
    shape: days,
    value: 180,
    about: { en: 'how many days a sign-in lasts without being used', zh: '登录后不使用可保持多久，单位为天' },
  },
  upload_max_mb: {
    shape: megabytes(1).pipe(z.number().max(2000)),
    value: 4,
    about: { en: 'the maximum size of an attachment, in MB', zh: '单个附件的大小上限，单位为 MB' },
  },
  upload_quota_mb: {
    shape: megabytes(0),
    value: 0,
    about: {
      en: 'the maximum total size of a person’s attachments, in MB; 0 for no limit',
      zh: '每人附件总大小的上限，单位为 MB；0 表示不限',
    },
  },
  export_fonts: {
    shape: z.string().max(1000),
    value: '',
    about: {
      en: 'the fonts of PDF files, tried before the built-in one: a .ttf or .otf file, or a folder of such files',
      zh: 'PDF 文件使用的字体，优先于内置字体：.ttf 或 .otf 文件，或存放这些文件的目录',
    },
  },
  metrics: {
    shape: z.enum(['off', 'loopback', 'token']),
    value: 'off',
    about: {
      en: 'who can read /metrics: nobody (off), programs on this machine (loopback), or anyone who sends metrics_token (token)',
      zh: '谁可以读取 /metrics：off 关闭，loopback 仅限本机程序，token 需携带 metrics_token',
    },
  },
  metrics_token: {
    shape: z.union([z.literal(''), z.string().regex(/^[\x21-\x7e]{16,200}$/)]),
    value: '',
    secret: true,
    about: {
      en: 'the Bearer token for /metrics, at least 16 characters; needs metrics to be token',
      zh: '读取 /metrics 的 Bearer 令牌，至少 16 个字符；需将 metrics 设为 token',
    },
  },
  follow_secret: {
    shape: z.union([z.literal(''), z.string().regex(/^[\x21-\x7e]{32,200}$/)]),
    value: '',
    secret: true,
    about: {
      en: 'the secret with which another machine may follow this site, or with which this one follows; at least 32 characters',
      zh: '其他机器跟随本站点、或本机跟随其他站点所用的密钥，至少 32 个字符',
    },
  },
  log_format: {
    shape: z.enum(['auto', 'text', 'json']),
    value: 'auto',
    about: {
      en: 'the log format: auto (text on a terminal, JSON lines otherwise), text or json',
      zh: '日志格式：auto（终端输出文本，其他情况输出 JSON 行）、text 或 json',
    },
  },
  log_level: {
    shape: z.enum(['debug', 'info', 'warn', 'error']),
    value: 'info',
    about: { en: 'the lowest level that is logged: debug, info, warn or error', zh: '记录日志的最低级别' },
  },
} as const satisfies Record<string, Setting>

type Settings = typeof settings
/** The name of a setting. */
export type SettingName = keyof Settings
/** All settings with their values. */
export type Config = { [K in SettingName]: z.output<Settings[K]['shape']> } & {
  /** Where each value came from: `default`, a file, an environment variable or a flag. */
  origin: Record<SettingName, string>
}

/** The switches of Admin that the start may set. */
export const startSwitches = ['admin_second_step', 'invite_new_accounts'] as const

/** Returns a switch as the start sets it; undefined where Admin decides. */
export function getStartSwitch(config: Config, name: (typeof startSwitches)[number]): boolean | undefined {
  const value = config[name]
  return value === '' ? undefined : value === 'on'
}

/** The kinds of sources of a setting. */
type Source = 'default' | 'file' | 'environment' | 'flag'

/** All setting names, in the order of the reference. */
export const settingNames = Object.keys(settings) as SettingName[]

/** Returns the flag of a setting, without its dashes. */
export const flagName = (name: SettingName): string => name.replaceAll('_', '-')
/** Returns the environment variable of a setting. */
export const variableName = (name: string): string => `DOCSTEAD_${name.toUpperCase()}`

function readText(path: string, from: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new StartError('configUnreadable', { path, from })
  }
}

/**
 * Returns an environment variable, or the content of the file that `<name>_FILE` names.
 *
 * @throws {StartError} configUnreadable
 */
export function readVariable(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const path = env[`${name}_FILE`]
  if (env[name] !== undefined || path === undefined) return env[name]
  return readText(path, `${name}_FILE`).replace(/\r?\n$/, '')
}

function readConfigFile(path: string): Map<string, unknown> {
  const text = readText(path, '--config')
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw new StartError('configDamaged', { path, detail: error instanceof Error ? error.message : '' })
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new StartError('configDamaged', { path, detail: 'an object is expected' })
  }
  const entries = new Map(Object.entries(parsed))
  for (const key of entries.keys()) {
    if (!settingNames.includes(key as SettingName)) throw new StartError('configUnknownKey', { path, key })
  }
  return entries
}

/**
 * Reads the configuration: flag over environment over file over default. The file is the one that `--config` or
 * `DOCSTEAD_CONFIG` names, otherwise `config.json` in the data folder if it exists.
 *
 * @throws {StartError} configUnreadable, configDamaged, configUnknownKey, configBadValue
 */
export function readConfig(flags: ReadonlyMap<string, string>, env: NodeJS.ProcessEnv): Config {
  const given = (name: SettingName): { value: unknown; from: string } | undefined => {
    const flag = flags.get(flagName(name))
    if (flag !== undefined) return { value: flag, from: `--${flagName(name)}` }
    const variable = variableName(name)
    const value = readVariable(variable, env)
    return value === undefined
      ? undefined
      : { value, from: env[variable] === undefined ? `${variable}_FILE` : variable }
  }

  const dataGiven = given('data')
  const named = flags.get('config') ?? env['DOCSTEAD_CONFIG']
  const inData = join(String(dataGiven?.value ?? settings.data.value), 'config.json')
  const path = named ?? (existsSync(inData) ? inData : undefined)
  const file = path === undefined ? new Map<string, unknown>() : readConfigFile(path)

  const config: Record<string, unknown> = {}
  const origin: Record<string, string> = {}
  for (const name of settingNames) {
    const found = given(name) ?? (file.has(name) ? { value: file.get(name), from: String(path) } : undefined)
    const { value, from } = found ?? { value: settings[name].value, from: 'default' }
    const parsed = settings[name].shape.safeParse(value)
    if (!parsed.success) {
      throw new StartError(
        'configBadValue',
        { name, value: isSecret(name) ? secretMask : String(value), from, about: settings[name].about },
        2,
      )
    }
    config[name] = parsed.data
    origin[name] = from
  }
  const filter = (config['ldap_form'] as { search_filter?: string }).search_filter
  if (filter && !isLdapFilter(filter))
    throw new StartError('configFilterBad', { filter, from: origin['ldap_form'] ?? '' }, 2)
  if (config['metrics'] === 'token' && config['metrics_token'] === '')
    throw new StartError('metricsTokenMissing', { from: origin['metrics'] ?? '' })
  config['data'] = resolve(String(config['data']))
  return { ...(config as Omit<Config, 'origin'>), origin: origin as Config['origin'] }
}

const isSecret = (name: SettingName): boolean => (settings[name] as Setting).secret === true

type ShownSetting = Config[Exclude<SettingName, 'sign_in_providers' | 'webhooks' | 'scim_tokens'>]

/** Returns the value of a setting as it is shown: a secret as a mask. */
export function shownSetting(config: Config, name: SettingName): ShownSetting {
  const value = config[name] as ShownSetting
  const isEmpty = value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
  if (isSecret(name)) return isEmpty ? '' : secretMask
  return value
}

/** Returns the kind of source of a setting's value, and the source itself; '' for the default. */
export function getSettingSource({ origin }: Config, name: SettingName): { source: Source; source_name: string } {
  const from = origin[name]
  if (from === 'default') return { source: 'default', source_name: '' }
  const isVariable = from === variableName(name) || from === `${variableName(name)}_FILE`
  return { source: from === `--${flagName(name)}` ? 'flag' : isVariable ? 'environment' : 'file', source_name: from }
}
