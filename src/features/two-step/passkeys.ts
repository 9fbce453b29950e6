import { randomBytes } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { networkOf } from '#src/core/rate-limiter.ts'
import { hashSecret } from '#src/core/secrets.ts'
import { transact } from '#src/db/database.ts'
import { isUniqueViolation } from '#src/db/engine.ts'
import { actorOf, insertAudit, recordAudit } from '#src/features/audit/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import { type Confirming, confirmOwner, findTicket, type SignInContext, signIn } from '#src/features/user/index.ts'
import {
  findPasskey,
  hasIdentity,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  removePasskey,
  takeChallenge,
  updateCounter,
} from './queries.ts'
import { type RelyingParty, relyingParty } from './relying-party.ts'
import { firstRecoveryCodes, removeUselessCodes } from './service.ts'

// Loaded with the first passkey: most sites never need it at a start.
const webauthn = () => import('@simplewebauthn/server')

const challengeSeconds = 5 * 60
const passkeysMost = 20
// Of anyone: each is a row until it expires.
const challengesOfAddress = { most: 120, windowMs: 5 * 60_000 }
const challengesOfAll = { most: 10_000, windowMs: 5 * 60_000 }
const wrongAnswers = { most: 30, windowMs: 15 * 60_000 }

/** An answer of a browser, in the JSON form of WebAuthn; the library checks the rest of it. */
export interface BrowserAnswer {
  id: string
  rawId: string
  type: 'public-key'
  response: { clientDataJSON: string; [more: string]: unknown }
  clientExtensionResults: Record<string, unknown>
}

const requireParty = async (app: App): Promise<RelyingParty> => (await relyingParty(app)) ?? fail('passkeysImpossible')

/** What a challenge was made for. */
type Purpose = 'add' | 'signIn' | 'secondStep'

/** Creates and stores a challenge. */
async function newChallenge(app: App, purpose: Purpose, uid: number): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32))
  const challenge_hash = hashSecret(Buffer.from(challenge).toString('base64url'))
  await insertChallenge(app.db, { challenge_hash, purpose, uid, expire_time: nowSeconds(app) + challengeSeconds })
  return challenge
}

/** Returns the challenge that a browser has answered; undefined when it says none. */
function challengeIn({ response }: BrowserAnswer): string | undefined {
  try {
    const said: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'))
    const challenge = typeof said === 'object' && said !== null ? Reflect.get(said, 'challenge') : undefined
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

/** Uses up the challenge of an answer. @returns it, or undefined when it is not a live one of this purpose and user */
async function takeAnswered(
  app: App,
  answer: BrowserAnswer,
  purpose: Purpose,
  uid: number,
): Promise<string | undefined> {
  const challenge = challengeIn(answer)
  const row = challenge === undefined ? undefined : await takeChallenge(app.db, hashSecret(challenge))
  const isLive = row && row.expire_time > nowSeconds(app) && row.purpose === purpose && row.uid === uid
  return isLive ? challenge : undefined
}

const transportsOf = (stored: string) =>
  stored === '' ? {} : { transports: stored.split(',') as AuthenticatorTransport[] }

/** The user handle of a passkey: the uid, which says nothing about the person. */
const handleOf = (uid: number) => new Uint8Array(Buffer.from(`uid ${uid}`))

/**
 * Returns what the browser needs to create a passkey.
 *
 * @throws {AppError} passkeysImpossible, passkeyTooMany, passwordWrong, tooManyTries, sessionTooOld
 */
export async function passkeyOptions(app: App, owner: Confirming, password: string) {
  const party = await requireParty(app)
  await confirmOwner(app, owner, password)
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
 * Adds a passkey that the browser has created.
 *
 * @returns recovery codes; none when the user has some already
 * @throws {AppError} passkeysImpossible, passkeyRejected, passkeyTooMany
 */
export async function addPasskey(
  app: App,
  { user, ip }: Confirming,
  { name, response }: { name: string; response: BrowserAnswer },
): Promise<string[]> {
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
    try {
      await insertPasskey(tx, row)
    } catch (error) {
      if (isUniqueViolation(error, 'user_passkey.credential_id')) fail('passkeyRejected')
      throw error
    }
    await insertAudit(tx, { ...actorOf(user, { ip }), action: 'passkeyAdded', detail: name }, now)
    return firstRecoveryCodes(tx, uid)
  })
}

/**
 * Removes a passkey of the user; with the last way to pass a second step, the recovery codes go as well.
 *
 * @throws {AppError} secondStepGone, passwordWrong, tooManyTries, sessionTooOld
 */
export async function dropPasskey(
  app: App,
  owner: Confirming,
  { password, passkey_id }: { password: string; passkey_id: number },
): Promise<void> {
  await confirmOwner(app, owner, password)
  const { user, ip } = owner
  await transact(app.db, async (tx) => {
    const name = (await removePasskey(tx, user.uid, passkey_id)) ?? fail('secondStepGone')
    await removeUselessCodes(tx, user.uid)
    await insertAudit(tx, { ...actorOf(user, { ip }), action: 'passkeyRemoved', detail: name }, nowSeconds(app))
  })
}

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
  const { generateAuthenticationOptions } = await webauthn()
  const known = uid === 0 ? [] : await listPasskeys(app.db, uid)
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: await newChallenge(app, uid === 0 ? 'signIn' : 'secondStep', uid),
    timeout: challengeSeconds * 1000,
    userVerification: 'required',
    allowCredentials: known.map((one) => ({ id: one.credential_id, ...transportsOf(one.transports) })),
  })
  return { ...options }
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
    passkey = await verifiedPasskey(app, party, uid, response)
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

/** Returns the passkey of an answer that proves it, after counting the use; undefined for any other answer. */
async function verifiedPasskey(app: App, party: RelyingParty, uid: number, answer: BrowserAnswer) {
  const expectedChallenge = await takeAnswered(app, answer, uid === 0 ? 'signIn' : 'secondStep', uid)
  const passkey = await findPasskey(app.db, answer.id)
  if (expectedChallenge === undefined || !passkey || (uid !== 0 && passkey.uid !== uid)) return undefined
  const { verifyAuthenticationResponse } = await webauthn()
  const handle = answer.response['userHandle']
  const isOfUser = typeof handle !== 'string' || handle === Buffer.from(handleOf(passkey.uid)).toString('base64url')
  if (!isOfUser) return undefined
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer as unknown as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
      ...transportsOf(passkey.transports),
    },
  }).catch(() => ({ verified: false as const, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo) return undefined
  const { passkey_id, counter: former } = passkey
  const counter = authenticationInfo.newCounter
  const last_use_time = nowSeconds(app)
  const isCounted = await transact(app.db, (tx) =>
    updateCounter(tx, { passkey_id, former }, { counter, last_use_time }),
  )
  return isCounted ? passkey : undefined
}
