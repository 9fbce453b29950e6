import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '#src/core/errors.ts'
import { networkOf } from '#src/core/rate-limiter.ts'
import { Shares } from '#src/core/shares.ts'
import { giveUpBody } from './body.ts'
import { socketAddress } from './client-address.ts'

/** How many connections there may be, and how fast a body must come in. */
export interface ConnectionLimits {
  most: number
  /** How long a client may let the server wait before its connection is the first to be given up, in ms. */
  patienceMs: number
  /** How long a body may take however small, in ms; after that it must have come at this rate since its head. */
  graceMs: number
  bytesPerSecond: number
  /** How often that is looked at, in ms. */
  checkMs: number
}

interface Connection {
  socket: Socket
  /** The request that came last. */
  request: IncomingMessage | undefined
  /** When the connection, the head of that request, or the end of its answer came last, ms of the process's clock. */
  since: number
  /** How many bytes the connection had brought when that head had come. */
  headBytes: number
  /** How many of its requests are not yet answered. */
  unanswered: number
}

const signedIn = new WeakMap<Socket, () => void>()

/** Notes that a request comes from somebody who has signed in: their connections are kept before those of strangers. */
export const noteSignedIn = ({ socket }: IncomingMessage): void => signedIn.get(socket)?.()

/** Whether a connection waits for its client: idle between requests, or in the middle of one that has not come whole. */
const isWaiting = ({ request, unanswered }: Connection): boolean => unanswered === 0 || !request?.complete

/** The connections of the largest holders that are as large as the largest. */
function ofLargest(shares: Shares<Connection>): Connection[] {
  const lists = shares.largestFirst()
  return lists.filter(({ length }) => length === lists[0]?.length).flat()
}

/**
 * Keeps the connections of a server within limits. When there are too many, no newcomer is turned away: whoever has most gives
 * up the oldest of theirs, first one that has waited for its client for a while. Somebody who has signed in is a stranger no more and gives
 * way only when there are no strangers, and never while an answer is on its way; so do trusted proxies, behind which many
 * stand. A body that comes in too slowly is given up.
 */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  isTrusted: (address: string) => boolean,
): void {
  const strangers = new Shares<Connection>()
  const known = new Shares<Connection>()
  const all = new Map<Socket, Connection>()

  const drop = (connection: Connection) => {
    all.delete(connection.socket)
    strangers.remove(connection)
    known.remove(connection)
    connection.socket.destroy()
  }

  const toDropFor = (newcomer: Connection): Connection => {
    const longAgo = performance.now() - limits.patienceMs
    const candidates = ofLargest(strangers).filter((one) => one !== newcomer)
    return (
      candidates.find((one) => isWaiting(one) && one.since <= longAgo) ??
      candidates[0] ??
      known.largestFirst().flat().find(isWaiting) ??
      newcomer
    )
  }

  server.on('connection', (socket: Socket) => {
    const address = socketAddress(socket)
    const holder = networkOf(address)
    const connection: Connection = { socket, request: undefined, since: performance.now(), headBytes: 0, unanswered: 0 }
    all.set(socket, connection)
    if (isTrusted(address)) known.add(holder, connection)
    else {
      strangers.add(holder, connection)
      signedIn.set(socket, () => {
        if (!all.has(socket)) return
        signedIn.delete(socket)
        strangers.remove(connection)
        known.add(holder, connection)
      })
    }
    socket.once('close', () => drop(connection))
    if (all.size > limits.most) drop(toDropFor(connection))
  })

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = all.get(request.socket)
    if (!connection) return
    connection.request = request
    connection.since = performance.now()
    connection.headBytes = request.socket.bytesRead
    connection.unanswered++
    response.once('close', () => {
      connection.unanswered--
      connection.since = performance.now()
    })
  })

  const isTooSlow = ({ request, since, headBytes, socket, unanswered }: Connection): boolean => {
    if (!request || request.complete || unanswered === 0) return false
    const allowedMs = limits.graceMs + ((socket.bytesRead - headBytes) / limits.bytesPerSecond) * 1000
    return performance.now() - since > allowedMs
  }
  const checking = setInterval(() => {
    for (const connection of all.values()) {
      if (!isTooSlow(connection)) continue
      const { request } = connection
      if (!request || !giveUpBody(request, new AppError('bodyTooSlow'))) drop(connection)
    }
  }, limits.checkMs)
  checking.unref()
  server.once('close', () => clearInterval(checking))
}
