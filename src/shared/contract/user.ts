import { z } from 'zod'
import { about, endpoint, query } from './endpoint.ts'
import type { ErrorName } from './errors.ts'
import { captchaFields, DigitString, described, EmptyList, Flag, Id, Int, Secret, SingleLine, Text } from './fields.ts'
import { inputs, outputs, texts } from './shared-fields.ts'
import { ProviderEntry } from './sign-in-provider.ts'

/** Possible errors of a new password. */
export const newPasswordErrors = [
  'passwordTooShort',
  'passwordTooLong',
  'passwordCommon',
  'passwordWeak',
] as const satisfies readonly ErrorName[]

/** A user as returned to that user. */
export const UserInfo = z.object({
  uid: outputs.uid,
  username: outputs.username,
  name: outputs.name,
  groupid: described(DigitString, texts.groupid),
  email: described(z.string(), ['Email address', '邮箱']),
  email_verify: described(z.number(), ['1 if the address is confirmed', '邮箱已确认时为 1']),
  mobile: outputs.legacy_text,
  avatar: described(z.string(), ['URL of the avatar', '头像地址']),
  avatar_small: described(z.string(), ['Same as `avatar`', '同上']),
  reg_time: described(DigitString, ['When the account was created', '注册时间']),
  is_wechat: outputs.legacy,
  is_sso: described(DigitString, ['1 if the account comes from another service', '来自第三方登录时为 1']),
})

/** A user who has just signed in, with the token for the next calls. */
export const SignedIn = UserInfo.extend({
  user_token: described(z.string(), ['Token for further requests', '后续调用使用的令牌']),
})

/** A session of a user, or an access token. */
const Session = z.object({
  id: described(z.string(), ['Session ID', '会话编号']),
  kind: described(z.enum(['session', 'access']), [
    '`access` for an access token created for a program',
    '为程序生成的访问令牌为 `access`',
  ]),
  name: described(z.string(), ['Name of the token; empty for a session', '令牌名称，会话为空']),
  ip: described(z.string(), ['IP address', '网络地址']),
  agent: described(z.string(), ['Browser or program', '浏览器或程序']),
  addtime: described(z.number(), ['Since when, Unix seconds', '登录时间，Unix 秒']),
  last_use_time: described(z.number(), ['When it was last used, Unix seconds', '最近使用时间，Unix 秒']),
  token_expire: described(z.number(), ['When it expires, Unix seconds', '失效时间，Unix 秒']),
  is_current: described(z.boolean(), ['Whether it’s the current session', '是否当前会话']),
})

/** A person to choose from a list. */
export const UserOption = z.object({
  uid: outputs.uid,
  username: outputs.username,
  name: outputs.name,
  value: described(z.string(), ['Same as the username', '同用户名']),
})

/** A person's own name: one line, or none. */
export const PersonName = SingleLine(200, 0)

/** Maximum lifetime of an access token, in days. Source: security 3, tokens. */
const tokenDaysMost = 180

/** The name of an access token: one line. */
const TokenName = SingleLine(100)

const loginByVerify = endpoint({
  summary: ['Sign in with username (or email), password and captcha', '用户名（或邮箱）、密码和验证码登录'],
  access: 'anyone',
  input: z.object({
    username: described(Text(100), ['Username or email address', '用户名或邮箱']),
    password: described(z.string().max(1000), texts.password),
    ...captchaFields,
    redirect_login: described(Text(10).optional(), texts.ignored),
  }),
  output: SignedIn,
  errors: [
    'loginWrong',
    'captchaWrong',
    'captchaNeeded',
    'tooManyTries',
    'userDisabled',
    'directoryDown',
    'directoryHostMissing',
    'directoryBaseMissing',
    'directoryPasswordMissing',
    'directoryNoAccess',
    'directoryPasswordExpired',
    'directoryAccountBarred',
    'directoryNameTaken',
    'accountNameBad',
    'secondStepNeeded',
  ],
})

const registerByVerify = endpoint({
  summary: ['Create an account, if registration is open', '开放注册时新建账号'],
  access: 'anyone',
  input: z.object({
    username: described(Text(100), texts.username),
    password: described(Secret, texts.password),
    confirm_password: described(Secret, ['Password confirmation', '再次输入密码']),
    ...captchaFields,
    inviteCode: described(Text(200).optional(), texts.ignored),
    invite_code: described(Text(200).optional(), texts.ignored),
  }),
  output: SignedIn,
  errors: [
    'registerClosed',
    'usernameBad',
    'usernameTaken',
    ...newPasswordErrors,
    'passwordsDiffer',
    'captchaWrong',
    'captchaNeeded',
    'tooManyTries',
  ],
})

/** Calls for accounts and sessions. */
export const user = {
  ...about({
    title: ['Accounts and sessions', '账号与会话'],
    text: [
      'Sign in and out, manage your own account, and find other people.',
      '登录与退出、自己的账号，以及可供选择的其他用户。',
    ],
  }),
  info: query({
    summary: ['Get your account', '当前用户信息'],
    access: 'user',
    beforeSecondStep: ['secondStepMissing'],
    input: () => z.object({ redirect_login: described(Text(10).optional(), texts.ignored) }),
    output: () =>
      UserInfo.extend({
        needs_second_step: described(z.literal(true).optional(), [
          'Only for an administrator who must set up a second step before anything else',
          '仅当管理员必须先设置两步验证时返回',
        ]),
      }),
  }),
  loginByVerify,
  login: loginByVerify,
  loginByToken: endpoint({
    summary: ['Turn a `user_token` into a session of this browser', '把 user_token 换成本浏览器的会话'],
    access: 'user',
    beforeSecondStep: ['secondStepNeeded', 'secondStepMissing'],
    input: () =>
      z.object({
        instead_of: described(Id.optional(), [
          'Account currently signed in in this browser, which is replaced after its owner agrees',
          '本浏览器中当前登录、经本人同意后被替换的账号',
        ]),
      }),
    output: UserInfo,
    errors: ['otherAccount', 'secondStepNeeded'],
  }),
  registerByVerify,
  register: registerByVerify,
  oauthInfo: query({
    summary: [
      'List the providers that people can sign in with, and get the text of the button of ShowDoc’s one',
      '可用于登录的服务，以及 ShowDoc 所用入口的文字',
    ],
    access: 'anyone',
    input: () => z.object({}),
    output: () =>
      z.object({
        oauth2_open: described(z.string(), texts.oauth2_open),
        oauth2_entrance_tips: described(z.string(), ['Text of the button', '登录入口的文字']),
        providers: described(z.array(ProviderEntry), ['Providers in the order of the screen', '登录服务，按显示顺序']),
      }),
  }),
  updateInfo: endpoint({
    summary: ['Change your name', '修改我的姓名'],
    access: 'user',
    input: () => z.object({ name: described(PersonName, texts.name) }),
    output: EmptyList,
  }),
  resetPassword: endpoint({
    summary: ['Change your password and end all your other sessions', '修改密码，其他会话全部失效'],
    access: 'user',
    input: () =>
      z.object({
        password: described(z.string().max(1000), ['Current password', '当前密码']),
        new_password: described(Secret, ['New password', '新密码']),
      }),
    output: () => z.object({ user_token: described(z.string(), ['Token for further requests', '后续调用使用的令牌']) }),
    errors: ['oldPasswordWrong', 'directoryPassword', ...newPasswordErrors, 'tooManyTries'],
  }),
  logout: endpoint({
    summary: ['Sign out', '退出登录'],
    access: 'anyone',
    beforeSecondStep: ['secondStepNeeded', 'secondStepMissing'],
    input: () => z.object({ confirm: described(Text(10).optional(), texts.ignored) }),
    /** Nothing, or the address where the sign-in service ends its own session. */
    output: () =>
      z.union([
        EmptyList,
        z.object({
          logout_redirect_uri: described(z.string(), [
            'Sign-out address of the service that people sign in with',
            '第三方登录服务的退出地址',
          ]),
        }),
      ]),
  }),
  allUser: query({
    summary: [
      'Find people by name, for people who can manage a project or a team: up to 20, by at least two letters (or one Chinese character); without `username`, those you share projects and teams with',
      '供选择的用户，仅限管理项目或团队的人：按至少两个字母（或一个汉字）匹配，最多 20 个；不传文字时返回与本人同在项目或团队中的人',
    ],
    access: 'user',
    input: () => z.object({ username: inputs.username_part }),
    output: () => z.array(UserOption),
    errors: ['tooManyRequests'],
  }),
  sessionList: query({
    summary: ['List your sessions and access tokens', '我的登录会话'],
    access: 'user',
    input: () => z.object({}),
    output: () => z.array(Session),
  }),
  tokenAdd: endpoint({
    summary: [
      'Create an access token for a program that acts as you; it’s only shown this once',
      '生成访问令牌，供程序以我的身份调用；仅显示这一次',
    ],
    creates: true,
    access: 'user',
    input: () =>
      z.object({
        name: described(TokenName, ['Purpose of the token', '令牌的用途']),
        days: described(Int(1, tokenDaysMost), ['Number of days it’s valid', '有效天数']),
        password: inputs.own_password,
      }),
    output: () =>
      z.object({
        user_token: described(z.string(), ['The token; it can’t be shown again', '令牌，之后无法再次查看']),
        token_expire: described(z.number(), ['When it expires, Unix seconds', '失效时间，Unix 秒']),
      }),
    errors: ['passwordWrong', 'tooManyTries', 'tokenTooMany'],
  }),
  sessionDelete: endpoint({
    summary: [
      'End one of your sessions or access tokens, or all except the current one',
      '结束某个会话或访问令牌，或结束其他全部',
    ],
    access: 'user',
    input: () =>
      z.object({
        id: described(Text(64).optional(), [
          'Session or token ID, from user/sessionList',
          '会话或令牌的编号，由 user/sessionList 返回',
        ]),
        others: described(Flag, ['1 for all sessions except this one', '1 表示除当前会话外的全部会话']),
      }),
    output: EmptyList,
  }),
}
