import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BlockList } from 'node:net'
import type { z } from 'zod'
import { callKeyHeader } from '#shared/contract/client.ts'
import { type Endpoint, needsUser } from '#shared/contract/endpoint.ts'
import { type ErrorName, transportStatus } from '#shared/contract/errors.ts'
import { invalidCharacterIssue } from '#shared/contract/fields.ts'
import { requireKey } from '#src/access/api-key.ts'
import { type Caller, findCallerByToken } from '#src/access/caller.ts'
import { requireCatalog, requireItem, requirePage, type Visitor } from '#src/access/permissions.ts'
import { requireTeam } from '#src/access/team-permissions.ts'
import type { App } from '#src/core/app.ts'
import { isDiskFull } from '#src/core/data-folder.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { type EventStreamResponse, formatEvent } from '#src/core/event-stream-response.ts'
import type { FileResponse } from '#src/core/file-response.ts'
import { uploadMaxBytes } from '#src/core/files.ts'
import { errorText, type Lang, parseAcceptLanguage } from '#src/core/i18n.ts'
import { networkOf } from '#src/core/rate-limiter.ts'
import { stringify } from '#src/core/serialized-json.ts'
import { type Body, isLargeBody, isSmallBody, readBody, type Sender, type UploadSpec } from './body.ts'
import { clientAddress, isHttps, isSameOrigin } from './client-address.ts'
import { noteSignedIn } from './connections.ts'
import { cookieLine, readCookies, sessionCookie, visitCookie } from './cookies.ts'
import { fieldLabel } from './field-label.ts'
import { type FieldRules, type Fields, readForm, strictFields } from './fields.ts'
import { guardEvents } from './guarded-events.ts'
import type { RequestInfo } from './handlers.ts'
import { sendEvents, sendFile, sendJson, sendText } from './respond.ts'

type AnyHandler = (call: Record<string, unknown>) => unknown

interface Route {
  name: string
  endpoint: Endpoint
  handle: AnyHandler
}

/** The calls of the API by `controller/action` in lower case: the fixed table in which addresses are looked up. */
export type Routes = ReadonlyMap<string, Route>

/** Joins each declared call with its handler. */
export function buildRoutes(contract: object, handlers: object): Routes {
  const routes = new Map<string, Route>()
  for (const [controller, actions] of Object.entries(contract)) {
    for (const [action, endpoint] of Object.entries(actions as Record<string, Endpoint>)) {
      const handle = (handlers as Record<string, Record<string, AnyHandler>>)[controller]?.[action]
      if (!handle) throw new Error(`${controller}/${action} has no handler`)
      routes.set(`${controller}/${action}`.toLowerCase(), { name: `${controller}/${action}`, endpoint, handle })
    }
  }
  return routes
}

/** One request while the server handles it. */
export interface RequestContext {
  request: IncomingMessage
  response: ServerResponse
  /** The path below the base path. */
  path: string
  query: string
  requestId: string
  lang: Lang
  trusted: BlockList
  log: App['log']
  /** Set once known; written to the access log. */
  uid?: number
}

/** What differs between the API's own addresses and ShowDoc's. */
export interface ApiFlavor {
  /** Whether the call may be sent by GET. */
  mayGet(endpoint: Endpoint): boolean
  /** How fields are read from a body. */
  rules: FieldRules
  /** Returns the fields of a request, given those of its body. */
  readFields(exchange: RequestContext, endpoint: Endpoint, body: Fields): Fields
  /** Adds the fields that clients of these addresses leave out. */
  complete?(app: App, endpoint: Endpoint, fields: Fields): Promise<void>
  /** Serializes a response as JSON. */
  toJson(answer: unknown): string | Buffer
}

const isGet = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD'

const native: ApiFlavor = {
  mayGet: (endpoint) => endpoint.isSafe,
  rules: strictFields,
  readFields({ request, query }, endpoint, body) {
    if (!isGet(request)) return body
    const fields = readForm(Buffer.from(query, 'latin1'))
    // Logs and browser histories store addresses; only links to files need the token there. Source: security 3, Tokens
    // and sessions.
    if (endpoint.responseType !== 'file') fields.delete('user_token')
    return fields
  },
  toJson: (answer) => stringify(answer),
}

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
async function senderOf(app: App, { request, query }: RequestContext, ip: string): Promise<Sender> {
  const stranger = { holder: networkOf(ip), isSignedIn: false }
  if (isSmallBody(request)) return stranger
  const own = isSameOrigin(request, app.config.site_url)
  const token =
    tokenOfHead(request) ??
    request.headers['x-api-token'] ??
    (own ? readCookies(request.headers.cookie).get(sessionCookie) : undefined) ??
    new URLSearchParams(query).get('user_token')
  const caller = typeof token === 'string' ? await findCallerByToken(app, token) : undefined
  if (!caller) return stranger
  noteSignedIn(request)
  return { holder: `uid ${caller.user.uid}`, isSignedIn: true }
}

type Issue = z.core.$ZodIssue

const isBadSign = (issue: Issue | undefined): boolean =>
  issue?.code === 'invalid_union'
    ? issue.errors.some((issues) => issues.some(isBadSign))
    : issue?.code === 'custom' && issue.message === invalidCharacterIssue

/**
 * Parses fields with a call's input schema.
 *
 * @throws {AppError} badParameter, textTooLong, characterBad: all name the field
 */
function parseInput({ endpoint }: Route, fields: Fields, lang: Lang): Record<string, unknown> {
  const given = Object.assign(Object.create(null), Object.fromEntries(fields))
  const parsed = endpoint.input.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = String(issue?.path[0] ?? '')
  if (issue && isBadSign(issue)) fail('characterBad', { field, label: fieldLabel(endpoint, issue.path, lang) })
  const tooBig = issue?.code === 'too_big' && issue.origin === 'string'
  return fail(tooBig ? 'textTooLong' : 'badParameter', { field, most: tooBig ? Number(issue.maximum) : 0 })
}

/** @throws {AppError} notLoggedIn, for a call that requires a signed-in user */
function requireSignedIn({ access }: Endpoint, user: Visitor['user']): void {
  if (!user && needsUser(access)) fail('notLoggedIn')
}

async function accessOf(
  app: App,
  endpoint: Endpoint,
  visitor: Visitor,
  input: Record<string, unknown>,
): Promise<object> {
  const { access } = endpoint
  requireSignedIn(endpoint, visitor.user)
  if (access === 'anyone' || access === 'user') return {}
  if (access === 'admin') return visitor.user?.groupid === 1 ? {} : fail('adminOnly')
  if ('key' in access) return requireKey(app, input, access.key)
  const id = input[access.by] as number
  if ('page' in access) return requirePage(app, visitor, id, access.page)
  if ('catalog' in access) return requireCatalog(app, visitor, id, access.catalog)
  if ('team' in access) return { team: await requireTeam(app, visitor, id, access.team) }
  return { item: await requireItem(app, visitor, input[access.by] as number | string, access.item) }
}

const uploadSpec = ({ upload, uploadKind: takes }: Endpoint, config: App['config']): UploadSpec | undefined =>
  upload === undefined ? undefined : { field: upload, mostBytes: uploadMaxBytes(config, takes) }

const isEvents = ({ responseType: answers }: Endpoint, result: unknown): result is EventStreamResponse =>
  answers === 'events' && typeof result === 'object' && result !== null && 'events' in result

function abortSignalOf(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => response.writableFinished || gone.abort())
  if (response.destroyed) gone.abort()
  return gone.signal
}

const callKey = /^[\w-]{8,100}$/

/**
 * Returns the idempotency key of a call: the client's key, combined with the session and the fields. Undefined for
 * calls that create nothing and for requests without a key.
 */
function keyOf({ name, endpoint }: Route, { request }: RequestContext, caller: Caller | undefined, fields: Fields) {
  const given = request.headers[callKeyHeader.toLowerCase()]
  if (typeof given !== 'string' || !callKey.test(given) || !caller || !endpoint.creates) return undefined
  const hash = createHash('sha256')
    .update(caller.tokenHash)
    .update(JSON.stringify([name, given]))
  for (const [field, value] of fields)
    hash.update(`\0${field}\0`).update(typeof value === 'string' ? value : stringify(value))
  return hash.digest('base64url')
}

async function dispatch(app: App, route: Route, exchange: RequestContext, dialect: ApiFlavor): Promise<unknown> {
  const { request, response } = exchange
  const { endpoint } = route
  const { config } = app
  if (isGet(request) ? !dialect.mayGet(endpoint) : request.method !== 'POST') fail('methodNotAllowed')

  const ip = clientAddress(request, exchange.trusted)
  let body: Body = { fields: new Map(), file: undefined }
  if (!isGet(request)) {
    const sender = await senderOf(app, exchange, ip)
    // A large spreadsheet: only signed-in users may make the server read tens of megabytes.
    const isLarge = sender.isSignedIn && 'page_content' in endpoint.input.shape && isLargeBody(request)
    const taken = uploadSpec(endpoint, config)
    body = await readBody(request, app.files, { upload: taken, sender, rules: dialect.rules, isLarge })
  }
  try {
    const fields = dialect.readFields(exchange, endpoint, body.fields)
    const cookies = readCookies(request.headers.cookie)
    const sameOrigin = isSameOrigin(request, config.site_url)
    const token = tokenOf(request, fields)
    // A cookie alone authenticates a user only from this site's own pages, or for a file in a link or an image.
    const fromCookie = token === undefined ? cookies.get(sessionCookie) : undefined
    const mayUseCookie = sameOrigin || endpoint.responseType === 'file'
    const shown = token ?? (mayUseCookie ? fromCookie : undefined)
    const findCaller = async (): Promise<Caller | undefined> => (shown ? findCallerByToken(app, shown) : undefined)
    const caller = await findCaller()
    if (fromCookie && !mayUseCookie && endpoint.access !== 'anyone' && !usesApiKey(endpoint)) fail('crossSite')
    if (caller) {
      exchange.uid = caller.user.uid
      noteSignedIn(request)
    }

    const itemPassword = fields.get('_item_pwd')
    const visitor: Visitor = {
      user: caller?.user,
      ip,
      itemPassword: typeof itemPassword === 'string' && itemPassword !== '' ? itemPassword : undefined,
      grantOf: (item_id) => cookies.get(visitCookie(item_id)),
    }
    const secure = isHttps(request, exchange.trusted, config.site_url)
    const setCookie = (name: string, value: string, maxAge: number) => {
      if (sameOrigin)
        response.appendHeader('Set-Cookie', cookieLine(name, value, { path: config.base_path, maxAge, secure }))
    }
    const info: RequestInfo = {
      ip,
      agent: String(request.headers['user-agent'] ?? '').slice(0, 200),
      host: request.headers.host ?? '',
      lang: exchange.lang,
      scriptLang: parseAcceptLanguage(request.headers['accept-language']) ?? 'zh',
      visitor,
      wantsEvents: (request.headers.accept ?? '').includes('text/event-stream'),
      tokenHash: caller?.tokenHash,
      async browserCaller() {
        const cookie = sameOrigin ? cookies.get(sessionCookie) : undefined
        return cookie ? findCallerByToken(app, cookie) : undefined
      },
      log: exchange.log,
      abortSignal: () => abortSignalOf(response),
      beginSession: (value) => setCookie(sessionCookie, value, config.session_days * 86_400),
      endSession: () => setCookie(sessionCookie, '', 0),
      grantVisit: (item_id, grant, maxAge) => setCookie(visitCookie(item_id), grant, maxAge),
    }
    // Checked before anything else about the call: without a session, a client needs to know only that it must sign in.
    requireSignedIn(endpoint, caller?.user)
    await dialect.complete?.(app, endpoint, fields)
    const input = parseInput(route, fields, exchange.lang)
    const operation = async () => {
      const proof = await accessOf(app, endpoint, visitor, input)
      const result = await route.handle({ app, input, user: caller?.user, file: body.file, request: info, ...proof })
      if (isEvents(endpoint, result)) {
        const refusalNow = async () => {
          try {
            await accessOf(app, endpoint, { ...visitor, user: (await findCaller())?.user }, input)
            return undefined
          } catch (error) {
            return toAppError(error, exchange)
          }
        }
        const lastEvent = (refusal: AppError) => formatEvent(errorBody(exchange, refusal, route.endpoint))
        return { events: guardEvents(result.events, refusalNow, lastEvent) }
      }
      return endpoint.responseType === 'file' ? result : (endpoint.output as z.ZodType).parse(result)
    }
    const key = keyOf(route, exchange, caller, fields)
    return key === undefined ? await operation() : await app.idempotencyCache.once(key, operation)
  } finally {
    if (body.file) await rm(body.file.path, { force: true })
  }
}

/**
 * Converts a thrown value to an `AppError`. An unexpected error is a bug: it is logged in full and reported in general
 * terms.
 */
function toAppError(error: unknown, exchange: RequestContext): AppError {
  if (error instanceof AppError) return error
  if (isDiskFull(error)) {
    exchange.log.error({ request_id: exchange.requestId, err: error }, 'the disk is full')
    return new AppError('diskFull')
  }
  exchange.log.error({ request_id: exchange.requestId, err: error }, 'a request failed')
  return new AppError('internal')
}

/** Returns the message of an error, with the field's label in place of its name. */
function messageOf({ errorName, values }: AppError, lang: Lang, endpoint?: Endpoint): string {
  const { field } = values
  const label = typeof field === 'string' ? fieldLabel(endpoint, [field], lang) : ''
  return errorText(lang, errorName, { label, ...values })
}

const errorBody = ({ lang, requestId }: RequestContext, refusal: AppError, endpoint?: Endpoint) => ({
  error_code: refusal.code,
  error_message: messageOf(refusal, lang, endpoint),
  error_name: refusal.errorName,
  ...(Object.keys(refusal.values).length > 0 && { error_values: refusal.values }),
  request_id: requestId,
})

/** Sends an error in its envelope; `endpoint` is the call that failed, when it is known. */
export async function sendError(
  exchange: RequestContext,
  refusal: AppError,
  { endpoint, extra = {} }: { endpoint?: Endpoint; extra?: object } = {},
): Promise<void> {
  const { request, response } = exchange
  if (response.headersSent) {
    response.destroy()
    return
  }
  const name: ErrorName = refusal.errorName
  if (name === 'tooManyRequests') response.setHeader('Retry-After', '60')
  // The rest of an unread body must not be parsed as the next request.
  if (!request.complete) response.setHeader('Connection', 'close')
  const body = { ...errorBody(exchange, refusal, endpoint), ...extra }
  await sendJson(request, response, transportStatus[name] ?? 200, JSON.stringify(body))
}

// Pages of other sites may use the open API, without this site's cookies. Source: security 3, Headers.
function allowForeignPages({ request, response }: RequestContext): boolean {
  response.setHeader('Access-Control-Allow-Origin', '*')
  if (request.method !== 'OPTIONS') return false
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST')
  response.setHeader('Access-Control-Allow-Headers', 'Content-Type')
  response.statusCode = 204
  response.end()
  return true
}

/**
 * Handles a call: reads the fields, finds the caller, checks the permission, runs the handler, and sends the declared
 * response.
 */
export async function handleRoute(app: App, route: Route, exchange: RequestContext, dialect: ApiFlavor): Promise<void> {
  const { request, response } = exchange
  const { endpoint } = route
  const { responseType: answers } = endpoint
  if (usesApiKey(endpoint) && allowForeignPages(exchange)) return
  try {
    const result = await dispatch(app, route, exchange, dialect)
    if (answers === 'file') return await sendFile(request, response, result as FileResponse)
    if (isEvents(endpoint, result)) return await sendEvents(response, result)
    if (answers === 'text') return sendText(response, 200, result as string)
    await sendJson(
      request,
      response,
      200,
      dialect.toJson(answers === 'bare' ? result : { error_code: 0, data: result }),
    )
  } catch (error) {
    if (response.destroyed || (error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE') return
    const refusal = toAppError(error, exchange)
    const message = messageOf(refusal, exchange.lang, endpoint)
    if (answers === 'text') {
      if (!request.complete) response.setHeader('Connection', 'close')
      return sendText(response, transportStatus[refusal.errorName] ?? 200, `\n${message}\n`)
    }
    // Clients of the image upload expect `success` and `message`. Source: reference, api-facts 2.4.
    await sendError(exchange, refusal, { endpoint, extra: answers === 'bare' ? { success: 0, message } : {} })
  }
}

/** Handles a call on the API's own addresses. */
export async function handleApiRequest(app: App, routes: Routes, exchange: RequestContext): Promise<void> {
  const route = routes.get(exchange.path.slice('/api/'.length).toLowerCase())
  if (route) await handleRoute(app, route, exchange, native)
  else await sendError(exchange, new AppError('unknownCall'))
}
