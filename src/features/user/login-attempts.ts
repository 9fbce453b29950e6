import type { App } from '#src/core/app.ts'
import { networkOf } from '#src/core/rate-limiter.ts'

// Five failures within 300 s lock a name for a while (specification, code 10204); ten in 15 minutes and 30 from one
// address are the most (security P7).
const quick = { most: 5, windowMs: 300_000 }
const slow = { most: 10, windowMs: 15 * 60_000 }
const perAddress = { most: 30, windowMs: 15 * 60_000 }

/**
 * What a password is tried for: signing in, or a deed of somebody who has signed in. They are counted apart, so that
 * whoever guesses at a name keeps its owner, at work, from nothing.
 */
export type AttemptKind = 'login' | 'own'

const accountKey = (what: AttemptKind, account: string): string => `${what}-slow:${account}`
const addressKey = (what: AttemptKind, ip: string): string => `${what}-from:${networkOf(ip)}`

/** How many tries at an account, or from an address, have failed in the last 15 minutes: the larger number. */
export const countFailedAttempts = ({ limiter }: App, what: AttemptKind, account: string, ip: string): number =>
  Math.max(
    limiter.failures(accountKey(what, account), slow.windowMs),
    limiter.failures(addressKey(what, ip), perAddress.windowMs),
  )

/**
 * Counts a try at somebody's password and checks it; a good one is given back.
 *
 * @returns whether `check` says that the password fits
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
