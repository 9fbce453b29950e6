import type { User } from '#src/access/caller.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { networkOf } from '#src/core/limiter.ts'
import { hashPassword, passwordFits } from '#src/core/secrets.ts'
import { isUniqueConflict } from '#src/db/conflict.ts'
import { transact } from '#src/db/open.ts'
import { type CaptchaInput, requireCaptcha } from '#src/features/captcha/index.ts'
import { findUser, findUserByEmail, findUserByName, insertUser, removeTokens, updatePassword } from './queries.ts'
import { requireNewPassword, usernameKey, usernameOf } from './rules.ts'

// Five failures within 300 s lock a name for a while (specification, code 10204); ten in 15 minutes and 30 from one
// address are the most (security P7).
const quick = { tries: 5, windowMs: 300_000 }
const slow = { tries: 10, windowMs: 15 * 60_000 }
const perAddress = { tries: 30, windowMs: 15 * 60_000 }

/**
 * Counts a try at somebody's password before it is checked, and says how a good one is taken back.
 *
 * @throws {AppError} tooManyTries
 */
function countTry(app: App, account: string, ip: string): { failures: number; good(): void } {
  const quickKey = `login:${account}`
  const slowKey = `login-slow:${account}`
  const addressKey = `login-from:${networkOf(ip)}`
  const failures = app.limiter.used(quickKey, quick.tries, quick.windowMs)
  // The address first: one that has used up its tries locks no more names.
  if (!app.limiter.take(addressKey, perAddress.tries, perAddress.windowMs)) fail('tooManyTries')
  if (!app.limiter.take(quickKey, quick.tries, quick.windowMs)) fail('tooManyTries')
  if (!app.limiter.take(slowKey, slow.tries, slow.windowMs)) fail('tooManyTries')
  return {
    failures,
    good() {
      app.limiter.forgive(quickKey)
      app.limiter.forgive(slowKey)
      app.limiter.giveBack(addressKey)
    },
  }
}

/**
 * Finds whom a name (or e-mail address) and password belong to. An unknown name takes as long and answers the same.
 *
 * @returns the uid, and the hash that the password was checked against
 * @throws {AppError} captchaNeeded, captchaWrong, tooManyTries, loginWrong, userDisabled
 */
export async function logIn(
  app: App,
  ip: string,
  input: { username: string; password: string } & CaptchaInput,
): Promise<{ uid: number; password: string }> {
  const account = usernameKey(input.username)
  const failures = app.limiter.used(`login:${account}`, quick.tries, quick.windowMs)
  await requireCaptcha(app, input, failures)
  const attempt = countTry(app, account, ip)
  const user =
    (await findUserByName(app.db, account)) ??
    (account.includes('@') ? await findUserByEmail(app.db, account) : undefined)
  const fits =
    input.password !== '' && input.password.length <= 128 && (await passwordFits(user?.password, input.password))
  if (!user || !fits) return fail('loginWrong')
  if (user.is_disabled) fail('userDisabled')
  attempt.good()
  return { uid: user.uid, password: user.password }
}

// As many as tries at a password from one address: an office that starts together gets in.
const registrations = { most: 30, windowMs: 15 * 60_000 }

/** Counts a registration from an address. @throws {AppError} tooManyTries */
export function countRegistration(app: App, ip: string): void {
  if (!app.limiter.take(`register:${networkOf(ip)}`, registrations.most, registrations.windowMs)) fail('tooManyTries')
}

/** What an account is made of. */
export interface NewAccount {
  username: string
  password: string
  name?: string | undefined
  groupid?: 1 | 2
}

/** Adds an account. @returns its uid @throws {AppError} usernameBad, usernameTaken, passwordTooShort, passwordTooLong, passwordCommon */
export async function addAccount(app: Pick<App, 'db' | 'now'>, account: NewAccount): Promise<number> {
  const username = usernameOf(account.username)
  requireNewPassword(account.password, username)
  const password = await hashPassword(account.password)
  const row = {
    username,
    username_key: usernameKey(username),
    name: account.name ?? '',
    groupid: account.groupid ?? 2,
    password,
    reg_time: nowSeconds(app),
  }
  try {
    return await insertUser(app.db, row)
  } catch (error) {
    if (isUniqueConflict(error, 'user.username_key')) fail('usernameTaken')
    throw error
  }
}

/** Requires a person's own password before a deed that cannot be taken back. @throws {AppError} passwordWrong, tooManyTries */
export async function requireOwnPassword(app: App, ip: string, user: User, password: string): Promise<void> {
  const attempt = countTry(app, usernameKey(user.username), ip)
  const row = await findUser(app.db, user.uid)
  if (password.length > 128 || !(await passwordFits(row?.password, password))) fail('passwordWrong')
  attempt.good()
}

/** Sets a password; every session of the person ends. @throws {AppError} those of a new password */
export async function setPassword(
  app: Pick<App, 'db'>,
  uid: number,
  username: string,
  password: string,
): Promise<void> {
  requireNewPassword(password, username)
  const hash = await hashPassword(password)
  await transact(app.db, async (tx) => {
    await updatePassword(tx, uid, hash)
    await removeTokens(tx, uid)
  })
}

/** Changes one's own password. @throws {AppError} oldPasswordWrong, tooManyTries, and those of a new password */
export async function changeOwnPassword(
  app: App,
  ip: string,
  user: User,
  input: { password: string; new_password: string },
): Promise<void> {
  requireNewPassword(input.new_password, user.username)
  const attempt = countTry(app, usernameKey(user.username), ip)
  const row = await findUser(app.db, user.uid)
  if (input.password.length > 128 || !(await passwordFits(row?.password, input.password))) fail('oldPasswordWrong')
  attempt.good()
  await setPassword(app, user.uid, user.username, input.new_password)
}
