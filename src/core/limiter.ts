import { isIPv6 } from 'node:net'

// How many keys are remembered; the one unused for longest goes first.
const remembered = 20_000

interface Bucket {
  left: number
  at: number
}

/**
 * Token buckets by key, in memory: two servers over one database would each count for themselves, and a restart
 * forgives. Counted before the deed, so that parallel tries are counted too.
 */
export class Limiter {
  readonly #buckets = new Map<string, Bucket>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** Takes one of `most` tries of `key`, which come back evenly within `windowMs`; false when none is left. */
  take(key: string, most: number, windowMs: number): boolean {
    const now = this.#now()
    const known = this.#buckets.get(key)
    const left = known ? Math.min(most, known.left + ((now - known.at) * most) / windowMs) : most
    this.#buckets.delete(key)
    if (this.#buckets.size >= remembered) this.#buckets.delete(this.#buckets.keys().next().value ?? '')
    const allowed = left >= 1
    this.#buckets.set(key, { left: allowed ? left - 1 : left, at: now })
    return allowed
  }

  /** Gives one try back, for a try that was good. */
  giveBack(key: string): void {
    const known = this.#buckets.get(key)
    if (known) known.left += 1
  }

  /** Forgives what `key` has used, after a success. */
  forgive(key: string): void {
    this.#buckets.delete(key)
  }

  /** How many of `most` tries `key` has used; one that is only partly back still counts. */
  used(key: string, most: number, windowMs: number): number {
    const known = this.#buckets.get(key)
    if (!known) return 0
    return Math.ceil(most - Math.min(most, known.left + ((this.#now() - known.at) * most) / windowMs))
  }
}

/** What a client's address is counted by: an IPv6 client has a whole /64 network to pick addresses from. */
export function networkOf(ip: string): string {
  const address = ip.split('%')[0] ?? ''
  if (!isIPv6(address)) return ip
  // in its one short form, without brackets
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = head === '' ? [] : head.split(':')
  const shown = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: 8 - groups.length - shown.length }, () => '0')
  return `${[...groups, ...zeros, ...shown].slice(0, 4).join(':')}::/64`
}
