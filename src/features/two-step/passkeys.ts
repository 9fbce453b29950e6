import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { User } from '#src/access/caller.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { networkOf } from '#src/core/rate-limiter.ts'
import { hashSecret } from '#src/core/secrets.ts'
import { transact } from '#src/db/database.ts'
import { isUniqueViolation } from '#src/db/engine.ts'
import { recordAudit } from '#src/features/audit/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import { type Confirming, findTicket, type SignInContext, signIn } from '#src/features/user/index.ts'
import {
  type BrowserAnswer,
  challengeSeconds,
  handleOf,
  newChallenge,
  type Purpose,
  requireParty,
  takeAnswered,
  transportsOf,
  verifiedPasskey,
  webauthn,
} from './challenges.ts'
import { type Proof, withProof } from './proof.ts'
import { hasIdentity, insertPasskey, listPasskeys, removePasskey } from './queries.ts'
import { recordChange } from './record-change.ts'
import { endUnproven, firstRecoveryCodes, removeUselessCodes } from './service.ts'

const passkeysMost = 20
// Of anyone: each is a row until it expires.
const challengesOfAddress = { most: 120, windowMs: 5 * 60_000 }
const challengesOfAll = { most: 10_000, windowMs: 5 * 60_000 }
const wrongAnswers = { most: 30, windowMs: 15 * 60_000 }

/**
 * Returns what the browser needs to create a passkey.
 *
 * @throws {AppError} passkeysImpossible, passkeyTooMany, and those of `withProof`
 */
export async function passkeyOptions(app: App, owner: Confirming, proof: Proof) {
  const party = await requireParty(app)
  await withProof(app, owner, proof, async () => undefined)
  const { uid, username, name } = owner.user
  const known = await listPasskeys(app.db, uid)
  if (known.length >= passkeysMost) fail('passkeyTooMany', { most: passkeysMost })
  const { generateRegistrationOptions } = await webauthn()
  const { site_name } = await readOptions(app.db)
  const options = await generateRegistrationOptions({
    rpName: site_name,
    rpID: party.id,
    userName: username,
    userDisplayName: name || username,
    userID: handleOf(uid),
    challenge: await newChallenge(app, 'add', uid),
    timeout: challengeSeconds * 1000,
    attestationType: 'none',
    excludeCredentials: known.map((one) => ({ id: one.credential_id, ...transportsOf(one.transports) })),
    // each passkey must be able to be the only step
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...options }
}

/**
 * Adds a passkey that the browser has created. The first second step ends the user's other sessions.
 *
 * @returns recovery codes; none when the user has some already
 * @throws {AppError} passkeysImpossible, passkeyRejected, passkeyTooMany
 */
export async function addPasskey(
  app: App,
  owner: Confirming,
  { name, response }: { name: string; response: BrowserAnswer },
): Promise<string[]> {
  const { user } = owner
  const party = await requireParty(app)
  const { uid } = user
  const expectedChallenge = (await takeAnswered(app, response, 'add', uid)) ?? fail('passkeyRejected')
  const { verifyRegistrationResponse } = await webauthn()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }))
  if (!verified || !registrationInfo) return fail('passkeyRejected')
  const { credential } = registrationInfo
  return transact(app.db, async (tx) => {
    const now = nowSeconds(app)
    if ((await listPasskeys(tx, uid)).length >= passkeysMost) fail('passkeyTooMany', { most: passkeysMost })
    const row = {
      credential_id: credential.id,
      uid,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: (credential.transports ?? []).filter((one) => /^[a-z-]{1,20}$/.test(one)).join(','),
      name,
      addtime: now,
    }
    await endUnproven(tx, owner)
    try {
      await insertPasskey(tx, row)
    } catch (error) {
      if (isUniqueViolation(error, 'user_passkey.credential_id')) fail('passkeyRejected')
      throw error
    }
    await recordChange(tx, app, owner, { action: 'passkeyAdded', name, now })
    return firstRecoveryCodes(tx, uid)
  })
}

/**
 * Removes a passkey of the user; with the last way to pass a second step, the recovery codes go as well.
 *
 * @throws {AppError} secondStepGone, and those of `withProof`
 */
export const dropPasskey = (app: App, owner: Confirming, { passkey_id, ...proof }: Proof & { passkey_id: number }) =>
  withProof(app, owner, proof, async (tx, now) => {
    const { user } = owner
    const name = (await removePasskey(tx, user.uid, passkey_id)) ?? fail('secondStepGone')
    await removeUselessCodes(tx, user.uid)
    await recordChange(tx, app, owner, { action: 'passkeyRemoved', name, now })
  })

/** Returns the account that a ticket is for; 0 without a ticket. @throws {AppError} signInTicketEnded */
async function uidOfTicket(app: App, ticket: string | undefined): Promise<number> {
  if (ticket === undefined) return 0
  return ((await findTicket(app.db, hashSecret(ticket), nowSeconds(app))) ?? fail('signInTicketEnded')).uid
}

/**
 * Returns what the browser needs to sign in with a passkey. Without a ticket it may be that of any account, and nothing
 * says which accounts have one.
 *
 * @throws {AppError} passkeysImpossible, signInTicketEnded, tooManyRequests
 */
export async function signInOptions(app: App, ip: string, ticket: string | undefined) {
  const party = await requireParty(app)
  const isFree =
    app.limiter.take(`challenges-from:${networkOf(ip)}`, challengesOfAddress.most, challengesOfAddress.windowMs) &&
    app.limiter.take('challenges:all', challengesOfAll.most, challengesOfAll.windowMs)
  if (!isFree) fail('tooManyRequests')
  const uid = await uidOfTicket(app, ticket)
  return requestOptions(app, party.id, { uid, purpose: uid === 0 ? 'signIn' : 'secondStep' })
}

/** Returns what the browser needs to use a passkey: one of a user, or with uid 0 that of anyone. */
async function requestOptions(app: App, rpID: string, { uid, purpose }: { uid: number; purpose: Purpose }) {
  const { generateAuthenticationOptions } = await webauthn()
  const known = uid === 0 ? [] : await listPasskeys(app.db, uid)
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: await newChallenge(app, purpose, uid),
    timeout: challengeSeconds * 1000,
    userVerification: 'required',
    allowCredentials: known.map((one) => ({ id: one.credential_id, ...transportsOf(one.transports) })),
  })
  return { ...options }
}

// Of one person: each is a row until it expires.
const challengesOfUser = { most: 30, windowMs: 5 * 60_000 }

/**
 * Returns what the browser needs to prove with a passkey that its user is there, before a protection is changed.
 *
 * @throws {AppError} passkeysImpossible, secondStepGone, tooManyRequests
 */
export async function confirmOptions(app: App, { uid }: User) {
  const party = await requireParty(app)
  if ((await listPasskeys(app.db, uid)).length === 0) fail('secondStepGone')
  if (!app.limiter.take(`challenges-of:${uid}`, challengesOfUser.most, challengesOfUser.windowMs))
    fail('tooManyRequests')
  return requestOptions(app, party.id, { uid, purpose: 'confirm' })
}

/**
 * Signs in with a passkey: alone, or as the second step of the account that a ticket is for.
 *
 * @throws {AppError} passkeysImpossible, passkeyRejected, passkeyNotAlone, signInTicketEnded, tooManyTries, userDisabled
 */
export async function signInByPasskey(
  app: App,
  at: SignInContext,
  { ticket, response }: { ticket?: string | undefined; response: BrowserAnswer },
) {
  const party = await requireParty(app)
  const uid = await uidOfTicket(app, ticket)
  let passkey: Awaited<ReturnType<typeof verifiedPasskey>>
  const address = { key: `passkey-from:${networkOf(at.ip)}`, ...wrongAnswers }
  await app.limiter.attempt([address], async () => {
    passkey = await verifiedPasskey(app, party, { uid, purpose: uid === 0 ? 'signIn' : 'secondStep' }, response)
    return passkey !== undefined
  })
  if (!passkey) {
    const entry = { uid, username: '', action: 'loginFailed', detail: 'passkey', ip: at.ip } as const
    await recordAudit(app.db, entry, nowSeconds(app))
    return fail('passkeyRejected')
  }
  // the other system decides whether the account is still one: it must be asked
  if (uid === 0 && (passkey.is_sso === 1 || (await hasIdentity(app.db, passkey.uid)))) fail('passkeyNotAlone')
  const passed = ticket === undefined ? 'passkey' : { ticket_hash: hashSecret(ticket) }
  return signIn(app, passkey.uid, at, { action: 'login', way: `passkey ${passkey.name}`, passed })
}
