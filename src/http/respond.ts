import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { type ErrorName, transportStatus } from '#shared/contract/errors.ts'
import type { App } from '#src/core/app.ts'
import { isDiskFull, isReadOnlyCopy } from '#src/core/data-folder.ts'
import { AppError } from '#src/core/errors.ts'
import type { EventStreamResponse } from '#src/core/event-stream-response.ts'
import type { FileResponse, RedirectResponse } from '#src/core/file-response.ts'
import { errorText, type Lang } from '#src/core/i18n.ts'
import { isTrusted, socketAddress } from './client-address.ts'
import { fieldLabel } from './field-label.ts'
import type { RequestContext } from './handlers.ts'

const compress = promisify(gzip)

// Smaller responses fit into a packet or two, so compressing them is a net cost. Source: issue of the foundation.
const compressFromBytes = 1024

/** Whether the client accepts an encoding. */
export const accepts = (request: IncomingMessage, encoding: string): boolean =>
  new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(
    String(request.headers['accept-encoding'] ?? ''),
  )

/** Sends JSON, compressed when that pays off. */
export async function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  type = 'application/json; charset=utf-8',
): Promise<void> {
  response.statusCode = status
  response.setHeader('Content-Type', type)
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('Vary', 'Accept-Encoding, Accept-Language')
  if (body.length < compressFromBytes || !accepts(request, 'gzip')) {
    response.setHeader('Content-Length', Buffer.byteLength(body))
    response.end(body)
    return
  }
  const packed = await compress(body, { level: constants.Z_BEST_SPEED })
  response.setHeader('Content-Encoding', 'gzip')
  response.setHeader('Content-Length', packed.length)
  response.end(packed)
}

/** Sends a page. Nothing in it is secret, so its compressed size tells nobody anything. */
export const sendHtml = (request: IncomingMessage, response: ServerResponse, html: string): Promise<void> =>
  sendJson(request, response, 200, html, 'text/html; charset=utf-8')

interface Range {
  start: number
  end: number
}

/** Sends plain text. */
export function sendText(response: ServerResponse, status: number, body: string): void {
  response.statusCode = status
  response.setHeader('Content-Type', 'text/plain; charset=utf-8')
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('Vary', 'Accept-Language')
  response.setHeader('Content-Length', Buffer.byteLength(body))
  response.end(body)
}

/** Sends a stream. Its pipeline alone waits for the end of the response in seven ways; Node warns of more than ten. */
function sendStream(stream: Readable, response: ServerResponse): Promise<void> {
  response.setMaxListeners(20)
  return pipeline(stream, response)
}

/** Sends events as they arrive. */
export async function sendEvents(response: ServerResponse, { events }: EventStreamResponse): Promise<void> {
  response.statusCode = 200
  response.setHeader('Content-Type', 'text/event-stream; charset=utf-8')
  response.setHeader('Cache-Control', 'no-store')
  // Keeps proxies from buffering the response.
  response.setHeader('X-Accel-Buffering', 'no')
  await sendStream(events, response)
}

/**
 * Parses one range of a file: `undefined` for the whole file, `unsatisfiable` for a range outside it. Several ranges
 * are ignored.
 */
function rangeOf(header: string | undefined, size: number): Range | undefined | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1])
  const end = match[1] === '' || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  return start > end || start >= size ? 'unsatisfiable' : { start, end }
}

/** Returns the requested range. With `If-Range`, only when the client has a part of the same version of the file. */
function wantedRange({ method, headers }: IncomingMessage, size: number, etag: string | undefined) {
  const condition = headers['if-range']
  const isSame = condition === undefined || condition === etag
  return method === 'GET' && isSame ? rangeOf(headers.range, size) : undefined
}

/** Whether the client already has this version of the file. */
const hasFile = ({ headers }: IncomingMessage, etag: string): boolean =>
  (headers['if-none-match'] ?? '').split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')))

const disposition = (how: 'attachment' | 'inline', name: string): string =>
  `${how}; filename*=UTF-8''${encodeURIComponent(name.toWellFormed()).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`

/** Redirects the browser, which keeps the part of its address after `#`. */
export function sendRedirect(response: ServerResponse, { redirectTo }: RedirectResponse): void {
  response.statusCode = 302
  response.setHeader('Location', redirectTo)
  response.setHeader('Cache-Control', 'no-store')
  response.end()
}

/** A header that makes the proxy in front send a stored file in place of the response's body. */
type OffloadHeader = readonly [name: string, value: string]

/**
 * Returns the header for a stored file; undefined when this server sends it: without the setting, for a file that is
 * missing, and for a client that did not come through a trusted proxy, which would get an empty file and a path.
 */
async function offloadOf(app: App, exchange: RequestContext, name: string): Promise<OffloadHeader | undefined> {
  const { file_offload, file_offload_path } = app.config
  if (file_offload === 'off' || !isTrusted(exchange.trusted, socketAddress(exchange.request.socket))) return undefined
  if ((await app.files.size(name)) === undefined) return undefined
  const path = app.files.pathOf(name)
  // A header takes no other characters.
  if (file_offload === 'x-sendfile' && !/^[\x20-\x7e]+$/.test(path)) return undefined
  return file_offload === 'x-accel'
    ? ['X-Accel-Redirect', `${file_offload_path}/${app.files.placeOf(name)}`]
    : ['X-Sendfile', path]
}

/**
 * Sends a file: a single range when requested, 304 when the client has it, and never as a type that could run here. Or
 * sends a redirect. With the setting `file_offload`, the proxy in front sends the content.
 */
export async function sendFile(
  app: App,
  exchange: RequestContext,
  file: FileResponse | RedirectResponse,
): Promise<void> {
  const { request, response } = exchange
  if ('redirectTo' in file) return sendRedirect(response, file)
  try {
    await sendContent(request, response, file, (name) => offloadOf(app, exchange, name))
  } finally {
    await file.done?.()
  }
}

async function sendContent(
  request: IncomingMessage,
  response: ServerResponse,
  file: FileResponse,
  offload: (name: string) => Promise<OffloadHeader | undefined>,
): Promise<void> {
  const etag = file.etag === undefined ? undefined : `"${file.etag}"`
  const isKnown = etag !== undefined && hasFile(request, etag)
  const range = wantedRange(request, file.sizeBytes, etag)
  const isWanted = request.method !== 'HEAD' && !isKnown && range !== 'unsatisfiable'
  const offloaded = isWanted && file.stored ? await offload(file.stored.name) : undefined
  // Read before the first header, so that a missing file is reported like any other error.
  const content = isWanted && !offloaded ? await file.read(range) : undefined

  response.setHeader('Content-Type', file.type)
  response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'")
  const stored = file.maxAge > 0 ? `max-age=${file.maxAge}` : 'no-cache'
  response.setHeader('Cache-Control', file.maxAge > 0 || etag !== undefined ? `private, ${stored}` : 'no-store')
  response.setHeader('Accept-Ranges', 'bytes')
  if (etag !== undefined) response.setHeader('ETag', etag)
  if (file.downloadAs !== undefined)
    response.setHeader('Content-Disposition', disposition('attachment', file.downloadAs))
  else if (file.shownAs !== undefined) response.setHeader('Content-Disposition', disposition('inline', file.shownAs))
  if (isKnown) {
    response.statusCode = 304
    response.end()
    return
  }
  if (range === 'unsatisfiable') {
    response.statusCode = 416
    response.setHeader('Content-Range', `bytes */${file.sizeBytes}`)
    response.end()
    return
  }
  if (offloaded) {
    // The proxy cuts the range itself, and sets the length.
    file.stored?.noteSent(range)
    response.setHeader(...offloaded)
    response.end()
    return
  }
  const length = range ? range.end - range.start + 1 : file.sizeBytes
  response.statusCode = range ? 206 : 200
  response.setHeader('Content-Length', length)
  if (range) response.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`)
  if (content instanceof Readable) await sendStream(content, response)
  // Content that was generated in memory comes whole, whichever range was requested.
  else
    response.end(range && content && content.length > length ? content.subarray(range.start, range.end + 1) : content)
}

/**
 * Converts a thrown value to an `AppError`. An unexpected error is a bug: it is logged in full and reported in general
 * terms.
 */
export function toAppError(error: unknown, exchange: RequestContext): AppError {
  if (error instanceof AppError) return error
  if (isReadOnlyCopy(error)) return new AppError('readOnlyCopy')
  if (isDiskFull(error)) {
    exchange.log.error({ request_id: exchange.requestId, err: error }, 'the disk is full')
    return new AppError('diskFull')
  }
  exchange.log.error({ request_id: exchange.requestId, err: error }, 'a request failed')
  return new AppError('internal')
}

/** Returns the message of an error, with the field's label in place of its name. */
export function messageOf({ errorName, values }: AppError, lang: Lang, endpoint?: Endpoint): string {
  const { field } = values
  const label = typeof field === 'string' ? fieldLabel(endpoint, [field], lang) : ''
  return errorText(lang, errorName, { label, ...values })
}

/** Returns the envelope of an error. */
export const errorBody = ({ lang, requestId }: RequestContext, rejection: AppError, endpoint?: Endpoint) => ({
  error_code: rejection.code,
  error_message: messageOf(rejection, lang, endpoint),
  error_name: rejection.errorName,
  ...(Object.keys(rejection.values).length > 0 && { error_values: rejection.values }),
  request_id: requestId,
})

/** Sends an error in its envelope; `endpoint` is the call that failed, when it is known. */
export async function sendError(
  exchange: RequestContext,
  failure: AppError,
  { endpoint, extra = {} }: { endpoint?: Endpoint; extra?: object } = {},
): Promise<void> {
  const { request, response } = exchange
  if (response.headersSent) {
    response.destroy()
    return
  }
  const name: ErrorName = failure.errorName
  if (name === 'tooManyRequests') response.setHeader('Retry-After', '60')
  // The rest of an unread body must not be parsed as the next request.
  if (!request.complete) response.setHeader('Connection', 'close')
  const body = { ...errorBody(exchange, failure, endpoint), ...extra }
  await sendJson(request, response, transportStatus[name] ?? 200, JSON.stringify(body))
}
