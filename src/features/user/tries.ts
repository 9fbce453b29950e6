import type { App } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { networkOf } from '#src/core/limiter.ts'

// Five failures within 300 s lock a name for a while (specification, code 10204); ten in 15 minutes and 30 from one
// address are the most (security P7).
const quick = { tries: 5, windowMs: 300_000 }
const slow = { tries: 10, windowMs: 15 * 60_000 }
const perAddress = { tries: 30, windowMs: 15 * 60_000 }

/**
 * What a password is tried for: signing in, or a deed of somebody who has signed in. They are counted apart, so that
 * whoever guesses at a name keeps its owner, at work, from nothing.
 */
export type TryFor = 'login' | 'own'

/** How many tries at an account have just failed. */
export const failedTries = (app: App, what: TryFor, account: string): number =>
  app.limiter.used(`${what}:${account}`, quick.tries, quick.windowMs)

/**
 * Counts a try at somebody's password before it is checked, and says how a good one is taken back.
 *
 * @throws {AppError} tooManyTries
 */
export function countTry(app: App, what: TryFor, account: string, ip: string): { good(): void } {
  const quickKey = `${what}:${account}`
  const slowKey = `${what}-slow:${account}`
  const addressKey = `${what}-from:${networkOf(ip)}`
  // The address first: one that has used up its tries locks no more names.
  if (!app.limiter.take(addressKey, perAddress.tries, perAddress.windowMs)) fail('tooManyTries')
  if (!app.limiter.take(quickKey, quick.tries, quick.windowMs)) fail('tooManyTries')
  if (!app.limiter.take(slowKey, slow.tries, slow.windowMs)) fail('tooManyTries')
  return {
    good() {
      app.limiter.forgive(quickKey)
      app.limiter.forgive(slowKey)
      app.limiter.giveBack(addressKey)
    },
  }
}
