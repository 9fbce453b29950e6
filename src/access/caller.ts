import type { HeldBy } from '#shared/contract/endpoint.ts'
import type { App } from '#src/core/app.ts'
import { nowSeconds } from '#src/core/app.ts'
import { hashSecret } from '#src/core/secrets.ts'
import { findTokenWithUser, hasSecondStep, noteTokenUse } from './queries.ts'
import { runInBackground } from './run-in-background.ts'
import { isSecondStepForced, sessionDays } from './site-policy.ts'

/** A signed-in user. */
export interface User {
  uid: number
  username: string
  name: string
  /** 1 administrator, 2 ordinary. */
  groupid: number
  email: string
  /** 1 when the person has proved that the address is theirs. */
  email_verify?: number
  avatar: string
  reg_time: number
  is_sso: number
}

/** The user who sends a request, and the token that identifies them. */
export interface Caller {
  user: User
  tokenHash: Buffer
  /** Why the user may do nothing but what leads on; undefined when nothing is missing. */
  held: HeldBy | undefined
}

// A session's last use is recorded at most this often, in seconds: a write for each request would cost more than the
// request.
const useNotedEvery = 600

/** Returns the user of a token; undefined for an unknown, ended or expired one. Each use extends a session. */
export async function findCallerByToken(app: App, token: string): Promise<Caller | undefined> {
  if (token.length < 16 || token.length > 200) return undefined
  const token_hash = hashSecret(token)
  const row = await findTokenWithUser(app.db, token_hash)
  const now = nowSeconds(app)
  if (!row || row.token_expire <= now || row.is_disabled) return undefined
  if (now - row.last_use_time > useNotedEvery) {
    const lastsSeconds = row.kind === 'session' ? (await sessionDays(app)) * 86_400 : undefined
    // The site may have shortened its sessions since this one began.
    if (lastsSeconds !== undefined && now - row.last_use_time >= lastsSeconds) return undefined
    const expires = lastsSeconds === undefined ? row.token_expire : now + lastsSeconds
    runInBackground(app, noteTokenUse(app.db, token_hash, now, expires))
  }
  const { is_disabled: _, kind, last_use_time: __, token_expire: ___, ...user } = row
  return { user, tokenHash: token_hash, held: await heldBy(app, user, kind) }
}

async function heldBy(app: App, { uid, groupid }: User, kind: string): Promise<Caller['held']> {
  if (kind === 'link' && (await hasSecondStep(app.db, uid))) return 'secondStepNeeded'
  const mustHave = groupid === 1 && (await isSecondStepForced(app))
  return mustHave && !(await hasSecondStep(app.db, uid)) ? 'secondStepMissing' : undefined
}
