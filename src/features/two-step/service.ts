import type { User } from '#src/access/caller.ts'
import { hasSecondStep } from '#src/access/queries.ts'
import { isSecondStepForced } from '#src/access/site-policy.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { hashSecret } from '#src/core/secrets.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { type Actor, insertAudit, recordAudit } from '#src/features/audit/index.ts'
import { queueAccountChange } from '#src/features/notice/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import {
  type Confirming,
  countWrongCode,
  findTicket,
  findUser,
  hasPassword,
  removeSessions,
  removeTokens,
  type SignInContext,
  signIn,
} from '#src/features/user/index.ts'
import { codeAttempt, type Proof, takeCode, withProof } from './proof.ts'
import {
  countRecoveryCodes,
  enableTotp,
  findTotp,
  listPasskeys,
  removeChallengesOf,
  removePasskeys,
  removeRecoveryCodes,
  removeTotp,
  replaceRecoveryCodes,
  savePendingTotp,
  updateLastStep,
} from './queries.ts'
import { recordChange } from './record-change.ts'
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'
import { relyingParty } from './relying-party.ts'
import { newTotpKey, stepOfCode, totpUri } from './totp.ts'

// A key that nobody has confirmed is shown once, and then worth nothing.
const pendingSeconds = 15 * 60
// More wrong codes than this, and the password must be entered again.
const wrongCodesMost = 5

/** Returns what a user has set up. */
export async function secondStepState(app: App, user: User) {
  const totp = await findTotp(app.db, user.uid)
  return {
    app_enabled: totp !== undefined && totp.enabled_time > 0,
    recovery_codes: await countRecoveryCodes(app.db, user.uid),
    passkeys: (await listPasskeys(app.db, user.uid)).map(({ passkey_id, name, addtime, last_use_time }) => ({
      passkey_id,
      name,
      addtime,
      last_use_time,
    })),
    passkeys_possible: (await relyingParty(app)) !== undefined,
    is_forced: user.groupid === 1 && (await isSecondStepForced(app)),
    needs_password: await hasPassword(app.db, user.uid),
  }
}

/**
 * Creates a key for an authenticator app. It counts for nothing before `enableApp`.
 *
 * @throws {AppError} secondStepThere, and those of `withProof`
 */
export async function startApp(app: App, owner: Confirming, proof: Proof) {
  const { uid, username } = owner.user
  if (((await findTotp(app.db, uid))?.enabled_time ?? 0) > 0) fail('secondStepThere')
  const secret = newTotpKey()
  await withProof(app, owner, proof, async (tx, now) => {
    if (((await findTotp(tx, uid))?.enabled_time ?? 0) > 0) fail('secondStepThere')
    await savePendingTotp(tx, { uid, secret, addtime: now })
  })
  const { site_name } = await readOptions(app.db)
  const uri = totpUri(secret, { issuer: site_name, username })
  return { manual_key: secret.replace(/(.{4})(?=.)/g, '$1 '), uri }
}

/**
 * Ends the other sessions of a user who gets their first second step: they have begun without one. Access tokens are for
 * programs, which have none.
 */
export async function endUnproven(tx: Tx, { user, tokenHash }: Confirming): Promise<void> {
  if (!(await hasSecondStep(tx, user.uid))) await removeSessions(tx, user.uid, tokenHash)
}

/**
 * Turns on the app whose key `startApp` has created. The first second step ends the user's other sessions.
 *
 * @returns recovery codes; none when the user has some already
 * @throws {AppError} secondStepWrong, secondStepGone, secondStepThere, tooManyTries
 */
export async function enableApp(app: App, owner: Confirming, code: string): Promise<string[]> {
  const { user, ip } = owner
  const { uid } = user
  let codes: string[] = []
  const isRight = await codeAttempt(app, uid, ip, () =>
    transact(app.db, async (tx) => {
      const now = nowSeconds(app)
      const totp = (await findTotp(tx, uid)) ?? fail('secondStepGone')
      if (totp.enabled_time > 0) fail('secondStepThere')
      if (now - totp.addtime > pendingSeconds) fail('secondStepGone')
      const step = stepOfCode(totp.secret, code.replaceAll(/\s/g, ''), now, 0)
      if (step === undefined) return false
      await endUnproven(tx, owner)
      await enableTotp(tx, uid, now)
      await updateLastStep(tx, uid, step)
      codes = await firstRecoveryCodes(tx, uid)
      await recordChange(tx, app, owner, { action: 'secondStepOn', now })
      return true
    }),
  )
  if (!isRight) fail('secondStepWrong')
  return codes
}

/** Creates the recovery codes of a user who has none yet; returns none for others. */
export async function firstRecoveryCodes(tx: Tx, uid: number): Promise<string[]> {
  if ((await countRecoveryCodes(tx, uid)) > 0) return []
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(
    tx,
    uid,
    codes.flatMap((one) => recoveryCodeHash(one) ?? []),
  )
  return codes
}

/**
 * Turns off the user's app; without a passkey, the recovery codes go with it.
 *
 * @throws {AppError} secondStepGone, and those of `withProof`
 */
export const disableApp = (app: App, owner: Confirming, proof: Proof): Promise<void> =>
  withProof(app, owner, proof, async (tx, now) => {
    const { user } = owner
    if (!(await findTotp(tx, user.uid))?.enabled_time) fail('secondStepGone')
    await removeTotp(tx, user.uid)
    await removeUselessCodes(tx, user.uid)
    await recordChange(tx, app, owner, { action: 'secondStepOff', now })
  })

/** Removes the recovery codes of a user who has nothing left that they could replace. */
export async function removeUselessCodes(tx: Tx, uid: number): Promise<void> {
  if (!(await hasSecondStep(tx, uid))) await removeRecoveryCodes(tx, uid)
}

/**
 * Makes new recovery codes in place of the former ones.
 *
 * @throws {AppError} secondStepGone, and those of `withProof`
 */
export const makeRecoveryCodes = (app: App, owner: Confirming, proof: Proof): Promise<string[]> =>
  withProof(app, owner, proof, async (tx, now) => {
    const { user } = owner
    if (!(await hasSecondStep(tx, user.uid))) fail('secondStepGone')
    await removeRecoveryCodes(tx, user.uid)
    const codes = await firstRecoveryCodes(tx, user.uid)
    await recordChange(tx, app, owner, { action: 'recoveryCodesMade', now })
    return codes
  })

/**
 * Completes a sign-in whose first step was passed. A ticket works once, and only for its account.
 *
 * @throws {AppError} signInTicketEnded, secondStepWrong, tooManyTries, userDisabled
 */
export async function completeSignIn(app: App, at: SignInContext, input: { ticket: string; code: string }) {
  const ticket_hash = hashSecret(input.ticket)
  const found = await findTicket(app.db, ticket_hash, nowSeconds(app))
  if (!found) return fail('signInTicketEnded')
  const { uid, username } = found
  let used: 'app' | 'recovery' | undefined
  await codeAttempt(app, uid, at.ip, () =>
    transact(app.db, async (tx) => {
      const now = nowSeconds(app)
      if (!(await findTicket(tx, ticket_hash, now))) fail('signInTicketEnded')
      used = await takeCode(tx, uid, input.code, now)
      if (!used) await countWrongCode(tx, ticket_hash, wrongCodesMost)
      return used !== undefined
    }),
  )
  if (!used) {
    const entry = { uid, username, action: 'loginFailed', detail: 'code', ip: at.ip } as const
    await recordAudit(app.db, entry, nowSeconds(app))
    return fail('secondStepWrong')
  }
  const way = `${found.way}, ${used === 'app' ? 'code' : 'recovery code'}`
  return signIn(app, uid, at, { action: 'login', way, passed: { ticket_hash } })
}

/**
 * Removes everything that a user's second step consists of, for people who have lost it, and ends their sessions and
 * access tokens.
 *
 * @throws {AppError} userNotFound
 */
export async function resetSecondStep(
  app: Pick<App, 'config' | 'db' | 'now'>,
  actor: Actor,
  uid: number,
): Promise<void> {
  await transact(app.db, async (tx) => {
    const { username } = (await findUser(tx, uid)) ?? fail('userNotFound')
    await removeTotp(tx, uid)
    await removePasskeys(tx, uid)
    await removeRecoveryCodes(tx, uid)
    // who has lost a phone may have lost a session and tokens with it
    await removeTokens(tx, uid)
    await removeChallengesOf(tx, uid)
    const entry = { action: 'secondStepReset', object_type: 'user', object_id: uid, detail: username } as const
    const now = nowSeconds(app)
    await insertAudit(tx, { ...actor, ...entry }, now)
    await queueAccountChange(tx, app, 'secondStepReset', uid, { now })
  })
}
