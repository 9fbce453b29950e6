import { type App, nowSeconds } from '#src/core/app.ts'
import { AppError, errorNameOf, fail, type MessageValues } from '#src/core/errors.ts'
import { errorText, type Lang } from '#src/core/i18n.ts'
import { networkOf } from '#src/core/rate-limiter.ts'
import { hashSecret, newSecret } from '#src/core/secrets.ts'
import { transact } from '#src/db/database.ts'
import type { Provider } from '#src/features/sign-in-provider/index.ts'
import { findFailure, insertAttempt, insertFailure, takeAttempt } from './attempt-queries.ts'

/** What a sign-in with a provider knows about the request, and does to the browser that sent it. */
export interface BrowserRequest {
  ip: string
  agent: string
  /** The secret by which the browser is known; undefined when it has none. */
  signInSecret: string | undefined
  setSignInSecret(secret: string, maxAge: number): void
}

/** A sign-in that has begun. */
export interface Attempt {
  /** The user who links an account of the provider; 0 for a sign-in. */
  uid: number
  /** The path of this site to open afterwards. */
  redirect: string
  /** What the type of provider has stored. */
  secrets: Readonly<Record<string, string>>
}

// A person may have to look for a second device.
const goodForSeconds = 15 * 60
// A whole company that starts work at nine comes from one address; each sign-in has two steps.
const perNetwork = { most: 1200, windowMs: 15 * 60_000 }

/**
 * Counts a step of a sign-in with a provider.
 *
 * @throws {AppError} tooManyRequests, readOnlyCopy
 */
export function countStep(app: App, ip: string): void {
  if (app.following) fail('readOnlyCopy', { url: app.following.url })
  const { most, windowMs } = perNetwork
  if (!app.limiter.take(`sign-in-with:${networkOf(ip)}`, most, windowMs)) fail('tooManyRequests')
}

const secretPattern = /^[0-9a-f]{64}$/

/**
 * Stores that a browser begins to sign in with a provider. The answer is taken from the same browser, once.
 *
 * @param attempt `secrets` is what the type of provider needs for checking the answer
 * @returns the state, which the provider sends back
 */
export async function beginAttempt(
  app: App,
  request: BrowserRequest,
  { provider_id }: Provider,
  attempt: Attempt,
): Promise<string> {
  const known = request.signInSecret
  // sign-ins that began in other tabs go on
  const secret = known !== undefined && secretPattern.test(known) ? known : newSecret()
  const state = newSecret()
  await insertAttempt(app.db, {
    state_hash: hashSecret(state),
    browser_hash: hashSecret(secret),
    provider_id,
    uid: attempt.uid,
    redirect: attempt.redirect,
    secrets: JSON.stringify(attempt.secrets),
    expire_time: nowSeconds(app) + goodForSeconds,
  })
  request.setSignInSecret(secret, goodForSeconds)
  return state
}

/**
 * Returns the sign-in that a provider answers to, which ends with that.
 *
 * @throws {AppError} signInExpired for a state that is unknown, used, too old, of another provider or another browser
 */
export async function finishAttempt(
  app: App,
  { signInSecret }: BrowserRequest,
  { provider_id }: Provider,
  state: string,
): Promise<Attempt> {
  const row = await transact(app.db, (tx) => takeAttempt(tx, hashSecret(state)))
  const isOwn =
    row !== undefined &&
    row.expire_time > nowSeconds(app) &&
    row.provider_id === provider_id &&
    signInSecret !== undefined &&
    row.browser_hash.equals(hashSecret(signInSecret))
  if (!isOwn) return fail('signInExpired')
  return { uid: row.uid, redirect: row.redirect, secrets: JSON.parse(row.secrets) as Record<string, string> }
}

const failureSeconds = 15 * 60

// Anyone can cause these, as often as they like: nothing is stored for them.
const unstored = ['signInExpired', 'tooManyRequests', 'providerGone'] as const

/** Stores why a sign-in failed. @returns the id by which the sign-in screen asks for it */
export async function storeFailure(app: App, { errorName, values }: AppError): Promise<string> {
  if (unstored.some((name) => name === errorName)) return errorName
  const id = newSecret()
  await insertFailure(app.db, {
    failure_hash: hashSecret(id),
    error_name: errorName,
    error_values: JSON.stringify(values),
    expire_time: nowSeconds(app) + failureSeconds,
  })
  return id
}

/** Returns why a sign-in failed, in a language. */
export async function failureText(app: App, id: string, lang: Lang): Promise<string> {
  const known = unstored.find((name) => name === id)
  if (known) return errorText(lang, known)
  const row = await findFailure(app.db, hashSecret(id), nowSeconds(app))
  const error = row
    ? new AppError(errorNameOf(row.error_name), JSON.parse(row.error_values) as MessageValues)
    : new AppError('signInExpired')
  return errorText(lang, error.errorName, error.values)
}
