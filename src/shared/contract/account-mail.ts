import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { captchaFields, described, EmptyList, Secret, Text } from './fields.ts'
import { inputs, texts } from './shared-fields.ts'
import { newPasswordErrors } from './user.ts'

const token = described(Text(100), ['Token from the link in the mail', '邮件链接中的令牌'])

/** Calls for the address of an account, and for a new password by mail. */
export const accountMail = {
  mailLink: endpoint({
    summary: ['Send a link to an address, with which you prove that it’s yours', '向邮箱发送确认链接'],
    access: 'user',
    input: () =>
      z.object({
        email: described(Text(254), ['Your address', '你的邮箱']),
        password: inputs.own_password,
      }),
    output: EmptyList,
    errors: ['mailOff', 'mailAddressBad', 'passwordWrong', 'tooManyTries', 'tooManyRequests'],
  }),
  verifyEmail: endpoint({
    summary: ['Confirm an address with the token from the link', '使用链接中的令牌确认邮箱'],
    access: 'anyone',
    input: () => z.object({ token }),
    output: () => z.object({ email: described(z.string(), ['The address', '邮箱']) }),
    errors: ['mailLinkWrong', 'emailTaken'],
  }),
  removeEmail: endpoint({
    summary: ['Remove your address', '移除我的邮箱'],
    access: 'user',
    input: () => z.object({ password: inputs.own_password }),
    output: EmptyList,
    errors: ['passwordWrong', 'tooManyTries'],
  }),
  requestReset: endpoint({
    summary: [
      'Request a link to set a new password, by username or confirmed address; the response is the same whether the account exists or not',
      '按用户名或已确认的邮箱申请重设密码的链接；无论账号是否存在，响应相同',
    ],
    access: 'anyone',
    input: () =>
      z.object({
        username: described(Text(254), ['Username or email address', '用户名或邮箱']),
        ...captchaFields,
      }),
    output: EmptyList,
    errors: ['mailOff', 'captchaWrong', 'captchaNeeded', 'tooManyRequests'],
  }),
  resetByMail: endpoint({
    summary: [
      'Set a new password with the token from the link, and end all sessions',
      '使用链接中的令牌重设密码，全部会话失效',
    ],
    access: 'anyone',
    input: () =>
      z.object({
        token,
        new_password: described(Secret, ['New password', '新密码']),
        confirm_password: described(Secret, texts.password),
      }),
    output: EmptyList,
    errors: ['mailLinkWrong', 'directoryPassword', 'passwordsDiffer', ...newPasswordErrors, 'tooManyRequests'],
  }),
}
