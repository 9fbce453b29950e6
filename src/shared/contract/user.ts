import { z } from 'zod'
import { endpoint, query } from './endpoint.ts'
import type { ErrorName } from './errors.ts'
import { captchaFields, DigitString, EmptyList, Flag, Id, Int, Secret, SingleLine, Text } from './fields.ts'

/** Possible errors of a new password. */
export const newPasswordErrors = [
  'passwordTooShort',
  'passwordTooLong',
  'passwordCommon',
  'passwordWeak',
] as const satisfies readonly ErrorName[]

/** A user as returned to that user. */
export const UserInfo = z.object({
  uid: DigitString,
  username: z.string(),
  name: z.string(),
  groupid: DigitString,
  email: z.string(),
  email_verify: z.number(),
  mobile: z.string(),
  avatar: z.string(),
  avatar_small: z.string(),
  reg_time: DigitString,
  is_wechat: z.number(),
  is_sso: DigitString,
})

/** A user who has just signed in, with the token for the next calls. */
export const SignedIn = UserInfo.extend({ user_token: z.string() })

/** A session of a user, or an access token. */
export const Session = z.object({
  id: z.string(),
  /** `access` for a token that was created for a program. */
  kind: z.enum(['session', 'access']),
  /** The name that a token got when it was created; empty for a session. */
  name: z.string(),
  ip: z.string(),
  agent: z.string(),
  /** Unix seconds. */
  addtime: z.number(),
  last_use_time: z.number(),
  /** When it expires, Unix seconds. */
  token_expire: z.number(),
  is_current: z.boolean(),
})

/** A person to choose from a list. */
export const UserOption = z.object({
  uid: DigitString,
  username: z.string(),
  name: z.string(),
  /** The user name again, as the value of the option in existing clients. */
  value: z.string(),
})

/** A person's own name: one line, or none. */
export const PersonName = SingleLine(200, 0)

/** Maximum lifetime of an access token, in days. Source: security 3, tokens. */
export const tokenDaysMost = 180

/** The name of an access token: one line. */
const TokenName = SingleLine(100)

const loginByVerify = endpoint({
  summary: ['Sign in with username (or email), password and captcha', '用户名（或邮箱）、密码和验证码登录'],
  access: 'anyone',
  input: z.object({
    username: Text(100),
    password: z.string().max(1000),
    ...captchaFields,
    redirect_login: Text(10).optional(),
  }),
  output: SignedIn,
  errors: ['loginWrong', 'captchaWrong', 'captchaNeeded', 'tooManyTries', 'userDisabled'],
})

const registerByVerify = endpoint({
  summary: ['Create an account, if registration is open', '开放注册时新建账号'],
  access: 'anyone',
  input: z.object({
    username: Text(100),
    password: Secret,
    confirm_password: Secret,
    ...captchaFields,
    inviteCode: Text(200).optional(),
    invite_code: Text(200).optional(),
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
  info: query({
    summary: ['Get your account', '当前用户信息'],
    access: 'user',
    input: z.object({ redirect_login: Text(10).optional() }),
    output: UserInfo,
  }),
  loginByVerify,
  login: loginByVerify,
  loginByToken: endpoint({
    summary: ['Turn a `user_token` into a session of this browser', '把 user_token 换成本浏览器的会话'],
    access: 'user',
    input: z.object({
      /** The account signed in on this browser that this sign-in replaces, confirmed by the person. */
      instead_of: Id.optional(),
    }),
    output: UserInfo,
    errors: ['otherAccount'],
  }),
  registerByVerify,
  register: registerByVerify,
  oauthInfo: query({
    summary: ['Check whether sign-in with another service is on, and get the text of its button', '第三方登录入口信息'],
    access: 'anyone',
    input: z.object({}),
    output: z.object({ oauth2_open: z.string(), oauth2_entrance_tips: z.string() }),
  }),
  updateInfo: endpoint({
    summary: ['Change your name', '修改我的姓名'],
    access: 'user',
    input: z.object({ name: PersonName }),
    output: EmptyList,
  }),
  resetPassword: endpoint({
    summary: ['Change your password and end all your other sessions', '修改密码，其他会话全部失效'],
    access: 'user',
    input: z.object({ password: z.string().max(1000), new_password: Secret }),
    output: z.object({ user_token: z.string() }),
    errors: ['oldPasswordWrong', ...newPasswordErrors, 'tooManyTries'],
  }),
  logout: endpoint({
    summary: ['Sign out', '退出登录'],
    access: 'anyone',
    input: z.object({ confirm: Text(10).optional() }),
    /** Nothing, or the address where the sign-in service ends its own session. */
    output: z.union([EmptyList, z.object({ logout_redirect_uri: z.string() })]),
  }),
  allUser: query({
    summary: [
      'Find people by name, for people who can manage a project or a team: up to 20, by at least two letters (or one Chinese character); without `username`, those you share projects and teams with',
      '供选择的用户，仅限管理项目或团队的人：按至少两个字母（或一个汉字）匹配，最多 20 个；不传文字时返回与本人同在项目或团队中的人',
    ],
    access: 'user',
    input: z.object({ username: Text(200).optional() }),
    output: z.array(UserOption),
    errors: ['tooManyRequests'],
  }),
  sessionList: query({
    summary: ['List your sessions and access tokens', '我的登录会话'],
    access: 'user',
    input: z.object({}),
    output: z.array(Session),
  }),
  tokenAdd: endpoint({
    summary: [
      'Create an access token for a program that acts as you; it’s only shown this once',
      '生成访问令牌，供程序以我的身份调用；仅显示这一次',
    ],
    creates: true,
    access: 'user',
    input: z.object({ name: TokenName, days: Int(1, tokenDaysMost), password: z.string().max(1000) }),
    output: z.object({ user_token: z.string(), token_expire: z.number() }),
    errors: ['passwordWrong', 'tooManyTries', 'tokenTooMany'],
  }),
  sessionDelete: endpoint({
    summary: [
      'End one of your sessions or access tokens, or all except the current one',
      '结束某个会话或访问令牌，或结束其他全部',
    ],
    access: 'user',
    input: z.object({ id: Text(64).optional(), others: Flag }),
    output: EmptyList,
  }),
}
