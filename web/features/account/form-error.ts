import type { ApiError } from '#contract/client.ts'

/** The boxes of the account forms, by the name they have in the form and on the wire. */
export type FormField = 'setup_code' | 'username' | 'password' | 'new_password' | 'confirm_password' | 'captcha'

const boxes: Partial<Record<ApiError['errorName'], FormField>> = {
  loginWrong: 'password',
  itemPasswordWrong: 'password',
  oldPasswordWrong: 'password',
  userDisabled: 'username',
  usernameBad: 'username',
  usernameTaken: 'username',
  passwordTooShort: 'password',
  passwordTooLong: 'password',
  passwordCommon: 'password',
  passwordsDiffer: 'confirm_password',
  captchaWrong: 'captcha',
  captchaNeeded: 'captcha',
  setupCodeWrong: 'setup_code',
}

/** The box that a refusal is about; undefined when it is about none. */
export const getErrorField = (errorName: ApiError['errorName']): FormField | undefined => boxes[errorName]
