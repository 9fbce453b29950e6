import { fail } from './errors.ts'

/** Limits how much work runs at once; the rest waits in a queue. */
export class ConcurrencyLimiter {
  readonly #atOnce: number
  readonly #mayWait: number
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor(atOnce: number, mayWait: number) {
    this.#atOnce = atOnce
    this.#mayWait = mayWait
  }

  /** Whether nothing is running and nothing is waiting. */
  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting.length === 0
  }

  /** Runs `work` when its turn comes. @throws {AppError} tooManyRequests when too many are already waiting */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) {
      if (this.#waiting.length >= this.#mayWait) fail('tooManyRequests')
      // A finished task passes its slot on directly, so that no newcomer can take it in between.
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else this.#running++
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}

/** How much work may run at once and how much may wait. */
interface ConcurrencyLimits {
  atOnce: number
  mayWait: number
}

/**
 * Limits work that many keys request: each key has a queue of its own in front of the common one, so that the queue of
 * one key does not delay the others.
 *
 * @returns a function that runs work for a key when its turn comes; it throws {AppError} tooManyRequests when too many
 *   are already waiting
 */
export function createFairLimiter<K>(
  ofOne: ConcurrencyLimits,
  inAll: ConcurrencyLimits,
): <T>(who: K, work: () => Promise<T>) => Promise<T> {
  const all = new ConcurrencyLimiter(inAll.atOnce, inAll.mayWait)
  const lanes = new Map<K, ConcurrencyLimiter>()
  return async (who, work) => {
    const own = lanes.get(who) ?? new ConcurrencyLimiter(ofOne.atOnce, ofOne.mayWait)
    lanes.set(who, own)
    try {
      return await own.run(() => all.run(work))
    } finally {
      if (own.isIdle) lanes.delete(who)
    }
  }
}
