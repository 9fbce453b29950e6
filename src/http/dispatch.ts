import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import type { z } from 'zod'
import { callKeyHeader } from '#shared/contract/client.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { transportStatus } from '#shared/contract/errors.ts'
import { invalidCharacterIssue } from '#shared/contract/fields.ts'
import type { Caller } from '#src/access/caller.ts'
import type { App } from '#src/core/app.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { type EventStreamResponse, formatEvent } from '#src/core/event-stream-response.ts'
import type { FileResponse } from '#src/core/file-response.ts'
import { uploadMaxBytes } from '#src/core/files.ts'
import type { Lang } from '#src/core/i18n.ts'
import { stringify } from '#src/core/serialized-json.ts'
import { authenticate, senderOf, usesApiKey } from './authenticate.ts'
import { authorize, requireSignedIn } from './authorize.ts'
import { type Body, isLargeBody, readBody, type UploadSpec } from './body.ts'
import { clientAddress } from './client-address.ts'
import { fieldLabel } from './field-label.ts'
import { type FieldRules, type Fields, readForm, strictFields } from './fields.ts'
import { guardEvents } from './guarded-events.ts'
import type { RequestContext } from './handlers.ts'
import { errorBody, messageOf, sendError, sendEvents, sendFile, sendJson, sendText, toAppError } from './respond.ts'

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
  readFields({ request, query, pathFields = new Map() }, endpoint, body) {
    if (!isGet(request)) return new Map([...body, ...pathFields])
    const fields = new Map([...readForm(Buffer.from(query, 'latin1')), ...pathFields])
    // Logs and browser histories store addresses; only links to files need the token there. Source: security 3, Tokens
    // and sessions.
    if (endpoint.responseType !== 'file') fields.delete('user_token')
    return fields
  },
  toJson: (answer) => stringify(answer),
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
export function parseInput({ endpoint }: Route, fields: Fields, lang: Lang): Record<string, unknown> {
  const given = Object.assign(Object.create(null), Object.fromEntries(fields))
  const parsed = endpoint.input.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = String(issue?.path[0] ?? '')
  if (issue && isBadSign(issue)) fail('characterBad', { field, label: fieldLabel(endpoint, issue.path, lang) })
  const tooBig = issue?.code === 'too_big' && issue.origin === 'string'
  return fail(tooBig ? 'textTooLong' : 'badParameter', { field, most: tooBig ? Number(issue.maximum) : 0 })
}

const uploadSpec = ({ upload, uploadKind: takes }: Endpoint, config: App['config']): UploadSpec | undefined =>
  upload === undefined ? undefined : { field: upload, mostBytes: uploadMaxBytes(config, takes) }

const isEvents = ({ responseType: answers }: Endpoint, result: unknown): result is EventStreamResponse =>
  answers === 'events' && typeof result === 'object' && result !== null && 'events' in result

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
  const { request } = exchange
  const { endpoint } = route
  const { config } = app
  if (isGet(request) ? !dialect.mayGet(endpoint) : request.method !== 'POST') fail('methodNotAllowed')
  // before a body is received: it could not be kept
  if (app.following && !endpoint.isReadOnly && !endpoint.isSafe) fail('readOnlyCopy', { url: app.following.url })

  const ip = clientAddress(request, exchange.trusted)
  let body: Body = { fields: new Map(), file: undefined }
  if (!isGet(request)) {
    const sender = await senderOf(app, exchange, ip)
    // A large spreadsheet: only signed-in users may make the server read tens of megabytes.
    const isLarge = sender.isSignedIn && 'page_content' in endpoint.input.shape && isLargeBody(request)
    const taken = uploadSpec(endpoint, config)
    // what only administrators may send is large: nobody else gets to send it first
    if (taken && endpoint.access === 'admin') {
      const { caller } = await authenticate(app, endpoint, exchange, new Map(), ip)
      if (caller?.user.groupid !== 1) fail(caller ? 'adminOnly' : 'notLoggedIn')
    }
    const limits = { isLarge, mostBytes: exchange.bodyMaxBytes }
    body = await readBody(request, app.files, { upload: taken, sender, rules: dialect.rules, ...limits })
  }
  try {
    const fields = dialect.readFields(exchange, endpoint, body.fields)
    const { caller, findCaller, info } = await authenticate(app, endpoint, exchange, fields, ip)
    // Checked before anything else about the call: without a session, a client needs to know only that it must sign in.
    requireSignedIn(endpoint, caller?.user)
    await dialect.complete?.(app, endpoint, fields)
    const input = parseInput(route, fields, exchange.lang)
    const operation = async () => {
      const proof = await authorize(app, endpoint, info.visitor, input)
      const result = await route.handle({ app, input, user: caller?.user, file: body.file, request: info, ...proof })
      if (isEvents(endpoint, result)) {
        const currentError = async () => {
          try {
            await authorize(app, endpoint, { ...info.visitor, user: (await findCaller())?.user }, input)
            return undefined
          } catch (error) {
            return toAppError(error, exchange)
          }
        }
        const lastEvent = (rejection: AppError) => formatEvent(errorBody(exchange, rejection, route.endpoint))
        return { events: guardEvents(result.events, currentError, lastEvent) }
      }
      return endpoint.responseType === 'file' ? result : (endpoint.output as z.ZodType).parse(result)
    }
    const key = keyOf(route, exchange, caller, fields)
    return key === undefined ? await operation() : await app.idempotencyCache.once(key, operation)
  } finally {
    if (body.file) await rm(body.file.path, { force: true })
  }
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
    if (answers === 'file') return await sendFile(app, exchange, result as FileResponse)
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
    const failure = toAppError(error, exchange)
    const message = messageOf(failure, exchange.lang, endpoint)
    if (answers === 'text') {
      if (!request.complete) response.setHeader('Connection', 'close')
      return sendText(response, transportStatus[failure.errorName] ?? 200, `\n${message}\n`)
    }
    // Clients of the image upload expect `success` and `message`. Source: reference, api-facts 2.4.
    await sendError(exchange, failure, { endpoint, extra: answers === 'bare' ? { success: 0, message } : {} })
  }
}

/** Handles a call on the API's own addresses. */
export async function handleApiRequest(app: App, routes: Routes, exchange: RequestContext): Promise<void> {
  const route = routes.get(exchange.path.slice('/api/'.length).toLowerCase())
  if (route) await handleRoute(app, route, exchange, native)
  else await sendError(exchange, new AppError('unknownCall'))
}
