/** What a new account is made of. */
export interface NewAccount {
  username: string
  password: string
  confirm_password: string
}

/** What may be wrong with it, as it can be told before the server is asked. */
export type NewAccountProblem =
  | 'usernameBad'
  | 'passwordTooShort'
  | 'passwordTooLong'
  | 'passwordIsName'
  | 'passwordsDiffer'

const usernamePattern = /^[A-Za-z0-9_\-\p{Script=Han}]{2,30}$/u

/** What is wrong with a new password for `username`; undefined when nothing is. Source: security rules, Passwords. */
export function passwordProblem(password: string, username: string): NewAccountProblem | undefined {
  const { length } = [...password]
  if (length < 8) return 'passwordTooShort'
  if (length > 128) return 'passwordTooLong'
  return password.toLowerCase() === username.trim().toLowerCase() ? 'passwordIsName' : undefined
}

/** What is wrong with a new account, by field. The server decides; this only tells it early. */
export function newAccountProblems(account: NewAccount): Partial<Record<keyof NewAccount, NewAccountProblem>> {
  const { username, password, confirm_password } = account
  const wrong = passwordProblem(password, username)
  return {
    ...(usernamePattern.test(username.trim()) ? {} : { username: 'usernameBad' as const }),
    ...(wrong ? { password: wrong } : {}),
    ...(password === confirm_password ? {} : { confirm_password: 'passwordsDiffer' as const }),
  }
}

/** The first field that is wrong, in the order of the form; undefined when none is. */
export function firstProblem(account: NewAccount): { name: keyof NewAccount; problem: NewAccountProblem } | undefined {
  const problems = newAccountProblems(account)
  for (const name of ['username', 'password', 'confirm_password'] as const) {
    const problem = problems[name]
    if (problem) return { name, problem }
  }
  return undefined
}
