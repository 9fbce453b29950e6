import { z } from 'zod'
import { type Setting, settingText } from '../settings.ts'
import { type ProviderType, providerForms, providerIdPattern, providerTypes } from '../sign-in-providers.ts'
import { inputFields } from './admin-setting.ts'
import { about, endpoint, query } from './endpoint.ts'
import { described, EmptyList, JsonText, OptionalFlag, SingleLine, Text } from './fields.ts'

/** The id of a provider. */
export const ProviderId = z.string().regex(providerIdPattern)

/** Returns the form of a provider of any type, as it is sent; of another type's fields nothing is read. */
const providerForm = (): z.ZodObject =>
  z.object(Object.assign({}, ...providerTypes.map((type) => inputFields(providerForms[type]))))

/** A provider as the configuration file sets it: its fields as they are stored. */
interface ConfiguredProvider {
  id: string
  type: ProviderType
  name: string
  form: Readonly<Record<string, string>>
}

const Value = z.union([z.string(), z.number(), z.boolean()]).transform(settingText)

const fits = ({ options }: Setting, value: string): boolean => options === undefined || options.includes(value)

const Configured = z
  .object({ id: ProviderId, type: z.enum(providerTypes).default('oauth2'), name: SingleLine(100).optional() })
  .catchall(Value)
  .transform(({ id, type, name = id, ...form }, context): ConfiguredProvider => {
    const fields: Readonly<Record<string, Setting>> = providerForms[type]
    for (const [field, value] of Object.entries(form)) {
      const setting = fields[field]
      if (!setting || !fits(setting, value as string)) context.addIssue({ code: 'custom', path: [field], input: value })
    }
    return { id, type, name, form: form as Record<string, string> }
  })

const parseJson = (text: string, context: z.RefinementCtx): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue({ code: 'custom', message: 'no JSON', input: '' })
    return z.NEVER
  }
}

/** The providers of the configuration file: a list of objects, or the same as JSON text. */
export const ConfiguredProviders = z
  .union([z.array(z.unknown()), z.string().transform(parseJson)])
  .pipe(z.array(Configured).max(50))
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length)

const text = {
  provider_id: ['ID, which is a part of its addresses', '编号，是其地址的一部分'],
  type: ['Type of the provider', '类型'],
  name: ['Name, for people and administrators', '名称'],
  is_open: ['Whether people can sign in with it', '是否可用于登录'],
  form: [
    'Settings of its type; omitted ones stay unchanged, a masked secret too',
    '该类型的设置；未传的不变，掩码表示密钥不变',
  ],
} as const

const TestStep = z.object({
  step: described(z.string(), ['Step', '步骤']),
  outcome: described(z.enum(['ok', 'failed', 'skipped']), ['Outcome', '结果']),
  values: described(z.record(z.string(), z.string()), ['What was found or tried, by name', '找到或尝试的内容，按名称']),
  error_message: described(z.string(), ['Why it failed, and what to try next; else empty', '失败原因与建议，否则为空']),
})

/** Possible errors of the settings of a provider. */
const providerErrors = ['providerFixed', 'logoutAddressBad', 'serviceAddressBad', 'providerIncomplete'] as const

/** The calls for the services that people sign in with. */
export const adminProvider = {
  ...about({
    title: ['Providers of sign-in', '登录服务'],
    text: ['The services that people sign in with, for administrators.', '供登录使用的第三方服务，由管理员管理。'],
  }),
  list: query({
    summary: ['List the providers; secrets are masked', '登录服务列表，密钥以掩码代替'],
    access: 'admin',
    input: () => z.object({}),
    output: () =>
      z.array(
        z.object({
          provider_id: described(z.string(), text.provider_id),
          type: described(z.enum(providerTypes), text.type),
          name: described(z.string(), text.name),
          is_open: described(z.enum(['0', '1']), text.is_open),
          source: described(z.enum(['site', 'file']), [
            '`file` when it is set in the configuration file and cannot be changed here',
            '`file` 表示在配置文件中设置，此处不可修改',
          ]),
          form: described(z.record(z.string(), z.string()), text.form),
          callback: described(z.string(), ['Address that the provider sends people back to', '登录后返回本站的地址']),
          accounts: described(z.number(), ['Accounts that are linked with it', '已关联的账号数']),
        }),
      ),
  }),
  save: endpoint({
    summary: ['Add a provider, or change its settings', '添加登录服务，或修改其设置'],
    access: 'admin',
    input: () =>
      z.object({
        provider_id: described(ProviderId, text.provider_id),
        type: described(z.enum(providerTypes).optional(), [
          'Type of a new provider; an existing one keeps its type',
          '新服务的类型；已有服务的类型不变',
        ]),
        name: described(SingleLine(100).optional(), text.name),
        is_open: described(OptionalFlag, text.is_open),
        form: described(JsonText(providerForm()).optional(), text.form),
        keep_links: described(OptionalFlag, [
          'Whether to keep the links of accounts; needed when the service moves to another address: 1 for the same people there, 0 leaves the links with the former address',
          '是否保留账号的关联；服务地址变更且已有关联时必填：1 表示仍是同一批人，0 使关联停留在原地址',
        ]),
      }),
    output: () => z.object({ provider_id: described(z.string(), text.provider_id) }),
    errors: [...providerErrors, 'providerMoved'],
  }),
  remove: endpoint({
    summary: [
      'Remove a provider; accounts that are linked with it stay, and their links work again when it comes back',
      '移除登录服务；已关联的账号保留，服务重新添加后关联继续有效',
    ],
    access: 'admin',
    input: () => z.object({ provider_id: described(ProviderId, text.provider_id) }),
    output: EmptyList,
    errors: ['providerGone', 'providerFixed'],
  }),
  test: endpoint({
    summary: [
      'Try a provider’s settings step by step, saved or not: address, endpoints, keys, client secret',
      '逐步测试登录服务的设置（可以尚未保存）：地址、端点、公钥、客户端密钥',
    ],
    access: 'admin',
    input: () =>
      z.object({
        provider_id: described(ProviderId, text.provider_id),
        type: described(z.enum(providerTypes).optional(), text.type),
        form: described(JsonText(providerForm()).optional(), text.form),
      }),
    output: () =>
      z.object({
        steps: described(z.array(TestStep), ['The steps in order', '依次执行的步骤']),
      }),
    errors: [
      'tooManyTests',
      'providerForbidden',
      'providerUnreachable',
      'providerCertificate',
      'providerAnswer',
      'providerSecretWrong',
      'providerClockWrong',
      'samlSettingsWrong',
      'samlCertificatesOver',
      'samlKeyOther',
      'providerIncomplete',
    ],
  }),
}

/** The fields with which a provider answers, in the address that it sends a person back to. Limits against abuse only. */
const Answer = z.string().max(8000).optional()

/** What a provider's answer can have. */
export const answerFields = {
  state: described(Answer, ['State that began it', '发起时的 state']),
  code: described(Answer, ['Code', '授权码']),
  authCode: described(Answer, ['Code of DingTalk', '钉钉的授权码']),
  iss: described(Answer, ['Issuer', '签发者（issuer）']),
  session_state: described(Answer, ['Not read', '不读取']),
  error: described(Answer, ['Error of the provider', '服务返回的错误']),
  error_description: described(Answer, ['Its text', '错误说明']),
  SAMLResponse: described(z.string().max(800_000).optional(), ['Response of SAML, by POST', 'SAML 响应（POST）']),
  RelayState: described(Answer, ['State that began it, for SAML', 'SAML 发起时的 state']),
  ticket: described(Answer, ['Ticket of CAS', 'CAS 票据']),
  logoutRequest: described(z.string().max(20_000).optional(), [
    'By it, a CAS server ends a session',
    'CAS 服务器结束会话的消息',
  ]),
} as const

/** A provider as the sign-in screen shows it. */
export const ProviderEntry = z.object({
  provider_id: described(z.string(), text.provider_id),
  type: described(z.enum(providerTypes), text.type),
  name: described(z.string(), text.name),
  entrance_tips: described(Text(200, 0), ['Text of its button; may be empty', '登录入口的文字，可为空']),
  path: described(z.string(), ['Path on this site where sign-in with it begins', '本站发起登录的路径']),
})
