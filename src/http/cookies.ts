/** The cookies of a request by name; of two with one name, the first. */
export function readCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const part of (header ?? '').split(';')) {
    const equals = part.indexOf('=')
    const name = part.slice(0, equals).trim()
    if (equals > 0 && !cookies.has(name)) cookies.set(name, part.slice(equals + 1).trim())
  }
  return cookies
}

/** A `Set-Cookie` line: out of reach of scripts and of other sites. `maxAge` in seconds; 0 removes the cookie. */
export const cookieLine = (
  name: string,
  value: string,
  to: { path: string; maxAge: number; secure: boolean },
): string =>
  `${name}=${value}; Path=${to.path || '/'}; Max-Age=${to.maxAge}; HttpOnly; SameSite=Lax${to.secure ? '; Secure' : ''}`

/** Holds the session's token. */
export const sessionCookie = 'docstead_session'
/** Holds the grant of an item's password screen. */
export const visitCookie = (item_id: number): string => `docstead_visit_${item_id}`
