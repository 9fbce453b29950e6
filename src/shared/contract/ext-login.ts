import { z } from 'zod'
import { about, download } from './endpoint.ts'
import { described, Text } from './fields.ts'
import { PersonName } from './user.ts'

/** Links with which other systems sign users in. */
export const ExtLogin = {
  ...about({
    title: ['External sign-in', '外部登录'],
    text: ['Sign-in links for use by other systems.', '供其他系统使用的登录链接。'],
  }),
  bySecretKey: download({
    summary: [
      'Sign in with a link from another system; `token` is the MD5 of `username`, the site’s login key and `time`, concatenated',
      '由其他系统的链接登录：token 为 username、登录密钥与 time 依次拼接后的 MD5',
    ],
    access: 'anyone',
    input: z.object({
      username: described(Text(100, 1), ['Username to sign in', '登录的用户名']),
      time: described(z.string().regex(/^\d{9,11}$/), [
        'Current time, Unix seconds; may be off by at most 60 seconds',
        '当前时间，Unix 秒，误差不超过 60 秒',
      ]),
      token: described(z.string().regex(/^[0-9a-fA-F]{32}$/), ['MD5, 32 hexadecimal digits', 'MD5，32 位十六进制']),
      name: described(PersonName.optional(), ['Name for a new account', '新账号的姓名']),
      /** A path of this site to redirect to; without one, the item list. */
      redirect: described(Text(1000).optional(), ['Path on this site to open after sign-in', '登录后跳转的站内路径']),
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
    summary: ['Sign in with another service', '使用第三方服务登录'],
    access: 'anyone',
    input: z.object({
      redirect: described(Text(1000).optional(), ['Path on this site to open after sign-in', '登录后跳转的站内路径']),
    }),
    errors: ['oauthOff', 'oauthNotReady'],
  }),
}
