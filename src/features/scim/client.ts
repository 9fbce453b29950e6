import { type App, nowSeconds } from '#src/core/app.ts'
import { getSettingSource } from '#src/core/config.ts'
import { fail } from '#src/core/errors.ts'
import { networkOf } from '#src/core/rate-limiter.ts'
import type { ScimRequest } from '#src/core/scim-exchange.ts'
import { hashSecret, newSecret } from '#src/core/secrets.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { type Actor, insertAudit, recordAudit } from '#src/features/audit/index.ts'
import {
  countScimTokens,
  findScimToken,
  findScimTokenById,
  insertScimToken,
  removeScimToken,
  updateLastUse,
  updateTokenOwner,
} from './queries.ts'

declare const proven: unique symbol

/**
 * A system that has shown its token. Only `requireClient` makes one, and whatever reads or changes accounts by SCIM takes
 * one: a forgotten check does not compile.
 */
export interface ScimClient {
  readonly [proven]: true
  readonly id: number
  /** The name of its token. */
  readonly name: string
  /** The administrator who made the token or took it over; 0 for one of the start. */
  readonly uid: number
  /** Whom the audit log names. */
  readonly actor: Actor
}

const tokensMost = 20
// A system that synchronises sends some dozens a second.
const perMinute = 6_000
const useEverySeconds = 60
const tokenPrefix = 'scim_'

/** Whether a token does not work: who made it is no administrator any more. One of the start needs nobody. */
export const isHeld = (token: { is_from_start: number; groupid: number | null; is_disabled: number | null }): boolean =>
  token.is_from_start === 0 && (token.groupid !== 1 || token.is_disabled !== 0)

/** Records a rejected request: one entry an hour, wherever the requests come from. */
async function auditRejected(app: App, key: string, detail: string, ip: string): Promise<void> {
  if (!app.limiter.take(`scim-rejected:${key}`, 1, 3_600_000)) return
  await recordAudit(app.db, { uid: 0, username: '', action: 'scimRejected', detail, ip }, nowSeconds(app))
}

/**
 * Returns the client that sent a request. A wrong token counts against nothing, so that nobody can lock out the right one
 * by sending others from the same network.
 *
 * @throws {AppError} scimTokenWrong, scimTokenHeld, tooManyRequests
 */
export async function requireClient(app: App, { authorization, ip }: ScimRequest): Promise<ScimClient> {
  const sent = /^Bearer +([\w-]{20,200})$/i.exec(authorization.trim())?.[1]
  const token = sent && (await findScimToken(app.db, hashSecret(sent)))
  if (!token) {
    await auditRejected(app, '', '', ip)
    return fail('scimTokenWrong')
  }
  if (isHeld(token)) {
    await auditRejected(app, String(token.id), token.name, ip)
    fail('scimTokenHeld', { name: token.name })
  }
  if (!app.limiter.take(`scim:${token.id}`, perMinute, 60_000)) fail('tooManyRequests')
  const now = nowSeconds(app)
  if (now - token.last_use_time >= useEverySeconds) await updateLastUse(app.db, token.id, now)
  const actor: Actor = { uid: 0, username: `SCIM: ${token.name}`, ip }
  return { id: token.id, name: token.name, uid: token.uid, actor } as ScimClient
}

/**
 * Whether a rejected client is recorded: some times a minute for one network, that nobody fills the list; without an
 * address, for those who have shown a token that was made here.
 */
export const isRecorded = ({ limiter }: App, ip: string | undefined): boolean =>
  ip === undefined
    ? limiter.take('scim-recorded:held', 3, 60_000)
    : limiter.take(`scim-recorded:${networkOf(ip)}`, 3, 60_000) && limiter.take('scim-recorded:all', 20, 60_000)

/** Creates a token; only its hash is stored. @throws {AppError} scimTokenTooMany */
export function addToken(app: App, actor: Actor, name: string): Promise<string> {
  const token = tokenPrefix + newSecret()
  const now = nowSeconds(app)
  return transact(app.db, async (tx) => {
    if ((await countScimTokens(tx)) >= tokensMost) fail('scimTokenTooMany', { most: tokensMost })
    await insertScimToken(tx, { name, token_hash: hashSecret(token), uid: actor.uid, addtime: now })
    await insertAudit(tx, { ...actor, action: 'scimTokenMade', detail: name }, now)
    return token
  })
}

/** Returns the name of a token that was made in Admin. @throws {AppError} scimTokenGone, scimTokenFromStart */
async function requireToken(app: App, tx: Tx, id: number): Promise<string> {
  const token = (await findScimTokenById(tx, id)) ?? fail('scimTokenGone')
  if (token.is_from_start) fail('scimTokenFromStart', { from: getSettingSource(app.config, 'scim_tokens').source_name })
  return token.name
}

/** Takes a token over: it works as long as this person is an administrator. @throws {AppError} those of `requireToken` */
export async function confirmToken(app: App, actor: Actor, id: number): Promise<void> {
  await transact(app.db, async (tx) => {
    const detail = await requireToken(app, tx, id)
    await updateTokenOwner(tx, id, actor.uid)
    await insertAudit(tx, { ...actor, action: 'scimTokenConfirmed', detail }, nowSeconds(app))
  })
}

/** Ends a token: requests with it are rejected from then on. @throws {AppError} those of `requireToken` */
export async function removeToken(app: App, actor: Actor, id: number): Promise<void> {
  await transact(app.db, async (tx) => {
    const name = await requireToken(app, tx, id)
    await removeScimToken(tx, id)
    await insertAudit(tx, { ...actor, action: 'scimTokenEnded', detail: name }, nowSeconds(app))
  })
}
