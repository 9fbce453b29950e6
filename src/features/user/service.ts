import type { z } from 'zod'
import { isNameSearch } from '#shared/contract/name.ts'
import type { UserOption } from '#shared/contract/user.ts'
import type { User } from '#src/access/caller.ts'
import { isItemOrTeamManager } from '#src/access/queries.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { networkOf } from '#src/core/rate-limiter.ts'
import { hashPassword, verifyPassword } from '#src/core/secrets.ts'
import { type Db, transact } from '#src/db/database.ts'
import { isUniqueViolation } from '#src/db/engine.ts'
import { checkDirectoryPassword, readDirectorySettings } from '#src/features/directory/index.ts'
import { queueAccountChange } from '#src/features/notice/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import { attemptPassword } from './login-attempts.ts'
import {
  findIdentity,
  findUser,
  findUserOptions,
  insertUser,
  listKnownUserOptions,
  listUserOptions,
  removeTokens,
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

// A whole company that starts together can register; each has solved a captcha, if the site has captchas.
const registrations = { most: 300, windowMs: 15 * 60_000 }

/** Counts a registration from an address. @throws {AppError} tooManyTries */
export function countRegistration(app: App, ip: string): void {
  if (!app.limiter.take(`register:${networkOf(ip)}`, registrations.most, registrations.windowMs)) fail('tooManyTries')
}

/** The data of a new account. */
interface NewAccount {
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

/** The parts of an account that its password is checked with. */
type PasswordAccount = Pick<User, 'uid' | 'username'> & { password: string }

/**
 * Returns whether a password is that of an account: for an account of the directory, whether the directory says so.
 *
 * @throws {AppError} directoryDown, those of `requireComplete`
 */
async function verifyAccountPassword(app: App, user: PasswordAccount, password: string): Promise<boolean> {
  if (password.length > 128) return false
  const identity = await findIdentity(app.db, user.uid, 'ldap')
  if (!identity) return verifyPassword(user.password, password)
  const settings = await readDirectorySettings(app)
  if (!settings) return false
  const verdict = await checkDirectoryPassword(app, settings, identity.provider_name || user.username, password)
  return verdict.outcome === 'accepted' && verdict.person.subject === identity.subject
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
    if (row && (await verifyAccountPassword(app, row, password))) hash = row.password
    return hash !== undefined
  })
  return hash
}

/**
 * Sets a password, ends every session of the user, and tells them by mail. An account of the directory becomes one of this
 * site.
 *
 * @throws {AppError} the errors of `requireAllowedPassword`
 */
export async function setPassword(
  app: Pick<App, 'config' | 'db' | 'now'>,
  { uid, username }: Pick<User, 'uid' | 'username'>,
  password: string,
  by: { change: 'passwordChanged' | 'passwordSet'; ip?: string },
): Promise<void> {
  const hash = await hashNewPassword(app.db, username, password)
  const { change, ip = '' } = by
  await transact(app.db, async (tx) => {
    await queueAccountChange(tx, app, change, uid, { now: nowSeconds(app), ip })
    await updatePassword(tx, uid, hash)
    await removeTokens(tx, uid)
  })
}

/**
 * Changes the user's own password.
 *
 * @throws {AppError} directoryPassword, oldPasswordWrong, tooManyTries, and the errors of `requireAllowedPassword`
 */
export async function changeOwnPassword(
  app: App,
  ip: string,
  user: User,
  input: { password: string; new_password: string },
): Promise<void> {
  if ((await findIdentity(app.db, user.uid, 'ldap')) !== undefined) fail('directoryPassword')
  await requireAllowedPassword(app.db, user.username, input.new_password)
  if ((await ownPasswordHash(app, ip, user, input.password)) === undefined) fail('oldPasswordWrong')
  await setPassword(app, user, input.new_password, { change: 'passwordChanged', ip })
}
