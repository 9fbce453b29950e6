import type { z } from 'zod'
import { isNameSearch } from '#shared/contract/name.ts'
import type { UserOption } from '#shared/contract/user.ts'
import type { User } from '#src/access/caller.ts'
import { isItemOrTeamManager } from '#src/access/queries.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { isFormerHash } from '#src/core/former-passwords.ts'
import { networkOf } from '#src/core/rate-limiter.ts'
import { hashPassword, verifyPassword } from '#src/core/secrets.ts'
import { type Db, transact } from '#src/db/database.ts'
import { isUniqueViolation } from '#src/db/engine.ts'
import { actorOf, recordAudit } from '#src/features/audit/index.ts'
import { type CaptchaInput, requireCaptcha } from '#src/features/captcha/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import { attemptPassword, countFailedAttempts } from './login-attempts.ts'
import {
  findUser,
  findUserByName,
  findUserOptions,
  insertUser,
  listKnownUserOptions,
  listUserOptions,
  listUsersByEmail,
  removeTokens,
  replacePassword,
  updatePassword,
} from './queries.ts'
import { requireNewPassword, usernameKey } from './validation.ts'

// A person types no faster than this, and it would take more than a day to enumerate a whole directory.
const perMinute = 120

/**
 * Lists people to choose from, for a person who manages an item or a team; empty for everyone else. With `word`, which
 * must be long enough: people whose names contain it. Without it: people who share items and teams with `user`, which
 * existing clients load at once. For an administrator, who manages every item, that is everyone.
 *
 * @throws {AppError} tooManyRequests
 */
export async function findPeople(app: App, user: User, word: string): Promise<z.input<typeof UserOption>[]> {
  const isAdministrator = user.groupid === 1
  if (!isAdministrator && !(await isItemOrTeamManager(app.db, user.uid))) return []
  if (word === '') return isAdministrator ? listUserOptions(app.db) : listKnownUserOptions(app.db, user.uid)
  if (!isNameSearch(word)) return []
  if (!app.limiter.take(`people:${user.uid}`, perMinute, 60_000)) fail('tooManyRequests')
  return findUserOptions(app.db, word, usernameKey(word))
}

/** Resolves a typed name: a user name, or an e-mail address that only one account has. */
async function findAccount(app: App, typed: string) {
  const named = await findUserByName(app.db, typed)
  if (named || !typed.includes('@')) return named
  const [user, another] = await listUsersByEmail(app.db, typed)
  return another ? undefined : user
}

/**
 * Verifies a name (or e-mail address) and password. An unknown name takes as long and returns the same error.
 *
 * @returns the uid, and the hash that the password was checked against
 * @throws {AppError} captchaNeeded, captchaWrong, tooManyTries, loginWrong, userDisabled
 */
export async function logIn(
  app: App,
  ip: string,
  input: { username: string; password: string } & CaptchaInput,
): Promise<{ uid: number; password: string }> {
  const typed = usernameKey(input.username)
  const user = await findAccount(app, typed)
  // Counted per account, however the name is spelled.
  const account = user?.username_key ?? typed
  await requireCaptcha(app, input, countFailedAttempts(app, 'login', account, ip))
  const fits = await attemptPassword(
    app,
    'login',
    { account, ip },
    async () =>
      input.password !== '' && input.password.length <= 128 && (await verifyPassword(user?.password, input.password)),
  )
  if (!user || !fits) {
    // What was typed as an unknown name may be a password.
    const { uid, username } = user ?? { uid: 0, username: '' }
    await recordAudit(app.db, { uid, username, action: 'loginFailed', ip }, nowSeconds(app))
    return fail('loginWrong')
  }
  if (user.is_disabled) {
    const entry = { ...actorOf(user, { ip }), action: 'loginFailed', detail: 'disabled' } as const
    await recordAudit(app.db, entry, nowSeconds(app))
    fail('userDisabled')
  }
  return { uid: user.uid, password: await renewHash(app, user, input.password) }
}

/**
 * Returns the hash of a verified password. That of an account from another system is replaced by one of our own, unless
 * too many are being made: the next sign-in will do it.
 */
async function renewHash(app: App, user: { uid: number; password: string }, password: string): Promise<string> {
  if (!isFormerHash(user.password)) return user.password
  try {
    const hash = await hashPassword(password)
    return (await replacePassword(app.db, user.uid, user.password, hash)) ? hash : user.password
  } catch (error) {
    if (error instanceof AppError && error.errorName === 'tooManyRequests') return user.password
    throw error
  }
}

// A whole company that starts together can register; each has solved a captcha, if the site has captchas.
const registrations = { most: 300, windowMs: 15 * 60_000 }

/** Counts a registration from an address. @throws {AppError} tooManyTries */
export function countRegistration(app: App, ip: string): void {
  if (!app.limiter.take(`register:${networkOf(ip)}`, registrations.most, registrations.windowMs)) fail('tooManyTries')
}

/** The data of a new account. */
export interface NewAccount {
  /** As returned by `parseUsername` or `parseAccountName`. */
  username: string
  password: string
  name?: string | undefined
  groupid?: 1 | 2 | undefined
}

/**
 * Requires a password that this site allows for `username`.
 *
 * @throws {AppError} passwordTooShort, passwordTooLong, passwordCommon, passwordWeak
 */
export async function requireAllowedPassword(db: Db, username: string, password: string): Promise<void> {
  const { strong_password_enabled } = await readOptions(db)
  requireNewPassword(password, { username, strong: strong_password_enabled })
}

/** Returns the hash of a new password for `username`. @throws {AppError} the errors of `requireAllowedPassword` */
export async function hashNewPassword(db: Db, username: string, password: string): Promise<string> {
  await requireAllowedPassword(db, username, password)
  return hashPassword(password)
}

/** Adds an account. @returns its uid @throws {AppError} usernameTaken, and the errors of `requireAllowedPassword` */
export async function addAccount(app: Pick<App, 'db' | 'now'>, account: NewAccount): Promise<number> {
  const password = await hashNewPassword(app.db, account.username, account.password)
  return insertAccount(app.db, { ...account, password }, nowSeconds(app))
}

/**
 * Inserts an account whose password is already hashed; with an empty hash, sign-in by password is impossible.
 *
 * @throws {AppError} usernameTaken
 */
export async function insertAccount(db: Db, account: NewAccount & { is_sso?: 0 | 1 }, now: number): Promise<number> {
  const { username, name = '', groupid = 2, password, is_sso = 0 } = account
  const row = { username, username_key: usernameKey(username), name, groupid, password, is_sso, reg_time: now }
  try {
    return await insertUser(db, row)
  } catch (error) {
    if (isUniqueViolation(error, 'user.username_key')) fail('usernameTaken')
    throw error
  }
}

/**
 * Requires the user's own password before an operation that cannot be undone.
 *
 * @returns the hash that it was checked against
 * @throws {AppError} passwordWrong, tooManyTries
 */
export async function requireOwnPassword(app: App, ip: string, user: User, password: string): Promise<string> {
  return (await ownPasswordHash(app, ip, user, password)) ?? fail('passwordWrong')
}

/**
 * Returns the hash of a user's own password if `password` matches it, otherwise undefined.
 *
 * @throws {AppError} tooManyTries
 */
async function ownPasswordHash(app: App, ip: string, user: User, password: string): Promise<string | undefined> {
  let hash: string | undefined
  await attemptPassword(app, 'own', { account: String(user.uid), ip }, async () => {
    const row = await findUser(app.db, user.uid)
    if (row && password.length <= 128 && (await verifyPassword(row.password, password))) hash = row.password
    return hash !== undefined
  })
  return hash
}

/** Sets a password and ends every session of the user. @throws {AppError} the errors of `requireAllowedPassword` */
export async function setPassword(
  app: Pick<App, 'db'>,
  uid: number,
  username: string,
  password: string,
): Promise<void> {
  const hash = await hashNewPassword(app.db, username, password)
  await transact(app.db, async (tx) => {
    await updatePassword(tx, uid, hash)
    await removeTokens(tx, uid)
  })
}

/**
 * Changes the user's own password.
 *
 * @throws {AppError} oldPasswordWrong, tooManyTries, and the errors of `requireAllowedPassword`
 */
export async function changeOwnPassword(
  app: App,
  ip: string,
  user: User,
  input: { password: string; new_password: string },
): Promise<void> {
  await requireAllowedPassword(app.db, user.username, input.new_password)
  if ((await ownPasswordHash(app, ip, user, input.password)) === undefined) fail('oldPasswordWrong')
  await setPassword(app, user.uid, user.username, input.new_password)
}
