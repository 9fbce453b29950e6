import type { IncomingMessage } from 'node:http'
import type { App } from '#src/core/app.ts'
import { isHttps, isSameOrigin } from './client-address.ts'
import type { RequestContext, RequestInfo } from './handlers.ts'

/** The name of the session's cookie. */
export const sessionCookie = 'docstead_session'

/** The name of the cookie of a browser that began to sign in with a provider. */
export const signInCookie = 'docstead_sign_in'

/** Returns the name of the cookie with the visit grant that an item's password screen gives. */
export const visitCookie = (item_id: number): string => `docstead_visit_${item_id}`

/** Parses the cookies of a request by name; of two with the same name the first wins. */
export function readCookies({ headers }: IncomingMessage): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const part of (headers.cookie ?? '').split(';')) {
    const equals = part.indexOf('=')
    const name = part.slice(0, equals).trim()
    if (equals > 0 && !cookies.has(name)) cookies.set(name, part.slice(equals + 1).trim())
  }
  return cookies
}

/**
 * Formats a `Set-Cookie` header that scripts and other sites cannot use. `maxAge` is in seconds; 0 removes the cookie.
 */
const cookieLine = (name: string, value: string, to: { path: string; maxAge: number; secure: boolean }): string =>
  `${name}=${value}; Path=${to.path || '/'}; Max-Age=${to.maxAge}; HttpOnly; SameSite=Lax${to.secure ? '; Secure' : ''}`

/** Returns what sets and removes cookies in the response: only the secret of a sign-in for pages of other sites too. */
export function cookieSetters(
  { config }: App,
  { request, response, trusted }: RequestContext,
): Pick<RequestInfo, 'beginSession' | 'endSession' | 'setSignInSecret' | 'grantVisit'> {
  const secure = isHttps(request, trusted, config.site_url)
  const appendCookie = (name: string, value: string, maxAge: number) =>
    void response.appendHeader('Set-Cookie', cookieLine(name, value, { path: config.base_path, maxAge, secure }))
  const setCookie = (name: string, value: string, maxAge: number) => {
    if (isSameOrigin(request, config.site_url)) appendCookie(name, value, maxAge)
  }
  return {
    beginSession: (token) => setCookie(sessionCookie, token, config.session_days * 86_400),
    endSession: () => setCookie(sessionCookie, '', 0),
    setSignInSecret: (secret, maxAge) => appendCookie(signInCookie, secret, maxAge),
    grantVisit: (item_id, grant, maxAge) => setCookie(visitCookie(item_id), grant, maxAge),
  }
}
