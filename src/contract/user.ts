import { z } from 'zod'
import { endpoint, query } from './endpoint.ts'
import { captchaFields, Flag, Nothing, Ns, Secret, Text } from './wire.ts'

/** A person as that person sees themself. */
export const UserInfo = z.object({
  uid: Ns,
  username: z.string(),
  name: z.string(),
  groupid: Ns,
  email: z.string(),
  email_verify: z.number(),
  avatar: z.string(),
  reg_time: Ns,
  is_sso: Ns,
})

/** A person who has just signed in, with the token that the next calls carry. */
export const SignedIn = UserInfo.extend({ user_token: z.string() })

/** One place where a person is signed in, or an access token. */
export const Session = z.object({
  id: z.string(),
  ip: z.string(),
  agent: z.string(),
  /** Unix seconds. */
  addtime: z.number(),
  last_use_time: z.number(),
  is_current: z.boolean(),
})

/** Accounts and sessions. */
export const user = {
  info: query({
    summary: ['Who I am', '当前用户信息'],
    access: 'user',
    input: z.object({ redirect_login: Text(10).optional() }),
    output: UserInfo,
  }),
  loginByVerify: endpoint({
    summary: ['Sign in with user name (or e-mail), password and captcha', '用户名（或邮箱）、密码和验证码登录'],
    access: 'anyone',
    input: z.object({
      username: Text(100),
      password: z.string().max(1000),
      ...captchaFields,
      redirect_login: Text(10).optional(),
    }),
    output: SignedIn,
    errors: ['loginWrong', 'captchaWrong', 'captchaNeeded', 'tooManyTries', 'userDisabled'],
  }),
  loginByToken: endpoint({
    summary: ['Turn a user_token into a session of this browser', '把 user_token 换成本浏览器的会话'],
    access: 'user',
    input: z.object({}),
    output: UserInfo,
  }),
  registerByVerify: endpoint({
    summary: ['Create an account, when registration is open', '开放注册时新建账号'],
    access: 'anyone',
    input: z.object({
      username: Text(100),
      password: Secret,
      confirm_password: Secret,
      ...captchaFields,
      inviteCode: Text(200).optional(),
    }),
    output: SignedIn,
    errors: [
      'registerClosed',
      'usernameBad',
      'usernameTaken',
      'passwordTooShort',
      'passwordTooLong',
      'passwordCommon',
      'passwordsDiffer',
      'captchaWrong',
      'captchaNeeded',
      'tooManyTries',
    ],
  }),
  updateInfo: endpoint({
    summary: ['Change my name', '修改我的姓名'],
    access: 'user',
    input: z.object({ name: Text(200) }),
    output: Nothing,
  }),
  resetPassword: endpoint({
    summary: ['Change my password; every other session ends', '修改密码，其他会话全部失效'],
    access: 'user',
    input: z.object({ password: z.string().max(1000), new_password: Secret }),
    output: z.object({ user_token: z.string() }),
    errors: ['oldPasswordWrong', 'passwordTooShort', 'passwordTooLong', 'passwordCommon', 'tooManyTries'],
  }),
  logout: endpoint({
    summary: ['Sign out', '退出登录'],
    access: 'anyone',
    input: z.object({ confirm: Text(10).optional() }),
    output: Nothing,
  }),
  sessionList: query({
    summary: ['Where I am signed in', '我的登录会话'],
    access: 'user',
    input: z.object({}),
    output: z.array(Session),
  }),
  sessionDelete: endpoint({
    summary: ['End one of my sessions, or all but this one', '结束某个会话，或结束其他全部会话'],
    access: 'user',
    input: z.object({ id: Text(64).optional(), others: Flag }),
    output: Nothing,
  }),
}
