import { isIPv6 } from 'node:net'

// How many keys of a class are remembered; the one unused for longest goes first.
const remembered = 20_000

interface Bucket {
  left: number
  at: number
}

const classOf = (key: string): string => key.slice(0, key.indexOf(':') + 1)

/**
 * Token buckets by key, in memory: two servers over one database would each count for themselves, and a restart
 * forgives. Counted before the deed, so that parallel tries are counted too.
 *
 * A key begins with its class, `login:ann`. Each class has a memory of its own: a flood of keys of one class makes none of
 * another forgotten.
 */
export class Limiter {
  readonly #classes = new Map<string, Map<string, Bucket>>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** Takes one of `most` tries of `key`, which come back evenly within `windowMs`; false when none is left. */
  take(key: string, most: number, windowMs: number): boolean {
    const now = this.#now()
    const buckets = this.#bucketsOf(key)
    const known = buckets.get(key)
    const left = known ? Math.min(most, known.left + ((now - known.at) * most) / windowMs) : most
    buckets.delete(key)
    if (buckets.size >= remembered) buckets.delete(buckets.keys().next().value ?? '')
    const allowed = left >= 1
    buckets.set(key, { left: allowed ? left - 1 : left, at: now })
    return allowed
  }

  /** Gives one try back, for a try that was good. */
  giveBack(key: string): void {
    const known = this.#bucketsOf(key).get(key)
    if (known) known.left += 1
  }

  /** Forgives what `key` has used, after a success. */
  forgive(key: string): void {
    this.#bucketsOf(key).delete(key)
  }

  /** How many of `most` tries `key` has used; one that is only partly back still counts. */
  used(key: string, most: number, windowMs: number): number {
    const known = this.#bucketsOf(key).get(key)
    if (!known) return 0
    return Math.ceil(most - Math.min(most, known.left + ((this.#now() - known.at) * most) / windowMs))
  }

  #bucketsOf(key: string): Map<string, Bucket> {
    const name = classOf(key)
    const known = this.#classes.get(name)
    if (known) return known
    const made = new Map<string, Bucket>()
    this.#classes.set(name, made)
    return made
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
