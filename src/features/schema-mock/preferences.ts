/** How a client wants the response of a schema to be. */
export interface MockPreferences {
  /** A status; empty for a successful one. */
  code: string
  /** The name of an example; empty for the first. */
  example: string
  /** Whether values differ from request to request. */
  isDynamic: boolean
  /** Values follow from this number; undefined for none. */
  seed: number | undefined
  /** Milliseconds. */
  delayMs: number
  /** Whether the request is compared with the description. */
  isValidated: boolean
}

/** The longest delay, in milliseconds: a client that waits holds a connection. */
const delayMost = 5_000

const isOn = (value: string | undefined): boolean => value !== undefined && /^(?:true|1|yes|)$/i.test(value)

/** Parses the preferences of RFC 7240: `code=404, example="not found"; dynamic=true`. Names are in lower case. */
export function parsePrefer(header: string): Map<string, string> {
  const found = new Map<string, string>()
  // no nested repetition: the time grows with the length alone
  for (const [, name = '', quoted, bare] of header
    .slice(0, 2_000)
    .matchAll(/([\w!#$%&'*+.^`|~-]+)\s*(?:=\s*(?:"([^"]*)"|([^\s,;"]*)))?/g))
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), quoted ?? bare ?? '')
  return found
}

/** Returns the preferences of a request: the header `Prefer`, as in Prism, or `mock_code` and its kind in the query. */
export function readPreferences(prefer: string, query: ReadonlyMap<string, string>): MockPreferences {
  const header = parsePrefer(prefer)
  const given = (name: string) => query.get(`mock_${name}`) ?? header.get(name)
  const seed = given('seed')
  const delay = Number(given('delay') ?? 0)
  return {
    code: given('code')?.trim() ?? '',
    example: given('example') ?? '',
    isDynamic: isOn(given('dynamic')),
    seed: seed !== undefined && /^\d{1,9}$/.test(seed) ? Number(seed) : undefined,
    delayMs: Number.isFinite(delay) ? Math.min(delayMost, Math.max(0, delay)) : 0,
    isValidated: isOn(given('validate')),
  }
}
