import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { type Caller, findCallerByToken } from '#src/access/caller.ts'
import type { Visitor } from '#src/access/permissions.ts'
import type { App } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { parseAcceptLanguage } from '#src/core/i18n.ts'
import { networkOf } from '#src/core/rate-limiter.ts'
import { isSmallBody, type Sender } from './body.ts'
import { arrivalOf, getRequestOrigin, isSameOrigin } from './client-address.ts'
import { noteSignedIn } from './connections.ts'
import { cookieSetters, readCookies, sessionCookie, signInCookie, visitCookie } from './cookies.ts'
import type { Fields } from './fields.ts'
import type { RequestContext, RequestInfo } from './handlers.ts'

/** Whether a call belongs to the open API, which is authorized by an item's API key. */
export const usesApiKey = ({ access }: Endpoint): boolean => typeof access === 'object' && 'key' in access

const bearer = /^Bearer\s+(\S{1,200})$/i

/** Returns the token in the `Authorization` header. */
const tokenOfHead = ({ headers }: IncomingMessage): string | undefined => bearer.exec(headers.authorization ?? '')?.[1]

/** Returns the token that the request itself carries: in a header, or in the field `user_token`. */
function tokenOf(request: IncomingMessage, fields: Fields): string | undefined {
  const field = fields.get('user_token')
  return tokenOfHead(request) ?? (typeof field === 'string' && field !== '' ? field : undefined)
}

/**
 * Identifies the sender of a request's body from its headers and query alone. This decides only how much of the body is
 * read and grants no permission, so a token is accepted wherever a client may put it.
 */
export async function senderOf(app: App, { request, query }: RequestContext, ip: string): Promise<Sender> {
  const stranger = { holder: networkOf(ip), isSignedIn: false }
  if (isSmallBody(request)) return stranger
  const own = isSameOrigin(request, app.config.site_url)
  const token =
    tokenOfHead(request) ??
    request.headers['x-api-token'] ??
    (own ? readCookies(request).get(sessionCookie) : undefined) ??
    new URLSearchParams(query).get('user_token')
  const caller = typeof token === 'string' ? await findCallerByToken(app, token) : undefined
  if (!caller) return stranger
  noteSignedIn(request)
  return { holder: `uid ${caller.user.uid}`, isSignedIn: true }
}

/**
 * Returns the caller as a call may know them: an account that has to pass or set up its second step first counts as
 * nobody where anyone may call.
 *
 * @throws {AppError} secondStepNeeded, secondStepMissing
 */
function admitted(endpoint: Endpoint, caller: Caller | undefined): Caller | undefined {
  if (!caller?.held || endpoint.beforeSecondStep.includes(caller.held)) return caller
  if (endpoint.access === 'anyone' || usesApiKey(endpoint)) return undefined
  return fail(caller.held)
}

function abortSignalOf(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => response.writableFinished || gone.abort())
  if (response.destroyed) gone.abort()
  return gone.signal
}

/** Who calls, and what the handler may know about the request. */
interface Authenticated {
  caller: Caller | undefined
  /** Finds the caller again, for calls that last: a session may end in the meantime. */
  findCaller(): Promise<Caller | undefined>
  info: RequestInfo
}

/**
 * Finds the caller of a request by its token or its session cookie.
 *
 * @param ip the client's address
 * @throws {AppError} crossSite for a call with only a cookie that comes from another site's page; those of `admitted`
 */
export async function authenticate(
  app: App,
  endpoint: Endpoint,
  context: RequestContext,
  fields: Fields,
  ip: string,
): Promise<Authenticated> {
  const { request } = context
  const { config } = app
  const cookies = readCookies(request)
  const sameOrigin = isSameOrigin(request, config.site_url)
  const token = tokenOf(request, fields)
  // A cookie alone authenticates a user only from this site's own pages, or for a file in a link or an image.
  const fromCookie = token === undefined ? cookies.get(sessionCookie) : undefined
  const mayUseCookie = sameOrigin || endpoint.responseType === 'file'
  const shown = token ?? (mayUseCookie ? fromCookie : undefined)
  const findCaller = async (): Promise<Caller | undefined> =>
    shown ? admitted(endpoint, await findCallerByToken(app, shown)) : undefined
  const caller = await findCaller()
  if (fromCookie && !mayUseCookie && endpoint.access !== 'anyone' && !usesApiKey(endpoint)) fail('crossSite')
  if (caller) {
    context.uid = caller.user.uid
    noteSignedIn(request)
  }

  const itemPassword = fields.get('_item_pwd')
  const visitor: Visitor = {
    user: caller?.user,
    ip,
    itemPassword: typeof itemPassword === 'string' && itemPassword !== '' ? itemPassword : undefined,
    grantOf: (item_id) => cookies.get(visitCookie(item_id)),
  }
  const info: RequestInfo = {
    ip,
    agent: String(request.headers['user-agent'] ?? '').slice(0, 200),
    host: request.headers.host ?? '',
    lang: context.lang,
    arrival: () => arrivalOf(request, context.trusted, config.site_url),
    scriptLang: parseAcceptLanguage(request.headers['accept-language']) ?? 'zh',
    visitor,
    wantsEvents: (request.headers.accept ?? '').includes('text/event-stream'),
    tokenHash: caller?.tokenHash,
    held: caller?.held,
    async browserCaller() {
      const cookie = sameOrigin ? cookies.get(sessionCookie) : undefined
      return cookie ? findCallerByToken(app, cookie) : undefined
    },
    log: context.log,
    abortSignal: () => abortSignalOf(context.response),
    origin: () => getRequestOrigin(request, context.trusted),
    signInSecret: cookies.get(signInCookie),
    ...cookieSetters(app, context),
  }
  return { caller, findCaller, info }
}
