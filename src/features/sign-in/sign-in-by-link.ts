import { createHash, timingSafeEqual } from 'node:crypto'
import { type App, nowSeconds } from '#src/core/app.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { networkOf } from '#src/core/rate-limiter.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { insertAudit, recordAudit } from '#src/features/audit/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import { findUserByName, insertAccount, newToken, parseAccountName, usernameKey } from '#src/features/user/index.ts'
import { updateSsoUser } from './queries.ts'

/** A sign-in link as another system creates it. */
interface SignInLink {
  username: string
  /** Unix seconds. */
  time: string
  /** MD5 of the concatenated user name, key and time, as hex. */
  token: string
  name?: string | undefined
}

// The maximum difference between the two servers' clocks, and the lifetime of a link. Source: reference, api-facts 5.4.
const goodForSeconds = 60
// The token in the address is exchanged for a session at once, because browser histories and proxy logs store the
// address.
const linkTokenDays = 5 / 1440
// The limit of invalid links from one address.
const wrongLinks = { most: 30, windowMs: 15 * 60_000 }

/** Whether a link was signed with the key. Without a key no link is valid. */
function isSigned({ username, time, token }: SignInLink, key: string): boolean {
  const signature = createHash('md5').update(`${username}${key}${time}`).digest()
  return key !== '' && timingSafeEqual(signature, Buffer.from(token, 'hex'))
}

/**
 * Returns the account that a link names, creating it when there is none.
 *
 * @throws {AppError} loginLinkAdministrator, userDisabled, accountNameBad
 */
async function accountOf(tx: Tx, { username, name }: SignInLink, now: number) {
  const known = await findUserByName(tx, usernameKey(username))
  if (!known) {
    const account = { username: parseAccountName(username), name, password: '', is_sso: 1 as const }
    return { uid: await insertAccount(tx, account, now), username: account.username }
  }
  if (known.groupid === 1) fail('loginLinkAdministrator')
  if (known.is_disabled) fail('userDisabled')
  await updateSsoUser(tx, known.uid, name || known.name)
  return known
}

/**
 * Signs a user in by a link of another system. Each link works once.
 *
 * @returns a token that must be exchanged for a session within five minutes
 * @throws {AppError} loginLinkWrong, loginLinkOld, loginLinkUsed, loginLinkAdministrator, userDisabled, accountNameBad,
 *   tooManyTries
 */
export async function signInByLink(app: App, from: { ip: string; agent: string }, link: SignInLink): Promise<string> {
  const login_secret_key = app.config.login_secret_key || (await readOptions(app.db)).login_secret_key
  const address = { key: `link-from:${networkOf(from.ip)}`, ...wrongLinks }
  const isRight = await app.limiter.attempt([address], async () => isSigned(link, login_secret_key))
  try {
    return await followLink(app, from, link, isRight)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // a name that nobody has signed for may be anything
    const username = isRight ? link.username.slice(0, 100) : ''
    const entry = { uid: 0, username, action: 'loginFailed', detail: `link: ${error.errorName}`, ip: from.ip } as const
    await recordAudit(app.db, entry, nowSeconds(app))
    throw error
  }
}

async function followLink(app: App, from: { ip: string; agent: string }, link: SignInLink, isRight: boolean) {
  if (!isRight) fail('loginLinkWrong')
  const now = nowSeconds(app)
  if (Math.abs(now - Number(link.time)) > goodForSeconds) fail('loginLinkOld')
  // A restart forgets used links, which is acceptable because a link is only valid for a minute.
  if (!app.limiter.take(`link:${link.token.toLowerCase()}`, 1, 2 * goodForSeconds * 1000)) fail('loginLinkUsed')
  return transact(app.db, async (tx) => {
    const { uid, username } = await accountOf(tx, link, now)
    await insertAudit(tx, { uid, username, action: 'login', detail: 'link', ip: from.ip }, now)
    return newToken(app, tx, uid, { kind: 'link', name: '', ip: from.ip, agent: from.agent, days: linkTokenDays })
  })
}
