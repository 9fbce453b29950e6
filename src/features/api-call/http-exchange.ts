import { performance } from 'node:perf_hooks'
import type { z } from 'zod'
import type { CallRequest, CallResponse } from '#shared/contract/api-call.ts'
import { callMaxMs } from '#shared/contract/api-call-rules.ts'
import { OutboundError, type OutboundResponse, type OutboundRules, safeFetch } from '#src/core/safe-fetch.ts'
import { encodeBody } from './body.ts'
import { encodeHeaders, parseRawHeaders } from './headers.ts'
import { readContent } from './response-content.ts'

type Request = z.output<typeof CallRequest>
type Answer = z.output<typeof CallResponse>

const mostRedirects = 5
const connectMs = 5_000
// The limit of compressed bytes: a body that decompresses to nothing must end as well.
const mostBytesPacked = 20_000_000

/** The request of one hop. */
interface Hop {
  url: string
  method: string
  headers: Record<string, string | string[]>
  body: Buffer | undefined
}

const credentials = new Set(['authorization', 'cookie'])
const ofBody = new Set(['content-type', 'content-encoding', 'content-language'])

const without = (headers: Hop['headers'], names: ReadonlySet<string>): Hop['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name)))

/**
 * Returns the request that follows a redirect, or undefined when the response is final. Credentials are never sent to
 * another host, and a request with secrets is not redirected to one. Otherwise works as in browsers. Source: Fetch,
 * HTTP-redirect fetch.
 */
function nextHop({ status, headers }: OutboundResponse, hop: Hop, hasSecrets: boolean): Hop | undefined {
  const place = headers.location
  if (![301, 302, 303, 307, 308].includes(status) || !place || !URL.canParse(place, hop.url)) return undefined
  const next = new URL(place, hop.url)
  if (!/^https?:$/.test(next.protocol) || next.username !== '' || next.password !== '') return undefined
  const isElsewhere = next.origin !== new URL(hop.url).origin
  if (isElsewhere && hasSecrets) return undefined
  const kept = isElsewhere ? without(hop.headers, credentials) : hop.headers
  const isPost = hop.method === 'POST' && (status === 301 || status === 302)
  const turnsToGet = isPost || (status === 303 && hop.method !== 'GET' && hop.method !== 'HEAD')
  return turnsToGet
    ? { url: next.href, method: 'GET', headers: without(kept, ofBody), body: undefined }
    : { ...hop, url: next.href, headers: kept }
}

/** The options of sending a request. */
export interface ExchangeOptions {
  rules: OutboundRules
  /** The default User-Agent. */
  agent: string
  /** Whether the request contains secrets of the user. */
  hasSecrets: boolean
  signal?: AbortSignal
  /** The time limit of the whole exchange. */
  totalMs?: number
  /** Called before each hop with the host's name; may throw. */
  onHost?: (host: string) => void
}

/** A failure of an exchange, with the host at which it happened. */
export class ExchangeError extends Error {
  readonly host: string
  /** Whether an earlier host has redirected to this one. */
  readonly isRedirected: boolean
  override readonly cause: unknown

  constructor(host: string, cause: unknown, isRedirected: boolean) {
    super('an exchange failed', { cause })
    this.name = 'ExchangeError'
    this.host = host
    this.isRedirected = isRedirected
    this.cause = cause
  }
}

// Ports of services other than HTTP, above all mail, which browsers block too. Source: Fetch, port blocking.
const badPorts = new Set(
  (
    '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137 139 ' +
    '143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 ' +
    '3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080'
  ).split(' '),
)

/** @throws {OutboundError} notAllowed */
function requireWebPort(url: string): void {
  if (URL.canParse(url) && badPorts.has(new URL(url).port)) throw new OutboundError('notAllowed')
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '')

/**
 * Sends a request, follows its redirects, and reads the response. Each hop passes the checks of `safeFetch` again.
 *
 * @throws {AppError} apiCallHeaderBad, apiCallFileBad, apiCallTooLarge
 * @throws {ExchangeError} with an `OutboundError` or an error of a decompressor
 */
export async function exchange(request: Request, sending: ExchangeOptions): Promise<Answer> {
  const { bytes, type } = encodeBody(request.body)
  const headers = encodeHeaders(request.headers)
  if (type?.startsWith('multipart/')) delete headers['content-type']
  const hop: Hop = {
    url: request.url,
    method: request.method,
    headers: { 'user-agent': sending.agent, accept: '*/*', ...(type && { 'content-type': type }), ...headers },
    body: bytes,
  }
  return hops(hop, request.follow, sending)
}

async function hops(first: Hop, follows: boolean, sending: ExchangeOptions): Promise<Answer> {
  const began = performance.now()
  const totalMs = sending.totalMs ?? callMaxMs
  const redirects: string[] = []
  let hop = first
  for (;;) {
    sending.onHost?.(hostOf(hop.url))
    try {
      const leftMs = totalMs - (performance.now() - began)
      if (leftMs <= 0) throw new OutboundError('tooSlow')
      requireWebPort(hop.url)
      const limits = { connectMs: Math.min(connectMs, leftMs), totalMs: leftMs, answerBytes: mostBytesPacked }
      const answer = await safeFetch({ ...sending.rules, limits }, hop.url, {
        ...hop,
        givesRedirects: true,
        signal: sending.signal,
      })
      const next = follows && redirects.length < mostRedirects ? nextHop(answer, hop, sending.hasSecrets) : undefined
      if (!next) return await wholeAnswer(answer, { url: hop.url, redirects, began })
      answer.body.destroy()
      redirects.push(hop.url)
      hop = next
    } catch (error) {
      throw new ExchangeError(hostOf(hop.url), error, redirects.length > 0)
    }
  }
}

async function wholeAnswer(
  answer: OutboundResponse,
  { began, ...at }: { url: string; redirects: string[]; began: number },
): Promise<Answer> {
  const type = answer.headers['content-type'] ?? ''
  const content = await readContent(answer.body, { type, encoding: answer.headers['content-encoding'] ?? '' })
  return {
    status: answer.status,
    status_text: answer.statusText,
    ...at,
    headers: parseRawHeaders(answer.rawHeaders),
    ...content,
    time_ms: Math.round(performance.now() - began),
  }
}
