import { isLoopbackHost } from '#shared/loopback.ts'

/** A cookie of one host. */
interface Cookie {
  name: string
  value: string
  path: string
  isSecure: boolean
  /** Unix ms; Infinity for the life of the jar. */
  expires: number
}

// Source: RFC 6265, 6.1: what a client must at least take.
const hostsMost = 20
const ofHostMost = 50
const bytesMost = 4_096
// All cookies of a jar together, as it is stored.
const jarCharactersMost = 200_000
// A cookie that names no end lasts as long as a browser is open. Nobody closes this one.
const keptMostMs = 30 * 86_400_000

// Source: RFC 6265, 4.1.1, without characters that would end the header.
const cookieName = /^[!#$%&'*+.^_`|~\dA-Za-z-]{1,256}$/
const cookieValue = /^[\u0021-\u003a\u003c-\u007e]*$/

// A session is long; masking short values, such as of a preference, would destroy much of a result.
const secretLeast = 8

const keyOf = ({ name, path }: Pick<Cookie, 'name' | 'path'>): string => `${name} ${path}`

/** Removes the oldest entry of a map that is larger than `most`. */
const trim = (map: Map<string, unknown>, most: number): void => {
  const [oldest] = map.keys()
  if (map.size > most && oldest !== undefined) map.delete(oldest)
}

/**
 * The cookies that hosts have set, each for that host alone: a domain that a host names is not believed, since nobody here
 * knows which domains belong together. Beyond its limits, the jar drops what was set longest ago.
 */
export class CookieJar {
  readonly #hosts = new Map<string, Map<string, Cookie>>()
  readonly #received: { url: string; headers: readonly string[]; now: number }[] = []

  /** Reads a jar that `toText` has written, without what has expired. */
  static fromText(text: string, now: number): CookieJar {
    const jar = new CookieJar()
    for (const [host, cookies] of JSON.parse(text) as [string, Cookie[]][]) {
      const live = cookies.filter(({ expires }) => expires > now)
      if (live.length > 0) jar.#hosts.set(host, new Map(live.map((cookie) => [keyOf(cookie), cookie])))
    }
    return jar
  }

  /** Returns the jar as JSON; a cookie without an end gets one. */
  toText(now: number): string {
    const write = () =>
      JSON.stringify(
        [...this.#hosts].map(([host, cookies]) => [
          host,
          [...cookies.values()].map((cookie) => ({ ...cookie, expires: Math.min(cookie.expires, now + keptMostMs) })),
        ]),
      )
    let text = write()
    while (text.length > jarCharactersMost) {
      trim(this.#hosts, this.#hosts.size - 1)
      text = write()
    }
    return text
  }

  /** Whether a response has set or taken back a cookie since the jar was opened. */
  get isChanged(): boolean {
    return this.#received.length > 0
  }

  /** Repeats in another jar what this one has received since it was opened. */
  repeatIn(other: CookieJar): void {
    for (const { url, headers, now } of this.#received) other.take(url, headers, now)
  }

  /** Reads the `Set-Cookie` headers of a response. */
  take(url: string, headers: readonly string[], now: number): void {
    if (headers.length === 0) return
    this.#received.push({ url, headers, now })
    const { hostname, pathname, protocol } = new URL(url)
    for (const header of headers.slice(0, ofHostMost)) {
      const cookie = parseCookie(header, pathname, now)
      if (!cookie || (cookie.isSecure && protocol !== 'https:' && !isLoopbackHost(hostname))) continue
      const known = this.#hosts.get(hostname) ?? new Map<string, Cookie>()
      known.delete(keyOf(cookie))
      if (cookie.expires > now) known.set(keyOf(cookie), cookie)
      trim(known, ofHostMost)
      this.#hosts.delete(hostname)
      if (known.size > 0) this.#hosts.set(hostname, known)
      trim(this.#hosts, hostsMost)
    }
  }

  /** Removes the cookies of a host, or one of them. */
  remove(host: string, name?: string): void {
    const known = this.#hosts.get(host)
    for (const [key, cookie] of known ?? []) if (name === undefined || cookie.name === name) known?.delete(key)
    if (known?.size === 0) this.#hosts.delete(host)
  }

  /** Returns the cookies for a request, those of longer paths first. */
  for(url: string, now: number): { name: string; value: string }[] {
    const { hostname, pathname, protocol } = new URL(url)
    return [...(this.#hosts.get(hostname)?.values() ?? [])]
      .filter(({ path, isSecure, expires }) => {
        const isBelow = pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
        return isBelow && expires > now && (!isSecure || protocol === 'https:' || isLoopbackHost(hostname))
      })
      .toSorted((a, b) => b.path.length - a.path.length)
      .map(({ name, value }) => ({ name, value }))
  }

  /** Returns the hosts with their cookies. */
  list(now: number): { host: string; cookies: Cookie[] }[] {
    return [...this.#hosts]
      .map(([host, cookies]) => ({ host, cookies: [...cookies.values()].filter(({ expires }) => expires > now) }))
      .filter(({ cookies }) => cookies.length > 0)
  }

  /** Returns the values that may be those of a session. */
  get secretValues(): string[] {
    return [...this.#hosts.values()]
      .flatMap((cookies) => [...cookies.values()].map(({ value }) => value))
      .filter(({ length }) => length >= secretLeast)
  }
}

/** Returns the path that a cookie without one is for. Source: RFC 6265, 5.1.4. */
const defaultPath = (pathname: string): string => pathname.slice(0, Math.max(1, pathname.lastIndexOf('/')))

function parseCookie(header: string, pathname: string, now: number): Cookie | undefined {
  if (header.length > bytesMost) return undefined
  const [pair = '', ...attributes] = header.split(';')
  const at = pair.indexOf('=')
  const name = pair.slice(0, at).trim()
  const value = pair.slice(at + 1).trim()
  if (at < 1 || !cookieName.test(name) || !cookieValue.test(value)) return undefined
  const given = new Map(
    attributes.map((attribute): [string, string] => {
      const [key = '', ...rest] = attribute.split('=')
      return [key.trim().toLowerCase(), rest.join('=').trim()]
    }),
  )
  const path = given.get('path')
  return {
    name,
    value,
    path: path?.startsWith('/') ? path : defaultPath(pathname),
    isSecure: given.has('secure'),
    expires: expiryOf(given, now),
  }
}

function expiryOf(given: ReadonlyMap<string, string>, now: number): number {
  const age = given.get('max-age')
  if (age !== undefined && /^-?\d{1,12}$/.test(age)) return Number(age) <= 0 ? 0 : now + Number(age) * 1_000
  const expires = Date.parse(given.get('expires') ?? '')
  return Number.isNaN(expires) ? Number.POSITIVE_INFINITY : expires
}

/** Returns a cookie header with the cookies of a jar; a request's own cookies take precedence. */
export function joinedCookies(own: string, jar: readonly { name: string; value: string }[]): string {
  const names = new Set(own.split(';').map((pair) => pair.split('=', 1)[0]?.trim() ?? ''))
  const added = jar.filter(({ name }) => !names.has(name)).map(({ name, value }) => `${name}=${value}`)
  return [...(own.trim() === '' ? [] : [own.trim()]), ...added].join('; ')
}
