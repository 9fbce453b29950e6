import { z } from 'zod'
import { download } from './endpoint.ts'
import { Text } from './fields.ts'
import { PersonName } from './user.ts'

/** Links with which other systems sign users in. */
export const ExtLogin = {
  bySecretKey: download({
    summary: [
      'Sign in with a link from another system; `token` is the MD5 of `username`, the site’s login key and `time`, concatenated',
      '由其他系统的链接登录：token 为 username、登录密钥与 time 依次拼接后的 MD5',
    ],
    access: 'anyone',
    input: z.object({
      username: Text(100, 1),
      /** Unix seconds, at most 60 away from now. */
      time: z.string().regex(/^\d{9,11}$/),
      token: z.string().regex(/^[0-9a-fA-F]{32}$/),
      name: PersonName.optional(),
      /** A path of this site to redirect to; without one, the item list. */
      redirect: Text(1000).optional(),
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
    input: z.object({ redirect: Text(1000).optional() }),
    errors: ['oauthOff', 'oauthNotReady'],
  }),
}
