import { z } from 'zod'
import { about, download, endpoint, query } from './endpoint.ts'
import { described, EmptyList, Text } from './fields.ts'
import { inputs } from './shared-fields.ts'
import { answerFields, ProviderId } from './sign-in-provider.ts'
import { PersonName } from './user.ts'

/** A path of this site to redirect to; without one, the item list. */
const redirect = described(Text(1000).optional(), ['Path on this site to open after sign-in', '登录后跳转的站内路径'])
const provider_id = described(ProviderId, ['Provider', '登录服务'])

/** Why a sign-in with a provider cannot begin. */
const beginErrors = ['providerOff', 'providerIncomplete', 'providerDown', 'tooManyRequests'] as const

/** Calls that sign people in who come from another system. */
export const ExtLogin = {
  ...about({
    title: ['External sign-in', '外部登录'],
    text: [
      'Sign-in with providers, the accounts that are linked with them, and sign-in links for use by other systems.',
      '使用第三方服务登录、账号关联，以及供其他系统使用的登录链接。',
    ],
  }),
  bySecretKey: download({
    summary: [
      'Sign in with a link from another system; `token` is the MD5 of `username`, the site’s login key and `time`, concatenated',
      '由其他系统的链接登录：token 为 username、登录密钥与 time 依次拼接后的 MD5',
    ],
    access: 'anyone',
    input: () =>
      z.object({
        username: described(Text(100, 1), ['Username to sign in', '登录的用户名']),
        time: described(z.string().regex(/^\d{9,11}$/), [
          'Current time, Unix seconds; may be off by at most 60 seconds',
          '当前时间，Unix 秒，误差不超过 60 秒',
        ]),
        token: described(z.string().regex(/^[0-9a-fA-F]{32}$/), ['MD5, 32 hexadecimal digits', 'MD5，32 位十六进制']),
        name: described(PersonName.optional(), ['Name for a new account', '新账号的姓名']),
        redirect,
      }),
    errors: [
      'loginLinkWrong',
      'loginLinkOld',
      'loginLinkUsed',
      'loginLinkAdministrator',
      'accountNameBad',
      'userDisabled',
      'tooManyTries',
    ],
  }),
  oauth2: download({
    summary: [
      'Sign in with another service, at ShowDoc’s address: begins, and takes the answer of the service',
      '使用第三方服务登录（ShowDoc 的地址）：发起登录，并接收服务的返回',
    ],
    access: 'anyone',
    input: () => z.object({ redirect, ...answerFields }),
    errors: ['oauthOff', 'oauthNotReady', 'readOnlyCopy'],
  }),
  begin: download({
    summary: [
      'Begin to sign in with a provider; people follow `/sign-in/{provider_id}`',
      '发起登录；用户访问的是 `/sign-in/{provider_id}`',
    ],
    access: 'anyone',
    input: () => z.object({ provider_id, redirect }),
    errors: ['readOnlyCopy'],
  }),
  finish: download({
    summary: [
      'Take the answer of a provider; it sends people to `/sign-in/{provider_id}/callback`',
      '接收服务的返回；服务将用户送回 `/sign-in/{provider_id}/callback`',
    ],
    access: 'anyone',
    input: () => z.object({ provider_id, ...answerFields }),
    errors: ['readOnlyCopy'],
  }),
  samlMetadata: download({
    summary: [
      'What an identity provider of SAML must know of this site; at `/sign-in/{provider_id}/metadata`',
      'SAML 身份提供方所需的本站元数据，地址为 `/sign-in/{provider_id}/metadata`',
    ],
    access: 'anyone',
    input: () => z.object({ provider_id }),
    errors: ['providerGone'],
  }),
  samlLogout: download({
    summary: [
      'Take what an identity provider of SAML says about signing out; it sends people to `/sign-in/{provider_id}/logout`',
      '接收 SAML 身份提供方的退出消息；用户被送到 `/sign-in/{provider_id}/logout`',
    ],
    access: 'anyone',
    input: () =>
      z.object({
        provider_id,
        SAMLRequest: described(Text(100_000, 0).optional(), [
          'Request, which ends sessions here',
          '请求，结束本站的会话',
        ]),
        SAMLResponse: described(Text(100_000, 0).optional(), [
          'Response to a request of this site; not read',
          '对本站请求的响应，不读取',
        ]),
        RelayState: described(Text(2000, 0).optional(), [
          'State, which goes back with the response',
          '状态，随响应返回',
        ]),
        SigAlg: described(Text(200, 0).optional(), ['Method of the signature', '签名算法']),
        Signature: described(Text(4000, 0).optional(), ['Signature of a request by GET', 'GET 请求的签名']),
        query: described(Text(100_000, 0).optional(), [
          'The query as it came, which the signature of a request by GET is about',
          'GET 请求的原始查询字符串，签名以此为准',
        ]),
      }),
    errors: ['providerGone', 'readOnlyCopy', 'tooManyRequests'],
  }),
  failure: query({
    summary: ['Why a sign-in with a provider failed', '第三方登录失败的原因'],
    access: 'anyone',
    input: () =>
      z.object({ id: described(Text(100), ['ID in the address of the sign-in screen', '登录页地址中的编号']) }),
    output: () => z.object({ message: described(z.string(), ['Why', '原因']) }),
  }),
  identityList: query({
    summary: [
      'List the providers, and which of your accounts there you sign in with',
      '登录服务列表，以及我已关联的账号',
    ],
    access: 'user',
    input: () => z.object({}),
    output: () =>
      z.object({
        needs_password: described(z.boolean(), [
          'Whether linking and unlinking ask for your password; without one, for a recent sign-in',
          '关联与取消关联时是否需要密码；没有密码时需近期登录',
        ]),
        providers: described(
          z.array(
            z.object({
              provider_id: described(z.string(), ['Provider', '登录服务']),
              name: described(z.string(), ['Its name', '名称']),
              is_open: described(z.boolean(), ['Whether people can sign in with it now', '目前是否可用于登录']),
              is_linked: described(z.boolean(), ['Whether an account there is linked with yours', '是否已关联']),
              provider_name: described(z.string(), ['Username there', '在该服务中的用户名']),
              addtime: described(z.number(), ['Since when, Unix seconds', '关联时间，Unix 秒']),
            }),
          ),
          ['Providers', '登录服务'],
        ),
      }),
  }),
  link: endpoint({
    summary: [
      'Begin to link your account at a provider with yours here: open the address in this browser',
      '开始关联第三方账号：在本浏览器中打开返回的地址',
    ],
    access: 'user',
    input: () => z.object({ provider_id, password: inputs.own_password.default('') }),
    output: () => z.object({ url: described(z.string(), ['Address to open', '要打开的地址']) }),
    errors: [...beginErrors, 'providerGone', 'providerLinked', 'passwordWrong', 'sessionTooOld', 'tooManyTries'],
  }),
  unlink: endpoint({
    summary: ['End the link with your account at a provider', '取消与第三方账号的关联'],
    access: 'user',
    input: () => z.object({ provider_id, password: inputs.own_password.default('') }),
    output: EmptyList,
    errors: ['passwordWrong', 'sessionTooOld', 'providerIsLast', 'tooManyTries'],
  }),
}
