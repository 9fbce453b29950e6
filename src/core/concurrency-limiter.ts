import { fail } from './errors.ts'

/** Lets only so much work run at once; the rest waits for its turn. */
export class ConcurrencyLimiter {
  readonly #atOnce: number
  readonly #mayWait: number
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor(atOnce: number, mayWait: number) {
    this.#atOnce = atOnce
    this.#mayWait = mayWait
  }

  /** Whether nothing runs in it and nothing waits. */
  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting.length === 0
  }

  /** Runs `work` when it is its turn. @throws {AppError} tooManyRequests when too many wait already */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) {
      if (this.#waiting.length >= this.#mayWait) fail('tooManyRequests')
      // The one that ends hands its place over, so that nobody who comes meanwhile takes it.
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

/** How much runs at once and how much may wait. */
export interface ConcurrencyLimits {
  atOnce: number
  mayWait: number
}

/**
 * Lanes for work that many ask for: one of its own for each, before the one for all, so that nobody's queue is before
 * anybody else's.
 *
 * @returns what runs work for somebody when it is its turn; it throws {AppError} tooManyRequests when too many wait already
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
