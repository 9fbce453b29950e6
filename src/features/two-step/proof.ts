import { hasSecondStep } from '#src/access/queries.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { attemptPassword, type Confirming, confirmOwner } from '#src/features/user/index.ts'
import { type BrowserAnswer, requireParty, verifiedPasskey } from './challenges.ts'
import { findTotp, takeRecoveryCode, updateLastStep } from './queries.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

/** What shows that a person is the owner of the account. */
export interface Proof {
  /** Empty for an account without a password. */
  password: string
  /** Of the app, or a recovery code. */
  code?: string | undefined
  /** Of one of the account's passkeys, to `confirmOptions`. */
  response?: BrowserAnswer | undefined
}

/** Uses up a code of a user's enabled app or a recovery code. Returns which it was; undefined for a wrong one. */
export async function takeCode(
  tx: Tx,
  uid: number,
  code: string,
  now: number,
): Promise<'app' | 'recovery' | undefined> {
  const totp = await findTotp(tx, uid)
  if (totp && totp.enabled_time > 0) {
    const step = stepOfCode(totp.secret, code.replaceAll(/\s/g, ''), now, totp.last_step)
    if (step !== undefined) {
      await updateLastStep(tx, uid, step)
      return 'app'
    }
  }
  const hash = recoveryCodeHash(code)
  return hash && (await takeRecoveryCode(tx, uid, hash)) ? 'recovery' : undefined
}

/** Checks a code, counted by the limits of codes. */
export const codeAttempt = (app: App, uid: number, ip: string, check: () => Promise<boolean>): Promise<boolean> =>
  attemptPassword(app, 'code', { account: String(uid), ip }, check)

/**
 * Changes how a user signs in. Who has a second step shows it besides the password, whatever is changed: with the password
 * alone somebody could add a passkey of their own, and remove the others with it.
 *
 * @throws {AppError} passwordWrong, tooManyTries, sessionTooOld; secondStepWrong, passkeyRejected, passkeysImpossible
 */
export async function withProof<T>(
  app: App,
  owner: Confirming,
  { password, code = '', response }: Proof,
  change: (tx: Tx, now: number) => Promise<T>,
): Promise<T> {
  const { uid } = owner.user
  await confirmOwner(app, owner, password)
  const carryOut = (tx: Tx) => change(tx, nowSeconds(app))
  if (!(await hasSecondStep(app.db, uid))) return transact(app.db, carryOut)
  if (response) {
    const party = await requireParty(app)
    const attempt = () => verifiedPasskey(app, party, { uid, purpose: 'confirm' }, response)
    if (!(await codeAttempt(app, uid, owner.ip, async () => (await attempt()) !== undefined))) fail('passkeyRejected')
    return transact(app.db, carryOut)
  }
  if (code.trim() === '') fail('secondStepWrong')
  let result: { value: T } | undefined
  await codeAttempt(app, uid, owner.ip, () =>
    transact(app.db, async (tx) => {
      if (!(await takeCode(tx, uid, code, nowSeconds(app)))) return false
      result = { value: await carryOut(tx) }
      return true
    }),
  )
  return (result ?? fail('secondStepWrong')).value
}
