import { PassThrough } from 'node:stream'
import type { z } from 'zod'
import type { CallRequest, CallResponse } from '#shared/contract/api-call.ts'
import { callMaxMs } from '#shared/contract/api-call-rules.ts'
import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import type { App } from '#src/core/app.ts'
import { createConcurrencyGuard } from '#src/core/concurrency-guard.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { type EventStreamResponse, formatEvent } from '#src/core/event-stream-response.ts'
import { errorText, type Lang } from '#src/core/i18n.ts'
import { OutboundError } from '#src/core/safe-fetch.ts'
import { versionText } from '#src/core/version.ts'
import type { CookieJar } from './cookie-jar.ts'
import { openJar, saveJar } from './cookies.ts'
import { getSecrets } from './environments.ts'
import { saveCall } from './history.ts'
import { ExchangeError, type ExchangeOptions, exchange, type StreamHead } from './http-exchange.ts'
import { injectSecrets } from './inject-secrets.ts'
import { redactUrls } from './redact.ts'
import { keepResponseFile, WholeResponse } from './response-files.ts'

// Sending makes the server, which is shared with other users, call hosts that did not ask for it. Source: security 3,
// Requests the server makes.
const enter = createConcurrencyGuard({ ofPerson: 3, inAll: 16 })
const perMinute = { ofPerson: 60, toHost: 120, inAll: 600 }

/** Counts a request before it is sent. @throws {AppError} tooManyRequests */
function count({ limiter }: App, key: string, most: number): void {
  if (!limiter.take(key, most, 60_000)) fail('tooManyRequests')
}

/** Counts a request or connection of a person. @throws {AppError} tooManyRequests */
export function countCall(app: App, { uid }: User): void {
  count(app, 'apiCallAll:', perMinute.inAll)
  count(app, `apiCall:${uid}`, perMinute.ofPerson)
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '')

const ofCertificate = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_OSSL|EPROTO|HOSTNAME_MISMATCH)/

/** Returns the error for a failed exchange. Unexpected errors are thrown again. */
export function toAppError({ host, cause, isRedirected }: ExchangeError): AppError {
  if (cause instanceof AppError) return cause
  if (!(cause instanceof OutboundError)) {
    if (/^(Z_|ERR_.*ZLIB|ERR_.*BROTLI|ERR__ERROR)/.test(codeOf(cause)))
      return new AppError('apiCallAnswerBad', { host })
    throw cause
  }
  const code = codeOf(cause.cause)
  switch (cause.reason) {
    case 'badAddress':
      return new AppError('apiCallAddressBad')
    case 'notAllowed':
      // a separate error, because clients may safely send again a request that was certainly never sent
      return new AppError(isRedirected ? 'apiCallRedirectNotAllowed' : 'apiCallNotAllowed', { host })
    case 'tooSlow':
      return new AppError('apiCallTooSlow', { host, seconds: callMaxMs / 1000 })
    case 'tooLarge':
      return new AppError('apiCallAnswerBad', { host })
    default:
      if (!isRedirected && (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EAI_NODATA'))
        return new AppError('apiCallUnknownHost', { host })
      if (ofCertificate.test(code)) return new AppError('apiCallCertificate', { host, reason: code })
      return new AppError(code.startsWith('HPE_') ? 'apiCallAnswerBad' : 'apiCallUnreachable', { host })
  }
}

/** A request to send for a user. */
interface Order {
  env_id: number
  request: z.output<typeof CallRequest>
  signal: AbortSignal
  /** The time limit, in ms. */
  totalMs?: number
  /** Cookies of earlier responses. */
  jar?: CookieJar
  /** Gets a stream of events as it arrives. */
  stream?: NonNullable<ExchangeOptions['stream']> | undefined
  /** Gets all of a response that is longer than what is shown. */
  whole?: NonNullable<ExchangeOptions['whole']>
}

/**
 * Sends a request for `user`, with their own secrets, within the limits for hosts and for the whole site. Its content is
 * not logged.
 *
 * @returns the response as it came, and the secrets that the request contained
 * @throws {AppError} environmentGone, secretMissing, secretElsewhere, tooManyRequests, and those whose names begin with
 *   `apiCall`
 */
export async function performCall(
  app: App,
  user: User,
  item: ItemAccess,
  { env_id, request: given, signal, totalMs, jar, stream, whole }: Order,
): Promise<{ answer: z.output<typeof CallResponse>; used: string[] }> {
  count(app, 'apiCallAll:', perMinute.inAll)
  const { request, used } = injectSecrets(given, await getSecrets(app, user, item, env_id))
  const answer = await exchange(request, {
    rules: { allow: app.config.outbound_allow },
    agent: `Docstead/${versionText}`,
    hasSecrets: used.length > 0,
    signal,
    ...(totalMs !== undefined && { totalMs }),
    ...(jar && { jar }),
    ...(whole && { whole }),
    ...(stream && { stream: { ...stream, onHead: (head) => stream.onHead(redactHead(head, used)) } }),
    onHost: (host) => count(app, `apiCallHost:${host}`, perMinute.toHost),
  }).catch((error: unknown) => {
    throw error instanceof ExchangeError ? noted(app, user, error) : error
  })
  return { answer, used }
}

/** The file of a whole response, as its sender gets it. */
interface StoredFile {
  file_id: string
  size_bytes: number
}

/**
 * Sends a request of a page for `user`, with the cookies that earlier responses have set, and saves it in their history.
 *
 * @throws {AppError} those of `performCall`
 */
export async function sendCall(
  app: App,
  user: User,
  item: ItemAccess,
  input: { page_id: number; env_id: number; request: z.output<typeof CallRequest> },
  gone: AbortSignal,
  stream?: Order['stream'],
): Promise<{ id: number; answer: z.output<typeof CallResponse>; file: StoredFile | null }> {
  const leave = enter(user.uid)
  try {
    count(app, `apiCall:${user.uid}`, perMinute.ofPerson)
    const jar = await openJar(app, user, item, input.env_id)
    let stored: { path: string; sizeBytes: number } | undefined
    const whole = {
      file: new WholeResponse(app.files.incomingPath()),
      onStored(file: typeof stored) {
        stored = file
      },
    }
    const order = { ...input, signal: gone, jar, stream, whole }
    const { answer, used } = await performCall(app, user, item, order).finally(() =>
      saveJar(app, user, item, input.env_id, jar),
    )
    const file = stored && {
      file_id: await keepResponseFile(user, stored.path, stored.sizeBytes),
      size_bytes: stored.sizeBytes,
    }
    const secrets = [...used, ...jar.secretValues]
    const id = await saveCall(app, user, { ...input, answer, used: secrets, is_browser: 0 })
    return { id, answer: redactUrls(answer, used), file: file ?? null }
  } finally {
    leave()
  }
}

const redactHead = (head: StreamHead, used: readonly string[]): StreamHead => {
  const empty = { content: '', is_base64: false, is_truncated: false, size_bytes: 0, time_ms: 0 }
  const { status, status_text, url, redirects, headers } = redactUrls({ ...head, ...empty }, used)
  return { status, status_text, url, redirects, headers }
}

/**
 * Sends a request like `sendCall`. When the response is a stream of events, it is passed on while it arrives: first
 * `{ head }`, then `{ text }` for each piece, at the end `{ done }` with what `sendCall` returns, or `{ failed }`.
 *
 * @throws {AppError} those of `sendCall`, before the first event
 */
export async function streamCall(
  app: App,
  user: User,
  item: ItemAccess,
  input: Parameters<typeof sendCall>[3],
  { gone, lang }: { gone: AbortSignal; lang: Lang },
): Promise<EventStreamResponse | Awaited<ReturnType<typeof sendCall>>> {
  const events = new PassThrough()
  const stopping = new AbortController()
  events.once('close', () => stopping.abort())
  const write = (event: object) => {
    if (!events.writableEnded && !events.destroyed) events.write(formatEvent(event))
  }
  const decoder = new TextDecoder()
  const { promise: begun, resolve: begin } = Promise.withResolvers<'stream'>()
  const sent = sendCall(app, user, item, input, AbortSignal.any([gone, stopping.signal]), {
    onHead(head) {
      write({ head })
      begin('stream')
    },
    onPiece: (piece) => write({ text: decoder.decode(piece, { stream: true }) }),
  })
  const first = await Promise.race([begun, sent])
  if (first !== 'stream') {
    events.destroy()
    return first
  }
  void sent
    .then(
      (done) => write({ done }),
      (error: unknown) => {
        const { errorName, values } = error instanceof AppError ? error : new AppError('internal')
        write({ failed: { error_name: errorName, error_message: errorText(lang, errorName, values) } })
      },
    )
    .finally(() => events.end())
  return { events }
}

function noted(app: App, { uid }: User, error: ExchangeError): AppError {
  const rejection = toAppError(error)
  app.log.info({ uid, host: error.host, reason: rejection.errorName }, 'a request of a page failed')
  return rejection
}
