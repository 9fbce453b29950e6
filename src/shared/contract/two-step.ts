import { z } from 'zod'
import { about, endpoint, query } from './endpoint.ts'
import { described, EmptyList, Id, JsonText, SingleLine, Text } from './fields.ts'
import { outputs } from './shared-fields.ts'
import { SignedIn } from './user.ts'

/** The ticket of a half-finished sign-in. */
const Ticket = described(z.string().max(100), [
  'Ticket from the values of the error `secondStepNeeded`; valid for 10 minutes',
  '错误 secondStepNeeded 返回的票据，10 分钟内有效',
])

const Code = described(Text(40), [
  'Code of the authenticator app, or a recovery code',
  '身份验证器中的验证码，或恢复码',
])

/** The own password, which an account without one leaves out: its sign-in must be recent instead. */
const OwnPassword = described(z.string().max(1000).optional().default(''), [
  'Your own sign-in password; empty for an account without a password, which must have signed in within 10 minutes',
  '自己的登录密码；没有密码的账号留空，但须在 10 分钟内登录过',
])

const recovery_codes = described(z.array(z.string()), [
  'New recovery codes, shown only this once',
  '新的恢复码，仅显示这一次',
])

/** Options for the browser, as WebAuthn defines them. */
const Options = described(z.record(z.string(), z.unknown()), [
  'Options in the JSON form of WebAuthn',
  'WebAuthn 的 JSON 参数',
])

/** What the browser answers, in the JSON form of WebAuthn. The library checks what is in it. */
const Answer = described(
  JsonText(
    z.looseObject({
      id: described(z.string().min(1).max(1400), ['Credential ID, base64url', '凭据编号（base64url）']),
      rawId: described(z.string().max(1400), ['The same', '同上']),
      type: described(z.literal('public-key'), ['Type of the credential', '凭据类型']),
      response: described(
        z.looseObject({
          clientDataJSON: described(z.string().max(8000), [
            'What the browser signed, base64url',
            '浏览器签名的内容（base64url）',
          ]),
        }),
        ['The answer of the authenticator', '身份验证器的响应'],
      ),
      clientExtensionResults: described(z.looseObject({}), ['Results of extensions', '扩展的结果']),
    }),
    500,
  ),
  ['The browser’s answer, in the JSON form of WebAuthn', '浏览器的响应（WebAuthn 的 JSON 形式）'],
)

/** What shows that a person is the owner of the account, before a protection of it is changed. */
const proof = {
  password: OwnPassword,
  code: described(Text(40, 0).optional(), [
    'With a second step: a code of the authenticator app, or a recovery code; or else `response`',
    '已启用两步验证时：身份验证器中的验证码或恢复码；也可改用 `response`',
  ]),
  response: Answer.optional(),
}

const confirmErrors = [
  'passwordWrong',
  'tooManyTries',
  'sessionTooOld',
  'secondStepWrong',
  'passkeyRejected',
  'passkeysImpossible',
] as const
const held = ['secondStepMissing'] as const

/** Calls for the second step of a sign-in. */
export const twoStep = {
  ...about({
    title: ['Two-step sign-in', '两步验证'],
    text: [
      'Set up an authenticator app, recovery codes and passkeys, and pass the second step of a sign-in.',
      '设置身份验证器、恢复码和通行密钥，以及完成登录的第二步。',
    ],
  }),
  state: query({
    summary: ['Get what you have set up for signing in', '我的两步验证设置'],
    access: 'user',
    beforeSecondStep: held,
    input: () => z.object({}),
    output: () =>
      z.object({
        app_enabled: described(z.boolean(), ['Whether an authenticator app is set up', '是否已启用身份验证器']),
        recovery_codes: described(z.number(), ['Number of unused recovery codes', '未使用的恢复码数量']),
        passkeys: described(
          z.array(
            z.object({
              passkey_id: outputs.id,
              name: described(z.string(), ['Name', '名称']),
              addtime: described(z.number(), ['When it was added, Unix seconds', '添加时间，Unix 秒']),
              last_use_time: described(z.number(), ['When it was last used, Unix seconds', '最近使用时间，Unix 秒']),
            }),
          ),
          ['Passkeys', '通行密钥'],
        ),
        passkeys_possible: described(z.boolean(), [
          'Whether passkeys work on this site: it needs a public address with https, or localhost',
          '本站能否使用通行密钥：需要 https 公开地址或 localhost',
        ]),
        is_forced: described(z.boolean(), ['Whether you must have a second step', '是否必须启用两步验证']),
        needs_password: described(z.boolean(), [
          'Whether changes ask for your password; otherwise for a recent sign-in',
          '修改时是否需要密码；否则需要近期登录过',
        ]),
      }),
  }),
  startApp: endpoint({
    summary: [
      'Get a new key for an authenticator app; it counts from twoStep/enableApp on',
      '获取身份验证器的新密钥，调用 twoStep/enableApp 后生效',
    ],
    access: 'user',
    beforeSecondStep: held,
    input: () => z.object(proof),
    output: () =>
      z.object({
        manual_key: described(z.string(), ['The key, to type into the app', '密钥，可手动输入']),
        uri: described(z.string(), [
          'The key as an address that apps open; for a QR code',
          '密钥的 otpauth 地址，用于二维码',
        ]),
      }),
    errors: [...confirmErrors, 'secondStepThere'],
  }),
  enableApp: endpoint({
    summary: ['Turn on the authenticator app with a code that it shows', '用验证码启用身份验证器'],
    access: 'user',
    beforeSecondStep: held,
    input: () => z.object({ code: Code }),
    output: () => z.object({ recovery_codes }),
    errors: ['secondStepWrong', 'secondStepGone', 'secondStepThere', 'tooManyTries'],
  }),
  disableApp: endpoint({
    summary: ['Turn off the authenticator app', '停用身份验证器'],
    access: 'user',
    input: () => z.object(proof),
    output: EmptyList,
    errors: [...confirmErrors, 'secondStepGone'],
  }),
  makeRecoveryCodes: endpoint({
    summary: ['Make ten new recovery codes; the former ones no longer work', '生成十个新的恢复码，原有的恢复码失效'],
    access: 'user',
    input: () => z.object(proof),
    output: () => z.object({ recovery_codes }),
    errors: [...confirmErrors, 'secondStepGone'],
  }),
  signIn: endpoint({
    summary: ['Complete a sign-in with a code', '用验证码完成登录'],
    access: 'anyone',
    input: () => z.object({ ticket: Ticket, code: Code }),
    output: SignedIn,
    errors: ['signInTicketEnded', 'secondStepWrong', 'tooManyTries', 'userDisabled'],
  }),
  passkeyOptions: endpoint({
    summary: ['Get what a browser needs to create a passkey', '获取浏览器创建通行密钥所需的参数'],
    access: 'user',
    beforeSecondStep: held,
    input: () => z.object(proof),
    output: () => z.object({ options: Options }),
    errors: [...confirmErrors, 'passkeyTooMany'],
  }),
  addPasskey: endpoint({
    summary: ['Add a passkey that the browser has created', '添加浏览器创建的通行密钥'],
    access: 'user',
    beforeSecondStep: held,
    input: () =>
      z.object({ name: described(SingleLine(100), ['Name of the passkey', '通行密钥的名称']), response: Answer }),
    output: () => z.object({ recovery_codes }),
    errors: ['passkeysImpossible', 'passkeyRejected', 'passkeyTooMany'],
  }),
  removePasskey: endpoint({
    summary: ['Remove one of your passkeys', '移除一个通行密钥'],
    access: 'user',
    input: () => z.object({ ...proof, passkey_id: described(Id, ['Passkey', '通行密钥']) }),
    output: EmptyList,
    errors: [...confirmErrors, 'secondStepGone'],
  }),
  confirmOptions: endpoint({
    summary: [
      'Get what a browser needs to show one of your passkeys before you change how you sign in',
      '获取浏览器在更改登录方式前出示通行密钥所需的参数',
    ],
    access: 'user',
    input: () => z.object({}),
    output: () => z.object({ options: Options }),
    errors: ['passkeysImpossible', 'secondStepGone', 'tooManyRequests'],
  }),
  signInWays: query({
    summary: ['Check whether people sign in with passkeys here', '本站是否有人使用通行密钥登录'],
    access: 'anyone',
    input: () => z.object({}),
    output: () => z.object({ passkeys: described(z.boolean(), ['Whether somebody has one', '是否有人拥有']) }),
  }),
  signInOptions: endpoint({
    summary: [
      'Get what a browser needs to sign in with a passkey: alone, or with a ticket as the second step',
      '获取浏览器使用通行密钥登录所需的参数：单独使用，或凭票据作为第二步',
    ],
    access: 'anyone',
    input: () => z.object({ ticket: Ticket.optional() }),
    output: () => z.object({ options: Options }),
    errors: ['passkeysImpossible', 'signInTicketEnded', 'tooManyRequests'],
  }),
  signInByPasskey: endpoint({
    summary: ['Sign in with a passkey, alone or as the second step', '使用通行密钥登录，单独使用或作为第二步'],
    access: 'anyone',
    input: () => z.object({ ticket: Ticket.optional(), response: Answer }),
    output: SignedIn,
    errors: [
      'passkeysImpossible',
      'passkeyRejected',
      'passkeyNotAlone',
      'signInTicketEnded',
      'tooManyTries',
      'userDisabled',
    ],
  }),
}
