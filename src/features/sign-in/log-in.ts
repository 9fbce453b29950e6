import type { User } from '#src/access/caller.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { isFormerHash } from '#src/core/former-passwords.ts'
import { hashPassword, verifyPassword } from '#src/core/secrets.ts'
import { actorOf, recordAudit } from '#src/features/audit/index.ts'
import { type CaptchaInput, requireCaptcha } from '#src/features/captcha/index.ts'
import { checkDirectoryPassword, type DirectorySettings, readDirectorySettings } from '#src/features/directory/index.ts'
import {
  attemptPassword,
  countFailedAttempts,
  findIdentity,
  findUserByName,
  hasIdentity,
  listUsersByEmail,
  replacePassword,
  usernameKey,
} from '#src/features/user/index.ts'
import { applyPerson, isOfSite } from './directory-accounts.ts'

type Account = User & { username_key: string; password: string; is_disabled: number }

/** Resolves a typed name: a user name, or an e-mail address that only one account has. */
async function findAccount(app: App, typed: string): Promise<Account | undefined> {
  const named = await findUserByName(app.db, typed)
  if (named || !typed.includes('@')) return named
  const [user, another] = await listUsersByEmail(app.db, typed)
  return another ? undefined : user
}

/** Who decides whether a password is right. */
type Authority =
  | { from: 'site' }
  /** `orSite`: the account came from another system, and nobody knows yet whether from this directory. */
  | { from: 'directory'; settings: DirectorySettings; orSite: boolean; username: string | undefined }

/**
 * Decides who checks a password: the site for its own accounts, also when the directory does not answer; the directory
 * for accounts that come from it and for names that nobody has here.
 */
async function authorityFor(app: App, user: Account | undefined): Promise<Authority> {
  const identity = user && (await findIdentity(app.db, user.uid, 'ldap'))
  const isLinkedElsewhere = user !== undefined && !identity && (await hasIdentity(app.db, user.uid))
  if (isLinkedElsewhere || (user && !identity && isOfSite(user))) return { from: 'site' }
  const settings = await readDirectorySettings(app).catch((error: unknown) => {
    // a form that is not filled in locks nobody out who has a password here
    if (user?.password) return undefined
    throw error
  })
  if (!settings) return { from: 'site' }
  const orSite = user !== undefined && user.password !== '' && !identity
  return { from: 'directory', settings, orSite, username: identity?.provider_name || user?.username }
}

/** An account whose password was right, with the hash that it was checked against. */
interface Entered {
  uid: number
  password: string
}

// What people read whose password is right, by what the audit log says.
const refusals = {
  group: 'directoryNoAccess',
  expired: 'directoryPasswordExpired',
  barred: 'directoryAccountBarred',
} as const

/** Checks a password with the directory; undefined when it does not accept it. @throws {AppError} */
async function enterByDirectory(
  app: App,
  ip: string,
  settings: DirectorySettings,
  { typed, username, password }: { typed: string; username: string; password: string },
): Promise<Entered | 'unknown' | undefined> {
  const verdict = await checkDirectoryPassword(app, settings, username, password)
  if (verdict.outcome === 'unknown') return 'unknown'
  if (verdict.outcome === 'rejected') return undefined
  if (verdict.outcome !== 'accepted' || !verdict.rights.isMember) {
    const detail = verdict.outcome === 'accepted' ? 'group' : verdict.outcome
    await recordAudit(app.db, { uid: 0, username: typed, action: 'loginFailed', detail, ip }, nowSeconds(app))
    return fail(refusals[detail])
  }
  const { uid } = await applyPerson(app, { ip }, verdict.person, verdict.rights)
  return { uid, password: '' }
}

/**
 * Verifies a name (or e-mail address) and password. An unknown name takes as long and returns the same error.
 *
 * @returns the uid, and the hash that the password was checked against
 * @throws {AppError} captchaNeeded, captchaWrong, tooManyTries, loginWrong, userDisabled, directoryDown, those of `requireComplete`,
 *   directoryNoAccess, directoryPasswordExpired, directoryAccountBarred, directoryNameTaken, accountNameBad
 */
export async function logIn(
  app: App,
  ip: string,
  input: { username: string; password: string } & CaptchaInput,
): Promise<Entered> {
  const typed = usernameKey(input.username)
  const user = await findAccount(app, typed)
  // Counted per account, however the name is spelled.
  const account = user?.username_key ?? typed
  await requireCaptcha(app, input, countFailedAttempts(app, 'login', account, ip))
  const { password } = input
  const isPossible = password !== '' && password.length <= 128
  let entered: Entered | undefined
  await attemptPassword(app, 'login', { account, ip }, async () => {
    if (isPossible) {
      entered = await enter(app, ip, { user, typed, password }).catch((error: unknown) => noteFailure(app, ip, error))
    }
    return entered !== undefined
  })
  if (!entered) {
    // What was typed as an unknown name may be a password.
    const { uid, username } = user ?? { uid: 0, username: '' }
    await recordAudit(app.db, { uid, username, action: 'loginFailed', ip }, nowSeconds(app))
    return fail('loginWrong')
  }
  if (user?.is_disabled) {
    const entry = { ...actorOf(user, { ip }), action: 'loginFailed', detail: 'disabled' } as const
    await recordAudit(app.db, entry, nowSeconds(app))
    fail('userDisabled')
  }
  return entered
}

/** Writes to the audit log that the directory does not do what it should, at most once a minute, and rejects. */
async function noteFailure(app: App, ip: string, error: unknown): Promise<never> {
  const isOfPerson = (name: string) => Object.values<string>(refusals).includes(name)
  if (error instanceof AppError && error.errorName.startsWith('directory') && !isOfPerson(error.errorName)) {
    const detail = ['LDAP:', error.errorName, ...Object.values(error.values)].join(' ')
    const entry = { uid: 0, username: '', action: 'loginFailed', detail, ip } as const
    if (app.limiter.take(`directory-failed:${error.errorName}`, 1, 60_000)) {
      await recordAudit(app.db, entry, nowSeconds(app))
    }
  }
  throw error
}

async function enter(
  app: App,
  ip: string,
  { user, typed, password }: { user: Account | undefined; typed: string; password: string },
): Promise<Entered | undefined> {
  const authority = await authorityFor(app, user)
  if (authority.from === 'directory') {
    const name = { typed, username: authority.username ?? typed, password }
    const entered = await enterByDirectory(app, ip, authority.settings, name).catch((error: unknown) => {
      if (authority.orSite && error instanceof AppError && error.errorName === 'directoryDown')
        return 'unknown' as const
      throw error
    })
    if (entered !== 'unknown') return entered
    // as long as it takes for a name that somebody has
    if (!authority.orSite) return void (await verifyPassword(undefined, password))
  }
  if (!(await verifyPassword(user?.password, password)) || !user) return undefined
  return { uid: user.uid, password: user.is_disabled ? user.password : await renewHash(app, user, password) }
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
