import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { z } from 'zod'
import type { CallRequest, CallResponse } from '#shared/contract/api-call.ts'
import { callMaxBytes, callMaxMs, streamMaxMs, wholeResponseMaxBytes } from '#shared/contract/api-call-rules.ts'
import { fail } from '#src/core/errors.ts'
import { OutboundError, type OutboundResponse, type OutboundRules, safeFetch } from '#src/core/safe-fetch.ts'
import { type CookieJar, joinedCookies } from './cookie-jar.ts'
import { readContent } from './response-content.ts'
import type { WholeResponse } from './response-files.ts'

type Request = z.output<typeof CallRequest>
type Answer = z.output<typeof CallResponse>

const mostRedirects = 5
const connectMs = 5_000
// The limit of compressed bytes: a body that decompresses to nothing must end as well.
const mostBytesPacked = wholeResponseMaxBytes + 1_000_000

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
  const safeHeaders = isElsewhere ? without(hop.headers, credentials) : hop.headers
  const isPost = hop.method === 'POST' && (status === 301 || status === 302)
  const turnsToGet = isPost || (status === 303 && hop.method !== 'GET' && hop.method !== 'HEAD')
  return turnsToGet
    ? { url: next.href, method: 'GET', headers: without(safeHeaders, ofBody), body: undefined }
    : { ...hop, url: next.href, headers: safeHeaders }
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
  /** Cookies of earlier responses, sent to the hosts that have set them. */
  jar?: CookieJar
  /** Gets a stream of events as it arrives; such a response may take as long as `streamMaxMs`. */
  stream?: {
    onHead: (head: StreamHead) => void
    onPiece: (piece: Buffer) => void
  }
  /** Gets a response that is longer than what is shown, where the sender wants all of it. */
  whole?: {
    file: WholeResponse
    onStored: (file: { path: string; sizeBytes: number }) => void
  }
  /** Called before each hop with the host's name; may throw. */
  onHost?: (host: string) => void
}

/** What is known of a response before its body. */
export type StreamHead = Pick<Answer, 'status' | 'status_text' | 'url' | 'redirects' | 'headers'>

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

/** Rejects ports of services other than HTTP. @throws {OutboundError} notAllowed */
export function requireWebPort(url: string): void {
  if (URL.canParse(url) && badPorts.has(new URL(url).port)) throw new OutboundError('notAllowed')
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '')

/** A header as a user writes it. */
interface Header {
  name: string
  value: string
}

// Source: RFC 9110, 5.6.2.
const token = /^[!#$%&'*+.^_`|~\dA-Za-z-]{1,200}$/
// One line of bytes: Node sends Latin-1, and a line break would begin another header or another request.
const value = /^[\t\u0020-\u007e\u0080-\u00ff]*$/

// Headers of the connection, which the server sets itself: length, target and sender.
const ofConnection = new Set([
  'connection',
  'content-length',
  'expect',
  'forwarded',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
  'x-real-ip',
])
const prefixes = /^(proxy|sec|x-forwarded)-/

/**
 * Encodes the headers of a request by name; headers that occur more than once become lists.
 *
 * @throws {AppError} apiCallHeaderBad
 */
export function encodeHeaders(headers: readonly Header[]): Record<string, string | string[]> {
  const sent = new Map<string, string[]>()
  for (const one of headers) {
    const name = one.name.trim().toLowerCase()
    const isOurs = ofConnection.has(name) || prefixes.test(name)
    if (!token.test(name) || isOurs || !value.test(one.value)) fail('apiCallHeaderBad', { name: one.name.slice(0, 60) })
    sent.set(name, [...(sent.get(name) ?? []), one.value.trim()])
  }
  return Object.fromEntries([...sent].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]))
}

/** Returns raw headers as a list. */
const parseRawHeaders = (raw: readonly string[]): Header[] =>
  Array.from({ length: Math.floor(raw.length / 2) }, (_, at) => ({
    name: raw[2 * at] ?? '',
    value: raw[2 * at + 1] ?? '',
  }))

type Body = z.output<typeof CallRequest>['body']
type Row = Body['rows'][number]

/** The bytes of a body and its media type, used where the user has not set one. */
interface EncodedBody {
  bytes: Buffer | undefined
  type: string | undefined
}

const base64 = /^[A-Za-z0-9+/]*={0,2}$/

const bytesOf = (text: string): Buffer => (base64.test(text) ? Buffer.from(text, 'base64') : fail('apiCallFileBad'))

// Escapes names as browsers do in the parts of a form. Source: HTML, multipart/form-data.
const inQuotes = (text: string): string =>
  text.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22').replaceAll('\u0000', '')

const mediaType = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}(; ?charset=[\w-]{1,30})?$/

function part(row: Row, boundary: string): Buffer[] {
  const file = row.is_file ? `; filename="${inQuotes(row.file_name || 'file')}"` : ''
  const type = mediaType.test(row.type) ? row.type : row.is_file ? 'application/octet-stream' : ''
  const head = [
    `--${boundary}`,
    `Content-Disposition: form-data; name="${inQuotes(row.name)}"${file}`,
    ...(type === '' ? [] : [`Content-Type: ${type}`]),
  ]
  const bytes = row.is_file ? bytesOf(row.value) : Buffer.from(row.value)
  return [Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes, Buffer.from('\r\n')]
}

function multipart(rows: readonly Row[]): EncodedBody {
  // The boundary is unknown to the authors of the parts, so no part can end another.
  const boundary = `----docstead${randomBytes(18).toString('hex')}`
  const parts = rows.flatMap((row) => part(row, boundary))
  return {
    bytes: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  }
}

function written({ kind, text, rows }: Body): EncodedBody {
  if (kind === 'none') return { bytes: undefined, type: undefined }
  if (kind === 'text') return { bytes: Buffer.from(text), type: undefined }
  if (kind === 'multipart') return multipart(rows)
  if (kind === 'file') return { bytes: bytesOf(rows[0]?.value ?? ''), type: 'application/octet-stream' }
  const form = new URLSearchParams(rows.map(({ name, value }): [string, string] => [name, value]))
  return { bytes: Buffer.from(form.toString()), type: 'application/x-www-form-urlencoded' }
}

/** Encodes the body of a request. @throws {AppError} apiCallTooLarge, apiCallFileBad */
function encodeBody(body: Body): EncodedBody {
  const sent = written(body)
  if ((sent.bytes?.length ?? 0) > callMaxBytes) fail('apiCallTooLarge', { mb: callMaxBytes / 1e6 })
  return sent
}

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

function withCookies({ url, headers }: Hop, jar: CookieJar | undefined): Hop['headers'] {
  const stored = jar && URL.canParse(url) ? jar.for(url, Date.now()) : []
  if (stored.length === 0) return headers
  const own = headers['cookie']
  return { ...headers, cookie: joinedCookies(Array.isArray(own) ? own.join('; ') : (own ?? ''), stored) }
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
        headers: withCookies(hop, sending.jar),
        givesRedirects: true,
        signal: sending.signal,
        ...(sending.stream && { streamMs: streamMaxMs - (performance.now() - began) }),
      })
      sending.jar?.take(hop.url, answer.headers['set-cookie'] ?? [], Date.now())
      const next = follows && redirects.length < mostRedirects ? nextHop(answer, hop, sending.hasSecrets) : undefined
      if (!next) return await wholeAnswer(answer, { url: hop.url, redirects, began, leftMs }, sending)
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
  { began, leftMs, ...at }: { url: string; redirects: string[]; began: number; leftMs: number },
  { stream, whole }: ExchangeOptions,
): Promise<Answer> {
  const type = answer.headers['content-type'] ?? ''
  const head = {
    status: answer.status,
    status_text: answer.statusText,
    ...at,
    headers: parseRawHeaders(answer.rawHeaders),
  }
  const isStream = stream !== undefined && /^\s*text\/event-stream\b/i.test(type)
  if (isStream) stream.onHead(head)
  // any other response has the usual time, although its request was allowed to wait for a stream
  const late = setTimeout(() => answer.body.destroy(new OutboundError('tooSlow')), leftMs)
  if (isStream) clearTimeout(late)
  try {
    const encoding = answer.headers['content-encoding'] ?? ''
    const options = isStream ? { onPiece: stream.onPiece } : { whole: whole?.file }
    const { content, file } = await readContent(answer.body, { type, encoding }, options)
    if (file) whole?.onStored(file)
    return { ...head, ...content, time_ms: Math.round(performance.now() - began) }
  } finally {
    clearTimeout(late)
  }
}
