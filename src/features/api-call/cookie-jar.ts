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

// Source: RFC 6265, 4.1.1, without characters that would end the header.
const cookieName = /^[!#$%&'*+.^_`|~\dA-Za-z-]{1,256}$/
const cookieValue = /^[\u0021-\u003a\u003c-\u007e]*$/

/**
 * The cookies that hosts have set, each for that host alone: a domain that a host names is not believed, since nobody here
 * knows which domains belong together. Lives only in memory.
 */
export class CookieJar {
  readonly #hosts = new Map<string, Map<string, Cookie>>()

  /** Reads the `Set-Cookie` headers of a response. */
  take(url: string, headers: readonly string[], now: number): void {
    const { hostname, pathname, protocol } = new URL(url)
    for (const header of headers.slice(0, ofHostMost)) {
      const cookie = parseCookie(header, pathname, now)
      if (!cookie || (cookie.isSecure && protocol !== 'https:' && !isLoopbackHost(hostname))) continue
      const known = this.#hosts.get(hostname) ?? new Map<string, Cookie>()
      const key = `${cookie.name} ${cookie.path}`
      known.delete(key)
      if (cookie.expires > now && known.size < ofHostMost) known.set(key, cookie)
      if (this.#hosts.has(hostname) || this.#hosts.size < hostsMost) this.#hosts.set(hostname, known)
    }
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

  /** Returns the hosts with the names of their cookies. */
  list(now: number): { host: string; names: string[] }[] {
    return [...this.#hosts]
      .map(([host, cookies]) => ({
        host,
        names: [...new Set([...cookies.values()].filter(({ expires }) => expires > now).map(({ name }) => name))],
      }))
      .filter(({ names }) => names.length > 0)
  }

  /** Returns the values of all cookies. */
  get values(): string[] {
    return [...this.#hosts.values()].flatMap((cookies) => [...cookies.values()].map(({ value }) => value))
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
