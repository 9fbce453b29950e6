/** Parses the cookies of a request by name; of two with the same name the first wins. */
export function readCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const part of (header ?? '').split(';')) {
    const equals = part.indexOf('=')
    const name = part.slice(0, equals).trim()
    if (equals > 0 && !cookies.has(name)) cookies.set(name, part.slice(equals + 1).trim())
  }
  return cookies
}

/**
 * Formats a `Set-Cookie` header that scripts and other sites cannot use. `maxAge` is in seconds; 0 removes the cookie.
 */
export const cookieLine = (
  name: string,
  value: string,
  to: { path: string; maxAge: number; secure: boolean },
): string =>
  `${name}=${value}; Path=${to.path || '/'}; Max-Age=${to.maxAge}; HttpOnly; SameSite=Lax${to.secure ? '; Secure' : ''}`

/** Name of the cookie with the session's token. */
export const sessionCookie = 'docstead_session'
/** Name of the cookie with the visit grant that an item's password screen gives. */
export const visitCookie = (item_id: number): string => `docstead_visit_${item_id}`
