import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { networkOf } from '#src/core/rate-limiter.ts'
import type { ScimRequest } from '#src/core/scim-exchange.ts'
import { hashSecret, newSecret } from '#src/core/secrets.ts'
import { transact } from '#src/db/database.ts'
import { type Actor, insertAudit, recordAudit } from '#src/features/audit/index.ts'
import { countScimTokens, findScimToken, insertScimToken, removeScimToken, updateLastUse } from './queries.ts'

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
  /** The administrator who made the token. */
  readonly uid: number
  /** Whom the audit log names. */
  readonly actor: Actor
}

const tokensMost = 20
// A system that synchronises sends some dozens a second.
const perMinute = 6_000
const useEverySeconds = 60
const tokenPrefix = 'scim_'

/** Returns the client that sent a request. @throws {AppError} scimTokenWrong, tooManyRequests */
export async function requireClient(app: App, { authorization, ip }: ScimRequest): Promise<ScimClient> {
  const sent = /^Bearer +([\w-]{20,200})$/i.exec(authorization.trim())?.[1]
  const token = sent && (await findScimToken(app.db, hashSecret(sent)))
  if (!token) {
    // one entry an hour, wherever the requests come from
    if (app.limiter.take('scim-rejected:', 1, 3_600_000)) {
      const entry = { uid: 0, username: '', action: 'scimRejected', detail: '', ip } as const
      await recordAudit(app.db, entry, nowSeconds(app))
    }
    return fail('scimTokenWrong')
  }
  if (!app.limiter.take(`scim:${token.id}`, perMinute, 60_000)) fail('tooManyRequests')
  const now = nowSeconds(app)
  if (now - token.last_use_time >= useEverySeconds) await updateLastUse(app.db, token.id, now)
  const actor: Actor = { uid: 0, username: `SCIM: ${token.name}`, ip }
  return { id: token.id, name: token.name, uid: token.uid, actor } as ScimClient
}

/** Whether a rejected client is recorded: some times a minute for one network, that nobody fills the list. */
export const isRecorded = ({ limiter }: App, ip: string): boolean =>
  limiter.take(`scim-recorded:${networkOf(ip)}`, 3, 60_000) && limiter.take('scim-recorded:all', 20, 60_000)

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

/** Ends a token: requests with it are rejected from then on. @throws {AppError} scimTokenGone */
export async function removeToken(app: App, actor: Actor, id: number): Promise<void> {
  await transact(app.db, async (tx) => {
    const name = (await removeScimToken(tx, id)) ?? fail('scimTokenGone')
    await insertAudit(tx, { ...actor, action: 'scimTokenEnded', detail: name }, nowSeconds(app))
  })
}
