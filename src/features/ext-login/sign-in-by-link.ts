import { createHash, timingSafeEqual } from 'node:crypto'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { networkOf } from '#src/core/rate-limiter.ts'
import { type Tx, transact } from '#src/db/open.ts'
import { insertAudit } from '#src/features/audit/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import { findUserByName, insertAccount, newToken, parseAccountName, usernameKey } from '#src/features/user/index.ts'
import { updateSsoUser } from './queries.ts'

/** A sign-in link as another system makes it. */
export interface SignInLink {
  username: string
  /** Unix seconds. */
  time: string
  /** MD5 of user name, key and time in a row, as hex. */
  token: string
  name?: string | undefined
}

// How far the clocks of the two servers may be apart, and how long a link is good. Source: reference, api-facts 5.4.
const goodForSeconds = 60
// The token in the address becomes a session at once; histories and logs of proxies keep the address.
const linkTokenDays = 5 / 1440
// Links that are not valid, from one address.
const wrongLinks = { most: 30, windowMs: 15 * 60_000 }

/** Whether another system that knows the key has made the link. With no key there is none. */
function isSigned({ username, time, token }: SignInLink, key: string): boolean {
  const signature = createHash('md5').update(`${username}${key}${time}`).digest()
  return key !== '' && timingSafeEqual(signature, Buffer.from(token, 'hex'))
}

/** The account that a link names; made when there is none. @throws {AppError} loginLinkAdministrator, userDisabled, accountNameBad */
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
 * Signs somebody in by a link of another system, once for each link.
 *
 * @returns a token that becomes a session within five minutes
 * @throws {AppError} loginLinkWrong, loginLinkOld, loginLinkUsed, loginLinkAdministrator, userDisabled, accountNameBad, tooManyTries
 */
export async function signInByLink(app: App, from: { ip: string; agent: string }, link: SignInLink): Promise<string> {
  const address = { key: `link-from:${networkOf(from.ip)}`, ...wrongLinks }
  const { login_secret_key } = await readOptions(app.db)
  const isRight = await app.limiter.attempt([address], async () => isSigned(link, login_secret_key))
  if (!isRight) fail('loginLinkWrong')
  const now = nowSeconds(app)
  if (Math.abs(now - Number(link.time)) > goodForSeconds) fail('loginLinkOld')
  // A restart forgives a use, which the minute that a link is good for makes bearable.
  if (!app.limiter.take(`link:${link.token.toLowerCase()}`, 1, 2 * goodForSeconds * 1000)) fail('loginLinkUsed')
  return transact(app.db, async (tx) => {
    const { uid, username } = await accountOf(tx, link, now)
    await insertAudit(tx, { uid, username, action: 'login', detail: 'link', ip: from.ip }, now)
    return newToken(app, tx, uid, { kind: 'link', name: '', ip: from.ip, agent: from.agent, days: linkTokenDays })
  })
}
