import type { IncomingMessage, ServerResponse } from 'node:http'
import { transportStatus } from '#contract/errors.ts'
import type { MockLookup } from '#contract/mock.ts'
import type { App } from '#src/core/app.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { errorText } from '#src/core/i18n.ts'
import { networkOf } from '#src/core/rate-limiter.ts'
import { clientAddress } from './client-address.ts'
import type { RequestContext } from './dispatch.ts'
import { type Fields, lenientFields, readForm } from './fields.ts'
import { hasRouteInQuery } from './old-addresses.ts'
import { sendJson, sendText } from './respond.ts'

/** Makes a mock's answer, as JSON. */
export type RenderMock = (asked: MockLookup) => Promise<string>

// Pages that are being built on an API ask often, and those of a whole office come from one address.
const perMinute = 3_000
// What is sent to a mock is not looked at; it may be as large as what is sent to a real service.
const bodyMost = 8_000_000

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

/** The mock that a route means: `mock-path/12`, `mock-path/12/x/y`, `mock-data/KEY`, or a direct call of ShowDoc's. */
function askedBy(route: string, query: Fields, read: (part: string) => string): MockLookup | undefined {
  const [, kind, name = '', below = ''] = /^\/*(mock-path|mock-data)\/([^/]+)(\/.*)?$/s.exec(route) ?? []
  const [, call] = /^\/*api\/mock\/(infobypath|infobykey)\/*$/i.exec(route) ?? []
  if (kind === 'mock-data') return { unique_key: read(name) }
  if (call?.toLowerCase() === 'infobykey') return { unique_key: textIn(query, 'unique_key') }
  if (kind === undefined && call === undefined) return undefined
  const item_id = kind === undefined ? textIn(query, 'item_id') : read(name)
  return { item_id, path: below.length > 1 ? read(below) : textIn(query, 'path') || '/' }
}

// ShowDoc's screens print `mock-path/12&path=/x`, where the query begins right behind the name.
const joined = /^(.*\/mock-(?:path|data)\/[^/&]+)&(.*)$/s

/** The mock that an address asks for, in any of the ways in which it may be written; undefined when it asks for none. */
export function parseMockRoute({ path: asked, query: behind }: RequestContext): MockLookup | undefined {
  const isQueryRoute = hasRouteInQuery(asked)
  if (!/mock/i.test(isQueryRoute ? behind : asked)) return undefined
  const [, path = asked, first] = joined.exec(asked) ?? []
  let query: Fields
  try {
    query = readForm(Buffer.from(first === undefined ? behind : `${first}&${behind}`, 'latin1'), lenientFields)
  } catch {
    return undefined
  }
  if (isQueryRoute) return askedBy(textIn(query, 's'), query, (part) => part)
  return askedBy(path.replace(/^\/server(?=\/)/, ''), query, decoded)
}

/** Lets a body pass by unread: an answer before its end would not reach everybody. @throws {AppError} bodyTooLarge */
function skipBody(request: IncomingMessage): Promise<void> {
  let bytes = 0
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= bodyMost) return
      request.removeAllListeners('data').pause()
      reject(new AppError('bodyTooLarge'))
    })
    request
      .once('end', resolve)
      .once('error', () => resolve())
      .once('close', resolve)
  })
}

// Any page may ask, with any method and header, but never with somebody's cookies. Source: security 3, Headers.
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

/** Answers whoever asks a mock, by any method: JSON, or why there is none, in plain text. */
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
    await skipBody(request)
    await sendJson(request, response, 200, await make(asked))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { errorName, values } = error
    if (!request.complete) response.setHeader('Connection', 'close')
    if (errorName === 'tooManyRequests') response.setHeader('Retry-After', '60')
    sendText(response, transportStatus[errorName] ?? 400, `${errorText(lang, errorName, values)}\n`)
  }
}
