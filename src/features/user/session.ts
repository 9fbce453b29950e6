import type { z } from 'zod'
import type { SignedIn, UserInfo } from '#shared/contract/user.ts'
import type { Caller, User } from '#src/access/caller.ts'
import { listSecondSteps } from '#src/access/queries.ts'
import { sessionDays } from '#src/access/site-policy.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { hashSecret, newSecret } from '#src/core/secrets.ts'
import { type Db, transact } from '#src/db/database.ts'
import { type Actor, type AuditEntry, actorOf, insertAudit } from '#src/features/audit/index.ts'
import {
  findToken,
  findUser,
  insertTicket,
  insertToken,
  listTokens,
  removeToken,
  removeTokens,
  takeTicket,
  updateLastLogin,
} from './queries.ts'

/** Returns a user as the API returns it. */
export const userInfo = (user: User): z.input<typeof UserInfo> => ({
  uid: user.uid,
  username: user.username,
  name: user.name,
  groupid: user.groupid,
  email: user.email,
  email_verify: user.email_verify ?? 0,
  mobile: '',
  avatar: user.avatar,
  avatar_small: user.avatar,
  reg_time: user.reg_time,
  is_wechat: 0,
  is_sso: user.is_sso,
})

/** Returns the name of an account where two might be confused: the person's name with the user name. */
export const accountLabel = ({ name, username }: Pick<User, 'name' | 'username'>): string =>
  name && name !== username ? `${name} (${username})` : username

/** The purpose of a new token. A `link` can be exchanged for one session, once. */
interface TokenUse {
  kind: 'session' | 'access' | 'link'
  name: string
  ip: string
  agent: string
  days: number
  /** The provider that the user signed in with, and what it is given when they sign out. */
  provider_id?: string
  sign_out_hint?: string
  /** When the person signed in, for a session that continues another, in Unix seconds. */
  addtime?: number
}

/** Creates a token for a user; only its hash is stored. */
export async function newToken(app: Pick<App, 'now'>, db: Db, uid: number, use: TokenUse): Promise<string> {
  const token = newSecret()
  const now = nowSeconds(app)
  const { kind, name, ip, agent, provider_id = '', sign_out_hint = '' } = use
  await insertToken(db, {
    token_hash: hashSecret(token),
    uid,
    kind,
    name,
    ip,
    agent,
    provider_id,
    sign_out_hint,
    addtime: use.addtime ?? now,
    last_use_time: now,
    token_expire: now + Math.floor(use.days * 86_400),
  })
  return token
}

/** Maximum number of access tokens per user. */
const tokensMost = 50

/**
 * Creates an access token, for use by a program. The verified password must still be current: a password change has
 * ended all tokens, and this one would outlive it.
 *
 * @throws {AppError} passwordWrong, tokenTooMany
 */
export function addAccessToken(app: App, user: User, token: { name: string; days: number; ip: string; hash: string }) {
  const { name, days, ip, hash } = token
  return transact(app.db, async (tx) => {
    const now = nowSeconds(app)
    if ((await findUser(tx, user.uid))?.password !== hash) fail('passwordWrong')
    const tokens = await listTokens(tx, user.uid, now)
    if (tokens.filter(({ kind }) => kind === 'access').length >= tokensMost) fail('tokenTooMany', { most: tokensMost })
    const user_token = await newToken(app, tx, user.uid, { kind: 'access', name, ip, agent: '', days })
    await insertAudit(tx, { ...actorOf(user, { ip }), action: 'tokenMade', detail: name }, now)
    return { user_token, token_expire: now + days * 86_400 }
  })
}

/** Ends one session or access token of the actor. */
export const endSession = (app: App, actor: Actor, action: 'logout' | 'tokenEnded', token_hash: Buffer) =>
  transact(app.db, async (tx) => {
    const token = await findToken(tx, actor.uid, token_hash)
    if (!token) return
    await removeToken(tx, actor.uid, token_hash)
    await insertAudit(tx, { ...actor, action, detail: token.kind === 'access' ? token.name : '' }, nowSeconds(app))
  })

/** Ends all sessions and access tokens of the actor but the one with `except`. */
export const endOtherSessions = (app: App, actor: Actor, except: Buffer | undefined) =>
  transact(app.db, async (tx) => {
    await removeTokens(tx, actor.uid, except)
    await insertAudit(tx, { ...actor, action: 'tokenEnded', detail: 'all others' }, nowSeconds(app))
  })

/** Where a sign-in comes from. */
export interface SignInContext {
  ip: string
  agent: string
  /** Sends the session token to the browser. */
  beginSession(token: string): void
}

/**
 * Gives the browser of a session another token; the former ends, and with it whatever else has a copy of it. A client that
 * shows its token itself keeps it, because it would not learn the other one.
 */
export async function rotateSession(
  app: App,
  at: SignInContext & { browserCaller(): Promise<Caller | undefined> },
  { uid }: User,
  token_hash: Buffer | undefined,
): Promise<void> {
  const present = await at.browserCaller()
  if (!token_hash || present?.user.uid !== uid || !present.tokenHash.equals(token_hash)) return
  const next = await transact(app.db, async (tx) => {
    const token = await findToken(tx, uid, token_hash)
    if (token?.kind !== 'session') return undefined
    const { addtime, provider_id, sign_out_hint, token_expire } = token
    await removeToken(tx, uid, token_hash)
    const days = (token_expire - nowSeconds(app)) / 86_400
    const use = { kind: 'session', name: '', ip: at.ip, agent: at.agent, days, provider_id, sign_out_hint } as const
    return newToken(app, tx, uid, { ...use, addtime })
  })
  if (next !== undefined) at.beginSession(next)
}

/** How a user signed in, and what proved their identity. It must still be valid when the session begins. */
interface SignInProof {
  action: AuditEntry['action']
  /** How, for the audit log: `password`, `link`, `token`, or another service. */
  way?: string
  /** The hash that the password was checked against. */
  password?: string | undefined
  /** A session or access token that the request carried. */
  token_hash?: Buffer | undefined
  /** A session of another account that ends because this one begins. */
  former?: Caller | undefined
  /**
   * Why no second step is asked for: the ticket of a first step whose second was passed, which ends as the session
   * begins; a passkey that is enough alone; or the session that this one continues.
   */
  passed?: { ticket_hash: Buffer } | 'passkey' | 'session'
  /** The provider that vouched for the user in the first step, and what it needs to sign them out. */
  from?: { provider_id: string; sign_out_hint: string } | undefined
}

// Time to look for a phone.
const ticketSeconds = 10 * 60

/**
 * Signs a user in where the request came from: creates a session, for the browser too. Checks the proof once more in
 * the same transaction: since its first check a password change may have ended all sessions, and this one would outlive
 * it.
 *
 * An account with a second step gets no session from the first one, no matter what checked it: `secondStepNeeded` has a
 * `ticket` that the second step completes, and the `ways` to pass it: `app`, `passkey`.
 *
 * @throws {AppError} loginWrong, notLoggedIn, userDisabled, secondStepNeeded, signInTicketEnded
 */
export async function signIn(
  app: App,
  uid: number,
  at: SignInContext,
  proof: SignInProof,
): Promise<z.input<typeof SignedIn>> {
  const use: TokenUse = {
    kind: 'session',
    name: '',
    ip: at.ip,
    agent: at.agent,
    days: await sessionDays(app),
  }
  const { user, user_token, half } = await transact(app.db, async (tx) => {
    const user = (await findUser(tx, uid)) ?? fail('notLoggedIn')
    if (user.is_disabled) fail('userDisabled')
    if (proof.password !== undefined && proof.password !== user.password) fail('loginWrong')
    const shown = proof.token_hash && ((await findToken(tx, uid, proof.token_hash)) ?? fail('notLoggedIn'))
    // A token that is valid for some days must not become a session that lasts longer.
    const left = shown?.kind === 'access' ? (shown.token_expire - nowSeconds(app)) / 86_400 : undefined
    if (shown?.kind === 'link' && proof.token_hash) await removeToken(tx, uid, proof.token_hash)
    const { passed } = proof
    const taken =
      typeof passed === 'object' && ((await takeTicket(tx, passed.ticket_hash)) ?? fail('signInTicketEnded'))
    const { provider_id, sign_out_hint } = shown || taken || proof.from || { provider_id: '', sign_out_hint: '' }
    const from = { provider_id, sign_out_hint }
    const isFirstStep = passed === undefined && (shown === undefined || shown.kind === 'link')
    const ways = isFirstStep ? await listSecondSteps(tx, uid) : []
    if (ways.length > 0) {
      const ticket = newSecret()
      const { action, way = '' } = proof
      const expire_time = nowSeconds(app) + ticketSeconds
      await insertTicket(tx, { ticket_hash: hashSecret(ticket), uid, action, way, expire_time, ...from })
      return { user, user_token: '', half: { ticket, ways: ways.join(' ') } }
    }
    if (proof.former) await removeToken(tx, proof.former.user.uid, proof.former.tokenHash)
    const lasting = left === undefined ? use : ({ ...use, kind: 'access', days: left } as const)
    const addtime = shown?.kind === 'session' ? shown.addtime : undefined
    const user_token = await newToken(app, tx, uid, { ...lasting, ...from, ...(addtime !== undefined && { addtime }) })
    await updateLastLogin(tx, uid, nowSeconds(app))
    const entry = { ...actorOf(user, at), action: proof.action, detail: proof.way ?? '' }
    await insertAudit(tx, entry, nowSeconds(app))
    return { user, user_token, half: undefined }
  })
  if (half) fail('secondStepNeeded', half)
  at.beginSession(user_token)
  return { ...userInfo(user), user_token }
}
