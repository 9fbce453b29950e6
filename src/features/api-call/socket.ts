import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import WebSocket from 'ws'
import type { z } from 'zod'
import type { SocketRequest } from '#shared/contract/api-call.ts'
import { streamMaxMs } from '#shared/contract/api-call-rules.ts'
import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import type { App } from '#src/core/app.ts'
import { createConcurrencyGuard } from '#src/core/concurrency-guard.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { type EventStreamResponse, formatEvent } from '#src/core/event-stream-response.ts'
import { safeConnect } from '#src/core/safe-fetch.ts'
import { versionText } from '#src/core/version.ts'
import { joinedCookies } from './cookie-jar.ts'
import { openJar } from './cookies.ts'
import { getSecrets } from './environments.ts'
import { ExchangeError, encodeHeaders, requireWebPort } from './http-exchange.ts'
import { injectSecrets, type Secret } from './inject-secrets.ts'
import { countCall, toAppError } from './send.ts'

// Each keeps a connection of the server open, for minutes.
const enter = createConcurrencyGuard({ ofPerson: 3, inAll: 30 })
const messageMostBytes = 1_000_000
const waitingMostBytes = 4_000_000
const shownMost = 200_000
const handshakeMs = 10_000
const sentPerMinute = 300

interface Connection {
  uid: number
  socket: WebSocket
  /** The address with `http` in place of `ws`: secrets are for hosts. */
  url: string
  secrets: Secret[]
}

// A connection is of this process: with several, messages must go to the one that holds it.
const connections = new Map<string, Connection>()

const noBody = { kind: 'none', text: '', rows: [] } as const

/** Fills the secrets of the sender in the address and the headers of a connection. */
async function prepare(
  app: App,
  user: User,
  item: ItemAccess,
  { env_id, socket: order }: { env_id: number; socket: z.output<typeof SocketRequest> },
) {
  if (!/^wss?:\/\//i.test(order.url) || !URL.canParse(order.url)) fail('apiCallAddressBad')
  const secrets = await getSecrets(app, user, item, env_id)
  const url = order.url.replace(/^ws/i, 'http')
  const given = { method: 'GET' as const, url, headers: order.headers, body: { ...noBody, rows: [] }, follow: false }
  const { request } = injectSecrets(given, secrets)
  const target = URL.canParse(request.url) ? new URL(request.url) : fail('apiCallAddressBad')
  if (target.username !== '' || target.password !== '') fail('apiCallAddressBad')
  const headers = encodeHeaders(request.headers)
  const stored = (await openJar(app, user, item, env_id)).for(target.href, Date.now())
  const cookie = joinedCookies([headers['cookie'] ?? []].flat().join('; '), stored)
  return { target, secrets, headers: { ...headers, ...(cookie !== '' && { cookie }) } }
}

/**
 * Connects to a WebSocket for `user`, with headers, cookies and their own secrets, by the rules of other requests. What
 * happens is passed on as events: first `{ socket_id }`, then `open`, `message` and at the end `close`. It ends with the
 * stream, and after five minutes.
 *
 * @throws {AppError} those of `performCall`, before the first event
 */
export async function openSocket(
  app: App,
  user: User,
  item: ItemAccess,
  input: { env_id: number; socket: z.output<typeof SocketRequest> },
): Promise<EventStreamResponse> {
  const leave = enter(user.uid)
  try {
    countCall(app, user)
    const { target, secrets, headers } = await prepare(app, user, item, input)
    const isTls = target.protocol === 'https:'
    const host = target.hostname.replaceAll(/^\[|\]$/g, '')
    const port = Number(target.port) || (isTls ? 443 : 80)
    const connection = await Promise.resolve()
      .then(() => requireWebPort(target.href))
      .then(() => safeConnect({ allow: app.config.outbound_allow }, { host, port, isTls }))
      .catch((error: unknown) => {
        throw toAppError(new ExchangeError(target.host, error, false))
      })
    const socket = connectOver(connection, target, input.socket.protocols, headers)
    return { events: relay({ uid: user.uid, socket, url: target.href, secrets }, leave) }
  } catch (error) {
    leave()
    throw error
  }
}

function connectOver(
  connection: Awaited<ReturnType<typeof safeConnect>>,
  target: URL,
  protocols: readonly string[],
  headers: Record<string, string | string[]>,
): WebSocket {
  try {
    return new WebSocket(target.href.replace(/^http/, 'ws'), [...protocols], {
      headers: { 'user-agent': `Docstead/${versionText}`, ...headers } as Record<string, string>,
      createConnection: () => connection,
      // a small message could unpack to a large one
      perMessageDeflate: false,
      maxPayload: messageMostBytes,
      handshakeTimeout: handshakeMs,
      followRedirects: false,
    })
  } catch {
    connection.destroy()
    throw new AppError('apiCallHeaderBad', { name: 'Sec-WebSocket-Protocol' })
  }
}

function relay(connection: Connection, leave: () => void): PassThrough {
  const { socket } = connection
  const events = new PassThrough({ highWaterMark: waitingMostBytes })
  const socket_id = randomBytes(16).toString('hex')
  connections.set(socket_id, connection)
  events.on('drain', () => socket.resume())
  const write = (event: object) => {
    if (events.writableEnded || events.destroyed) return
    if (!events.write(formatEvent(event))) socket.pause()
  }
  const late = setTimeout(() => socket.close(1000), streamMaxMs)
  write({ socket_id })
  let status = ''
  socket.on('open', () => write({ kind: 'open', protocol: socket.protocol }))
  socket.on('message', (data: Buffer, isBinary) => {
    const text = isBinary ? '' : data.toString('utf8').slice(0, shownMost)
    write({ kind: 'message', text, size: data.length, isBinary })
  })
  socket.on('unexpected-response', (request, response) => {
    status = `HTTP ${response.statusCode ?? ''}`
    request.destroy()
    socket.terminate()
  })
  socket.on('error', (error) => {
    status ||= error.message
  })
  socket.on('close', (code, reason) => {
    write({ kind: 'close', code, reason: reason.toString('utf8') || status, isClean: code === 1000 })
    events.end()
  })
  events.once('close', () => {
    clearTimeout(late)
    connections.delete(socket_id)
    socket.terminate()
    leave()
  })
  return events
}

/**
 * Sends a message on a connection of `user`, with their own secrets filled in, or ends the connection.
 *
 * @throws {AppError} apiCallSocketGone, secretMissing, secretElsewhere, tooManyRequests
 */
export function sendToSocket(
  app: App,
  { uid }: User,
  { socket_id, text, is_end }: { socket_id: string; text: string; is_end: boolean },
): void {
  const connection = connections.get(socket_id)
  if (connection?.uid !== uid || connection.socket.readyState !== WebSocket.OPEN) return fail('apiCallSocketGone')
  if (is_end) return connection.socket.close(1000)
  if (!app.limiter.take(`apiCallSocket:${uid}`, sentPerMinute, 60_000)) fail('tooManyRequests')
  const body = { kind: 'text' as const, text, rows: [] }
  const given = { method: 'POST' as const, url: connection.url, headers: [], body, follow: false }
  connection.socket.send(injectSecrets(given, connection.secrets).request.body.text)
}
