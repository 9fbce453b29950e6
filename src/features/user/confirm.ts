import type { User } from '#src/access/caller.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import type { Db } from '#src/db/database.ts'
import { findIdentity, findToken, findUser } from './queries.ts'
import { requireOwnPassword } from './service.ts'

/** Who changes how they sign in, and from where. */
export interface Confirming {
  user: User
  ip: string
  tokenHash: Buffer | undefined
}

// For people without a password here: their sign-in was the proof.
const recentSeconds = 10 * 60

/** Whether this site, or its directory, can check a password of the account. */
export async function hasPassword(db: Db, uid: number): Promise<boolean> {
  if (await findIdentity(db, uid, 'ldap')) return true
  return ((await findUser(db, uid))?.password ?? '') !== ''
}

/**
 * Requires the user's password before a change of how they sign in; for an account without a password, a session that
 * has begun recently.
 *
 * @throws {AppError} passwordWrong, tooManyTries, sessionTooOld
 */
export async function confirmOwner(app: App, { user, ip, tokenHash }: Confirming, password: string): Promise<void> {
  if (await hasPassword(app.db, user.uid)) return void (await requireOwnPassword(app, ip, user, password))
  const token = tokenHash && (await findToken(app.db, user.uid, tokenHash))
  if (token?.kind !== 'session' || nowSeconds(app) - token.addtime > recentSeconds) fail('sessionTooOld')
}
