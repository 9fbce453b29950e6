import type { ApiError } from '#shared/contract/client.ts'

/** The fields of the account forms, by their name in the form and in the API. */
export type FormField =
  | 'setup_code'
  | 'username'
  | 'password'
  | 'new_password'
  | 'confirm_password'
  | 'captcha'
  | 'code'

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
  passwordWrong: 'password',
  secondStepWrong: 'code',
}

/** Returns the field that an error is about; undefined if it is about none. */
export const getErrorField = (errorName: ApiError['errorName']): FormField | undefined => boxes[errorName]
