import type { App } from '#src/core/app.ts'
import { networkOf } from '#src/core/rate-limiter.ts'

// Five failures within 300 s lock a name for a while (specification, code 10204); the limit is ten in 15 minutes, and
// 30 from one address (security P7).
const quick = { most: 5, windowMs: 300_000 }
const slow = { most: 10, windowMs: 15 * 60_000 }
const perAddress = { most: 30, windowMs: 15 * 60_000 }

/**
 * The purpose of a password attempt: signing in, or an action of a signed-in user. They are counted separately, so that
 * someone who guesses at a name does not block its owner at work.
 */
export type AttemptKind = 'login' | 'own'

const accountKey = (what: AttemptKind, account: string): string => `${what}-slow:${account}`
const addressKey = (what: AttemptKind, ip: string): string => `${what}-from:${networkOf(ip)}`

/** Returns the failed attempts of the last 15 minutes for an account or from an address: the larger number. */
export const countFailedAttempts = ({ limiter }: App, what: AttemptKind, account: string, ip: string): number =>
  Math.max(
    limiter.failures(accountKey(what, account), slow.windowMs),
    limiter.failures(addressKey(what, ip), perAddress.windowMs),
  )

/**
 * Counts an attempt at a password and checks it; a successful attempt is not counted.
 *
 * @returns whether `check` accepts the password
 * @throws {AppError} tooManyTries
 */
export const attemptPassword = (
  app: App,
  what: AttemptKind,
  { account, ip }: { account: string; ip: string },
  check: () => Promise<boolean>,
): Promise<boolean> =>
  app.limiter.attempt(
    [
      { key: addressKey(what, ip), ...perAddress },
      { key: `${what}:${account}`, ...quick },
      { key: accountKey(what, account), ...slow },
    ],
    check,
  )
