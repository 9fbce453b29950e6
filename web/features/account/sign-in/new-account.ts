/** The data of a new account. */
export interface NewAccount {
  username: string
  password: string
  confirm_password: string
}

/** A problem that the client can detect before sending the form. */
type NewAccountProblem = 'usernameBad' | 'passwordTooShort' | 'passwordTooLong' | 'passwordIsName' | 'passwordsDiffer'

const usernamePattern = /^[A-Za-z0-9_\-\p{Script=Han}]{2,30}$/u

/**
 * Returns the problem of a new password for `username`; undefined if there is none. Source: security rules, Passwords.
 */
export function passwordProblem(password: string, username: string): NewAccountProblem | undefined {
  const { length } = [...password]
  if (length < 8) return 'passwordTooShort'
  if (length > 128) return 'passwordTooLong'
  return password.toLowerCase() === username.trim().toLowerCase() ? 'passwordIsName' : undefined
}

/** Returns the problems of a new account by field. Only gives early feedback; the server decides. */
export function newAccountProblems(account: NewAccount): Partial<Record<keyof NewAccount, NewAccountProblem>> {
  const { username, password, confirm_password } = account
  const wrong = passwordProblem(password, username)
  return {
    ...(usernamePattern.test(username.trim()) ? {} : { username: 'usernameBad' as const }),
    ...(wrong ? { password: wrong } : {}),
    ...(password === confirm_password ? {} : { confirm_password: 'passwordsDiffer' as const }),
  }
}

/** Returns the first invalid field in form order; undefined if there is none. */
export function firstProblem(account: NewAccount): { name: keyof NewAccount; problem: NewAccountProblem } | undefined {
  const problems = newAccountProblems(account)
  for (const name of ['username', 'password', 'confirm_password'] as const) {
    const problem = problems[name]
    if (problem) return { name, problem }
  }
  return undefined
}
