import { randomBytes } from 'node:crypto'
import type { AuthenticationResponseJSON, AuthenticatorTransport } from '@simplewebauthn/server'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { hashSecret } from '#src/core/secrets.ts'
import { transact } from '#src/db/database.ts'
import { findPasskey, insertChallenge, takeChallenge, updateCounter } from './queries.ts'
import { type RelyingParty, relyingParty } from './relying-party.ts'

/** Returns the library: loaded with the first passkey, because most sites never need it at a start. */
export const webauthn = () => import('@simplewebauthn/server')

/** How long a challenge can be answered, in seconds. */
export const challengeSeconds = 5 * 60

/** An answer of a browser, in the JSON form of WebAuthn; the library checks the rest of it. */
export interface BrowserAnswer {
  id: string
  rawId: string
  type: 'public-key'
  response: { clientDataJSON: string; [more: string]: unknown }
  clientExtensionResults: Record<string, unknown>
}

/** Returns what passkeys here belong to. @throws {AppError} passkeysImpossible */
export const requireParty = async (app: App): Promise<RelyingParty> =>
  (await relyingParty(app)) ?? fail('passkeysImpossible')

/** What a challenge was made for. */
export type Purpose = 'add' | 'signIn' | 'secondStep' | 'confirm'

/** Creates and stores a challenge. */
export async function newChallenge(app: App, purpose: Purpose, uid: number): Promise<Uint8Array<ArrayBuffer>> {
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
export async function takeAnswered(
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

/** Returns how a browser reaches the device of a passkey, where that is known. */
export const transportsOf = (stored: string) =>
  stored === '' ? {} : { transports: stored.split(',') as AuthenticatorTransport[] }

/** The user handle of a passkey: the uid, which says nothing about the person. */
export const handleOf = (uid: number) => new Uint8Array(Buffer.from(`uid ${uid}`))

/**
 * Returns the passkey of an answer that proves it, after counting the use; undefined for any other answer.
 *
 * @param uid whose passkey it must be; 0 for that of anyone
 */
export async function verifiedPasskey(
  app: App,
  party: RelyingParty,
  { uid, purpose }: { uid: number; purpose: Purpose },
  answer: BrowserAnswer,
) {
  const expectedChallenge = await takeAnswered(app, answer, purpose, uid)
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
