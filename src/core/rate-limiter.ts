import { isIPv6 } from 'node:net'
import { fail } from './errors.ts'

// How many tries of a class are remembered; the key unused for longest is dropped first. Checking a password takes 29
// ms, two at a time: 62,000 in 15 minutes, so nobody can flood a class with names to have one of them forgotten.
const remembered = 100_000
// How many tries may wait for the outcome of others: enough for a whole company that signs in at once.
const mostWaiting = 1_000

/** At most `most` counted tries of `key` within any `windowMs`. */
export interface RateLimit {
  key: string
  most: number
  windowMs: number
}

interface Tries {
  /** When each counted try was made, oldest first. */
  at: number[]
  /** How many of them are still being checked. */
  pending: number
  waiting: (() => void)[]
}

interface TryClass {
  keys: Map<string, Tries>
  /** How many tries all its keys have together. */
  size: number
}

const classOf = (key: string): string => key.slice(0, key.indexOf(':') + 1)

/**
 * Counts tries by key within a sliding window, in memory: two servers on one database would each count for themselves,
 * and a restart resets the counts. No window of the given length ever contains more than the given number of tries.
 *
 * A key begins with its class, `login:ann`. Each class is remembered separately: a flood of keys of one class does not
 * evict those of another.
 */
export class RateLimiter {
  readonly #classes = new Map<string, TryClass>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** Counts a try of `key`. Returns false, without counting it, when `most` were made within the last `windowMs`. */
  take(key: string, most: number, windowMs: number): boolean {
    const tries = this.#triesOf(key, windowMs)
    if (tries.at.length >= most) return false
    this.#count(key, tries, this.#now())
    return true
  }

  /**
   * Counts a try under all `limits`, then checks it. A successful try is uncounted, and so is one whose check failed
   * with an error. When there is room only if pending tries succeed, it waits for them: users who know their password
   * never block each other, and parallel guesses are still counted.
   *
   * @returns the result of `check`
   * @throws {AppError} tooManyTries; tooManyRequests when too many wait
   */
  async attempt(limits: readonly RateLimit[], check: () => Promise<boolean>): Promise<boolean> {
    for (;;) {
      const full = limits
        .map(({ key, most, windowMs }) => ({ tries: this.#triesOf(key, windowMs), most }))
        .find(({ tries, most }) => tries.at.length >= most)?.tries
      if (!full) break
      if (full.pending === 0) fail('tooManyTries')
      if (full.waiting.length >= mostWaiting) fail('tooManyRequests')
      await new Promise<void>((resolve) => full.waiting.push(resolve))
    }
    const at = this.#now()
    const counted = limits.map(({ key, windowMs }) => ({ key, tries: this.#triesOf(key, windowMs) }))
    for (const { key, tries } of counted) {
      tries.pending++
      this.#count(key, tries, at)
    }
    let isGood = true
    try {
      isGood = await check()
      return isGood
    } finally {
      for (const { key, tries } of counted) {
        tries.pending--
        if (isGood) this.#uncount(key, tries, at)
        for (const goOn of tries.waiting.splice(0)) goOn()
      }
    }
  }

  /** Returns how many tries of `key` within the last `windowMs` were counted and failed. */
  failures(key: string, windowMs: number): number {
    const tries = this.#triesOf(key, windowMs)
    return Math.max(0, tries.at.length - tries.pending)
  }

  /** Returns the tries of a key that still count, and marks the key as the last used of its class. */
  #triesOf(key: string, windowMs: number): Tries {
    const now = this.#now()
    const group = this.#groupOf(key)
    const tries = group.keys.get(key) ?? { at: [], pending: 0, waiting: [] }
    // A clock that was set back must not keep tries counted for longer than their window.
    if ((tries.at.at(-1) ?? 0) > now) tries.at = tries.at.map((at) => Math.min(at, now))
    const stored = tries.at.findIndex((at) => now - at <= windowMs)
    const gone = stored < 0 ? tries.at.length : stored
    tries.at.splice(0, gone)
    group.size -= gone
    group.keys.delete(key)
    if (tries.at.length > 0) group.keys.set(key, tries)
    return tries
  }

  #count(key: string, tries: Tries, at: number): void {
    const group = this.#groupOf(key)
    tries.at.push(at)
    group.keys.set(key, tries)
    group.size++
    for (const [other, { at: lost }] of group.keys) {
      if (group.size <= remembered || other === key) break
      group.keys.delete(other)
      group.size -= lost.length
    }
  }

  #uncount(key: string, tries: Tries, at: number): void {
    const place = tries.at.lastIndexOf(at)
    if (place < 0) return
    tries.at.splice(place, 1)
    const group = this.#groupOf(key)
    if (group.keys.get(key) !== tries) return
    group.size--
    if (tries.at.length === 0) group.keys.delete(key)
  }

  #groupOf(key: string): TryClass {
    const name = classOf(key)
    const known = this.#classes.get(name) ?? { keys: new Map<string, Tries>(), size: 0 }
    this.#classes.set(name, known)
    return known
  }
}

/**
 * Returns what a client's address is counted by: an IPv6 client can choose among the addresses of a whole /64 network.
 */
export function networkOf(ip: string): string {
  const address = ip.split('%')[0] ?? ''
  if (!isIPv6(address)) return ip
  // in its canonical short form, without brackets
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = head === '' ? [] : head.split(':')
  const shown = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: 8 - groups.length - shown.length }, () => '0')
  return `${[...groups, ...zeros, ...shown].slice(0, 4).join(':')}::/64`
}
