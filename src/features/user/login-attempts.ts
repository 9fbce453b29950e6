import type { App } from '#src/core/app.ts'
import { networkOf } from '#src/core/rate-limiter.ts'

// Five failures within 300 s lock a name for a while (specification, code 10204); the limit is ten in 15 minutes, and
// 30 from one address (security P7).
const quick = { most: 5, windowMs: 300_000 }
const slow = { most: 10, windowMs: 15 * 60_000 }
const perAddress = { most: 30, windowMs: 15 * 60_000 }
// A code has six digits, and three are right at a time: someone who knows the password would otherwise have 960 tries a
// day, one of which is right within a year.
const codesPerDay = { most: 60, windowMs: 24 * 60 * 60_000 }

/**
 * The purpose of an attempt: signing in, an action of a signed-in user, or the code of a second step. They are counted
 * separately, so that someone who guesses at a name does not block its owner at work.
 */
type AttemptKind = 'login' | 'own' | 'code'

const accountKey = (what: AttemptKind, account: string): string => `${what}-slow:${account}`
const addressKey = (what: AttemptKind, ip: string): string => `${what}-from:${networkOf(ip)}`

/** Returns the failed attempts of the last 15 minutes for an account or from an address: the larger number. */
export const countFailedAttempts = ({ limiter }: App, what: AttemptKind, account: string, ip: string): number =>
  Math.max(
    limiter.failures(accountKey(what, account), slow.windowMs),
    limiter.failures(addressKey(what, ip), perAddress.windowMs),
  )

/**
 * Counts an attempt at a password or code and checks it; a successful attempt is not counted.
 *
 * @returns whether `check` accepts it
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
      ...(what === 'code' ? [{ key: `code-day:${account}`, ...codesPerDay }] : []),
    ],
    check,
  )
