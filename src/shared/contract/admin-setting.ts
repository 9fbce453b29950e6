import { z } from 'zod'
import { type Setting, settingForms, signInSettings, siteSettings } from '#shared/settings.ts'
import { AuditEntry } from './audit.ts'
import { about, endpoint, query } from './endpoint.ts'
import {
  type Description,
  described,
  EmptyList,
  Int,
  JsonText,
  OptionalFlag,
  pagingFields,
  SingleLine,
  Text,
} from './fields.ts'
import { outputs } from './shared-fields.ts'

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
  secret: ({ max = 2000 }: Setting) => z.string().max(max).optional(),
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
export function inputFields<S extends Readonly<Record<string, Setting>>>(settings: S) {
  const fields = Object.entries(settings).map(([name, setting]): [string, z.ZodType] => {
    const field = inputs[setting.kind](setting)
    return [name, described(setting.isNeeded ? field.unwrap() : field, setting.text)]
  })
  return Object.fromEntries(fields) as { [N in keyof S]: ReturnType<(typeof inputs)[S[N]['kind']]> }
}

const storageForm = () => z.object(inputFields(settingForms.oss_setting))
/** Object storage as the settings of the start have it: the fields of the form, without unknown ones. */
export const startStorage = () => z.strictObject(inputFields(settingForms.oss_setting))

const ldapForm = () => z.object(inputFields(settingForms.ldap_form))
/** The directory as the settings of the start have it: the fields of the form, without unknown ones. */
export const startDirectory = () => z.strictObject(inputFields(settingForms.ldap_form))
const oauth2Form = () => z.object(inputFields(settingForms.oauth2_form))

const mask: Description = ['A mask if one is set', '已设置时为掩码']
const outputText = ({ kind, text }: Setting): Description => (kind === 'secret' ? mask : text)

/** Returns all fields of a form as text, for the output of a call. */
export const asTexts = <S extends Readonly<Record<string, Setting>>>(settings: S) =>
  z.object(
    Object.fromEntries(
      Object.entries(settings).map(([name, setting]) => [name, described(z.string(), outputText(setting))]),
    ) as Record<keyof S, z.ZodString>,
  )

const storageText: Description = ['Settings; omitted ones stay unchanged', '对象存储设置，未传的不变']
const ldapText: Description = ['Settings; omitted ones stay unchanged', 'LDAP 设置，未传的不变']
const oauth2Text: Description = ['Settings; omitted ones stay unchanged', 'OAuth2 设置，未传的不变']
const newerKeyText: Description = ['Newer name of `open_api_key`', '`open_api_key` 的新名称']
const newerHostText: Description = ['Newer name of `open_api_host`', '`open_api_host` 的新名称']

const incompleteErrors = ['directoryHostMissing', 'directoryBaseMissing', 'directoryPasswordMissing'] as const

const directoryErrors = [
  ...incompleteErrors,
  'directoryForbidden',
  'directoryUnreachable',
  'directoryCertificate',
  'directoryUnencrypted',
  'directoryBindRejected',
  'directoryBindExpired',
  'directoryBindLocked',
  'directoryNeedsEncryption',
  'directoryNeedsAccount',
  'directoryBaseWrong',
  'directorySearchFailed',
] as const

const storageErrors = [
  'storageIncomplete',
  'storageUnreachable',
  'storageForbidden',
  'storageCertificate',
  'storageNoTls',
  'storageKeyWrong',
  'storageSecretWrong',
  'storageRegionWrong',
  'storageBucketMissing',
  'storageStyleWrong',
  'storageClockWrong',
  'storageDenied',
  'storageFull',
  'storageFailed',
  'storageChanged',
] as const

const Switch = z.enum(['0', '1'])

/** Returns the fields of settings as they are loaded: texts, switches as "1" and "0". */
function outputFields<S extends Readonly<Record<string, Setting>>>(settings: S) {
  const fields = Object.entries(settings).map(([name, setting]): [string, z.ZodType<string>] => {
    const { kind, options } = setting
    const field = kind === 'tick' ? Switch : options ? z.enum(options) : z.string()
    return [name, described(field, outputText(setting))]
  })
  return Object.fromEntries(fields) as {
    [N in keyof S]: S[N]['kind'] extends 'tick' ? typeof Switch : z.ZodType<string, string>
  }
}

/** The settings of the site as they are loaded; secrets as a mask. */
export const SiteConfig = z.object({
  ...outputFields(siteSettings),
  /** Two of them under their newer names. */
  open_ai_key: described(z.string(), mask),
  open_ai_host: described(z.string(), newerHostText),
  oss_setting: described(asTexts(settingForms.oss_setting), storageText),
})

/** Calls for the settings of the site. */
export const adminSetting = {
  ...about({
    title: ['Settings', '站点设置'],
    text: ['Site settings, for administrators.', '站点的各项设置，由管理员管理。'],
  }),
  saveConfig: endpoint({
    summary: [
      'Save the site settings; omitted settings and masked secrets stay unchanged',
      '保存站点设置；未提交的项保持不变，掩码表示密钥不变',
    ],
    access: 'admin',
    input: () =>
      z.object({
        ...inputFields(siteSettings),
        open_ai_key: described(SecretSetting, newerKeyText),
        open_ai_host: described(inputs.text(siteSettings.open_api_host), newerHostText),
        oss_setting: described(JsonText(z.union([storageForm(), z.array(z.never())])).optional(), storageText),
      }),
    output: EmptyList,
    errors: [
      'homeItemUnknown',
      'siteUrlBad',
      'settingFromStart',
      'siteUrlFromStart',
      'sessionDaysFromStart',
      'serviceAddressBad',
      'storageFromStart',
      ...storageErrors,
    ],
  }),
  testStorage: endpoint({
    summary: [
      'Try the settings of the file storage step by step, saved or not: a small file is written, read, compared and removed',
      '逐步测试文件存储的设置（可以尚未保存）：写入、读取、比较并删除一个小文件',
    ],
    access: 'admin',
    input: () =>
      z.object({
        oss_setting: described(JsonText(z.union([storageForm(), z.array(z.never())])).optional(), storageText),
      }),
    output: () =>
      z.object({
        steps: described(
          z.array(
            z.object({
              step: described(z.enum(['reach', 'clock', 'bucket', 'put', 'get', 'compare', 'delete']), [
                'Step',
                '步骤',
              ]),
              outcome: described(z.enum(['ok', 'failed']), ['Outcome', '结果']),
              values: described(z.record(z.string(), z.string()), [
                'What was found or tried, by name',
                '找到或尝试的内容，按名称',
              ]),
              error_message: described(z.string(), [
                'What is wrong and what to try; empty when nothing is',
                '问题及建议，正常时为空',
              ]),
            }),
          ),
          ['The steps in order, up to the first that failed', '依次执行的步骤，到第一个失败为止'],
        ),
      }),
    errors: ['storageIncomplete', 'tooManyTests'],
  }),
  loadConfig: query({
    summary: ['Get the site settings; secrets are masked', '站点设置，密钥以掩码代替'],
    access: 'admin',
    input: () => z.object({}),
    output: SiteConfig,
  }),
  saveLdapConfig: endpoint({
    summary: ['Save the LDAP settings', '保存 LDAP 设置'],
    access: 'admin',
    input: () =>
      z.object({
        ldap_open: described(OptionalFlag, signInSettings.ldap_open.text),
        ldap_form: described(JsonText(ldapForm()).optional(), ldapText),
      }),
    output: EmptyList,
    errors: ['directoryFromStart', 'directoryFilterBad', 'syncTimeBad', ...directoryErrors],
  }),
  testLdap: endpoint({
    summary: [
      'Try the LDAP settings step by step, saved or not: connection, lookup account, one person, their groups and password',
      '逐步测试 LDAP 设置（可以尚未保存）：连接、查询账号、某个用户、其所在的组和密码',
    ],
    access: 'admin',
    input: () =>
      z.object({
        ldap_form: described(JsonText(ldapForm()).optional(), ldapText),
        username: described(Text(100, 0).default(''), [
          'Whom to look for; empty to try the connection only',
          '要查找的用户名；留空只测试连接',
        ]),
        password: described(z.string().max(1000).default(''), [
          'Password of that person; empty not to try it',
          '该用户的密码；留空则不测试',
        ]),
      }),
    output: () =>
      z.object({
        steps: described(
          z.array(
            z.object({
              step: described(z.enum(['connect', 'bind', 'search', 'groups', 'password', 'account']), ['Step', '步骤']),
              outcome: described(z.enum(['ok', 'failed']), ['Outcome', '结果']),
              values: described(z.record(z.string(), z.string()), [
                'What was found or tried, by name',
                '找到或尝试的内容，按名称',
              ]),
              error_message: described(z.string(), [
                'Why the connection, the account or the search failed; else empty',
                '连接、账号或搜索失败的原因，否则为空',
              ]),
            }),
          ),
          ['The steps in order, up to the first that failed', '依次执行的步骤，到第一个失败为止'],
        ),
      }),
    errors: [...incompleteErrors, 'tooManyTries', 'tooManyTests'],
  }),
  syncLdapUsers: endpoint({
    summary: [
      'Give everyone in the LDAP directory an account, and disable those of people who are gone',
      '为 LDAP 目录中的所有人建立账号，并停用已不在目录中的人',
    ],
    access: 'admin',
    input: () =>
      z.object({
        disable_many: described(OptionalFlag, [
          'Whether to disable many; else none is disabled when more are gone than `sync_most` allows',
          '是否停用大量账号；否则消失的账号超过 `sync_most` 时不停用任何账号',
        ]),
      }),
    output: () =>
      z.object({
        sync_count: described(z.number(), ['People with an account', '同步的人数']),
        added: described(z.number(), ['New accounts', '新建的账号数']),
        disabled: described(z.number(), ['Accounts that were disabled', '停用的账号数']),
        missing: described(z.number(), [
          'Accounts whose person is gone, left alone because they are many',
          '目录中已无对应的人、但因数量过多而未停用的账号数',
        ]),
        skipped: described(z.array(z.string()), [
          'Names that cannot have an account here, at most 100',
          '无法建立账号的用户名，最多 100 个',
        ]),
        same_email: described(z.array(z.string()), [
          'Names of people whose address another account has, so that they have none here, at most 100',
          '邮箱已被其他账号使用、因而未设邮箱的用户名，最多 100 个',
        ]),
      }),
    errors: ['directoryOff', 'tooManyRequests', ...directoryErrors],
  }),
  syncLdapStatus: query({
    summary: [
      'Get the last synchronisation with LDAP, and when the next one is due',
      '最近一次与 LDAP 的同步，以及下一次的时刻',
    ],
    access: 'admin',
    input: () => z.object({}),
    output: () =>
      z.object({
        last_time: described(z.number(), [
          'When the last one ended, in Unix seconds; 0 for never',
          '最近一次结束的时刻，Unix 秒；从未为 0',
        ]),
        seconds: described(z.number(), ['How long it took, in seconds', '所用时间（秒）']),
        is_scheduled: described(z.boolean(), ['Whether the schedule began it', '是否由计划触发']),
        sync_count: described(z.number(), ['People with an account', '同步的人数']),
        added: described(z.number(), ['New accounts', '新建的账号数']),
        disabled: described(z.number(), ['Accounts that were disabled', '停用的账号数']),
        missing: described(z.number(), [
          'Accounts whose person is gone, left alone because they are many',
          '目录中已无对应的人、但因数量过多而未停用的账号数',
        ]),
        error_message: described(z.string(), ['Why it failed; empty if it did not', '失败的原因；成功则为空']),
        next_time: described(z.number(), [
          'When the next one is due, in Unix seconds; 0 without a schedule',
          '下一次的时刻，Unix 秒；未设计划为 0',
        ]),
      }),
  }),
  loadLdapConfig: query({
    summary: ['Get the LDAP settings; the password is masked', 'LDAP 设置，密码以掩码代替'],
    access: 'admin',
    input: () => z.object({}),
    output: () =>
      z.object({
        ldap_open: described(Switch, signInSettings.ldap_open.text),
        ldap_form: described(asTexts(settingForms.ldap_form), ldapText),
        from_start: described(z.string(), [
          'Where the settings of the start have it; empty when Admin decides',
          '由启动配置设定时的来源；由管理后台决定时为空',
        ]),
      }),
  }),
  saveOauth2Config: endpoint({
    summary: ['Save the OAuth2 settings', '保存 OAuth2 设置'],
    access: 'admin',
    input: () =>
      z.object({
        oauth2_open: described(OptionalFlag, signInSettings.oauth2_open.text),
        oauth2_form: described(JsonText(oauth2Form()).optional(), oauth2Text),
      }),
    output: EmptyList,
    errors: ['logoutAddressBad'],
  }),
  loadOauth2Config: query({
    summary: ['Get the OAuth2 settings; the secret is masked', 'OAuth2 设置，密钥以掩码代替'],
    access: 'admin',
    input: () => z.object({}),
    output: () =>
      z.object({
        oauth2_open: described(Switch, signInSettings.oauth2_open.text),
        oauth2_form: described(asTexts(settingForms.oauth2_form), oauth2Text),
      }),
  }),
  getLoginSecretKey: endpoint({
    summary: [
      'Get the login key, with which other systems sign their sign-in links; the first request creates it',
      '获取登录密钥（供其他系统签署登录链接），首次获取时生成',
    ],
    access: 'admin',
    input: () => z.object({}),
    output: () =>
      z.object({
        login_secret_key: described(z.string(), [
          'Key; a mask when the settings of the start have it',
          '密钥；由启动设置指定时为掩码',
        ]),
      }),
  }),
  resetLoginSecretKey: endpoint({
    summary: ['Reset the login key; the old one stops working', '重置登录密钥，旧密钥失效'],
    access: 'admin',
    input: () => z.object({}),
    output: () => z.object({ login_secret_key: described(z.string(), ['Key', '密钥']) }),
    errors: ['settingFromStart'],
  }),
  loginKeyUses: query({
    summary: [
      'List who signed in with a link that another system signed with the login key, and what failed, newest first',
      '使用登录密钥签署的链接登录的记录（含失败），新的在前',
    ],
    access: 'admin',
    input: () => z.object({ ...pagingFields(20) }),
    output: () => z.object({ total: outputs.total, list: described(z.array(AuditEntry), ['Rows', '列表']) }),
  }),
}
