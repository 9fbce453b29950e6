import type { IncomingMessage, ServerResponse } from 'node:http'
import { transportStatus } from '#shared/contract/errors.ts'
import type { MockLookup } from '#shared/contract/mock.ts'
import type { App } from '#src/core/app.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { errorText, type Lang } from '#src/core/i18n.ts'
import { networkOf } from '#src/core/rate-limiter.ts'
import { hasRouteInQuery } from './address-aliases.ts'
import { clientAddress } from './client-address.ts'
import { type Fields, lenientFields, readForm } from './fields.ts'
import type { RequestContext } from './handlers.ts'
import { sendJson, sendText } from './respond.ts'

/** A request to a mock, as what answers it needs it. */
interface SentToMock {
  method: string
  query: ReadonlyMap<string, readonly string[]>
  /** By lower-case name. */
  headers: IncomingMessage['headers']
  /** Empty unless the client wants it to be checked. */
  body: Buffer
  lang: Lang
}

/** What a mock answers. Anything but JSON is sent as plain text, so that no browser runs it. */
interface MockAnswer {
  status: number
  kind: 'json' | 'text' | 'empty'
  body: string
  /** The page that answered. */
  page_id?: number
}

/** Answers a request to a mock. */
export type RenderMock = (mockLookup: MockLookup, sent: SentToMock) => Promise<MockAnswer>

// Pages that are developed against an API send many requests, and a whole office may share one address.
const perMinute = 3_000
// The body that is sent to a mock is ignored unless the client wants it to be checked; it may be as large as one for a
// real service.
const bodyMost = 8_000_000
const checkedMost = 1_000_000

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const textIn = (fields: Fields, name: string): string => {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

/**
 * Parses the mock of a route: `mock-path/12`, `mock-path/12/x/y`, `mock-data/KEY`, or one of ShowDoc's direct calls.
 */
function requestedBy(route: string, query: Fields, read: (part: string) => string): MockLookup | undefined {
  const [, kind, name = '', below = ''] = /^\/*(mock-path|mock-data)\/([^/]+)(\/.*)?$/s.exec(route) ?? []
  const [, call] = /^\/*api\/mock\/(infobypath|infobykey)\/*$/i.exec(route) ?? []
  if (kind === 'mock-data') return { unique_key: read(name) }
  if (call?.toLowerCase() === 'infobykey') return { unique_key: textIn(query, 'unique_key') }
  if (kind === undefined && call === undefined) return undefined
  const item_id = kind === undefined ? textIn(query, 'item_id') : read(name)
  return { item_id, path: below.length > 1 ? read(below) : textIn(query, 'path') || '/' }
}

// ShowDoc's screens print `mock-path/12&path=/x`, where the query follows the name without a question mark.
const joined = /^(.*\/mock-(?:path|data)\/[^/&]+)&(.*)$/s

/** Parses the mock that an address requests, in any of its notations; undefined when it requests none. */
export function parseMockRoute({ path: requestedMock, query: behind }: RequestContext): MockLookup | undefined {
  const isQueryRoute = hasRouteInQuery(requestedMock)
  if (!/mock/i.test(isQueryRoute ? behind : requestedMock)) return undefined
  const [, path = requestedMock, first] = joined.exec(requestedMock) ?? []
  let query: Fields
  try {
    query = readForm(Buffer.from(first === undefined ? behind : `${first}&${behind}`, 'latin1'), lenientFields)
  } catch {
    return undefined
  }
  if (isQueryRoute) return requestedBy(textIn(query, 's'), query, (part) => part)
  return requestedBy(path.replace(/^\/server(?=\/)/, ''), query, decoded)
}

/**
 * Reads a body and discards it unless it `isWanted`: not every client receives a response that is sent before the end of
 * its request.
 *
 * @throws {AppError} bodyTooLarge
 */
function readBody(request: IncomingMessage, isWanted: boolean): Promise<Buffer> {
  let bytes = 0
  const chunks: Buffer[] = []
  return new Promise((done, reject) => {
    const resolve = () => done(Buffer.concat(chunks))
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (isWanted) chunks.push(chunk)
      if (bytes <= (isWanted ? checkedMost : bodyMost)) return
      request.removeAllListeners('data').pause()
      reject(new AppError('bodyTooLarge'))
    })
    request.once('end', resolve).once('error', resolve).once('close', resolve)
  })
}

// Any origin may send requests, with any method and header, but never with cookies. Source: security 3, Headers.
function allowEverybody(response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', '*')
  response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'")
}

function sendPreflight(response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE')
  response.setHeader('Access-Control-Allow-Headers', '*, Authorization')
  response.setHeader('Access-Control-Max-Age', '86400')
  response.statusCode = 204
  response.end()
}

// The names by which addresses say which mock they mean.
const ours = new Set(['s', 'path', 'item_id', 'unique_key'])

/** Returns the query that is meant for the API itself. */
function queryOf({ query }: RequestContext): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(query))
    if (!ours.has(name)) found.set(name, [...(found.get(name) ?? []), value])
  return found
}

/** Handles a request to a mock, by any method: sends JSON, or the error as plain text. */
export async function handleMockRequest(
  app: App,
  exchange: RequestContext,
  asked: MockLookup,
  make: RenderMock,
): Promise<void> {
  const { request, response, lang, trusted } = exchange
  allowEverybody(response)
  if (request.method === 'OPTIONS') return sendPreflight(response)
  try {
    if (!app.limiter.take(`mock:${networkOf(clientAddress(request, trusted))}`, perMinute, 60_000))
      fail('tooManyRequests')
    const { headers, method = 'GET' } = request
    const isChecked = /validate/i.test(`${String(headers['prefer'] ?? '')} ${exchange.query}`)
    const body = await readBody(request, isChecked)
    const answer = await make(asked, { method, headers, body, lang, query: queryOf(exchange) })
    if (answer.page_id !== undefined) {
      // programs that wonder where an answer comes from
      response.setHeader('X-Docstead-Page', String(answer.page_id))
      response.setHeader('Access-Control-Expose-Headers', 'X-Docstead-Page')
    }
    if (answer.kind === 'json') await sendJson(request, response, answer.status, answer.body)
    else if (answer.kind === 'text') sendText(response, answer.status, answer.body)
    else {
      response.statusCode = answer.status
      response.setHeader('Cache-Control', 'no-store')
      response.end()
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { errorName, values } = error
    if (!request.complete) response.setHeader('Connection', 'close')
    if (errorName === 'tooManyRequests') response.setHeader('Retry-After', '60')
    sendText(response, transportStatus[errorName] ?? 400, `${errorText(lang, errorName, values)}\n`)
  }
}
