import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '#src/core/errors.ts'
import { networkOf } from '#src/core/rate-limiter.ts'
import { Shares } from '#src/core/resource-shares.ts'
import { giveUpBody } from './body.ts'
import { socketAddress } from './client-address.ts'

/** Limits for the number of connections and the minimum speed of a body. */
interface ConnectionLimits {
  most: number
  /** How long a connection may wait for its client before it may be closed to make room, in ms. */
  patienceMs: number
  /**
   * The minimum time that every body may take, in ms; after that it must have arrived at `bytesPerSecond` since its
   * headers.
   */
  graceMs: number
  bytesPerSecond: number
  /** How often the speed is checked, in ms. */
  checkMs: number
}

interface Connection {
  socket: Socket
  /** The most recent request. */
  request: IncomingMessage | undefined
  /**
   * When the connection opened, the headers of that request arrived, or its response ended, whichever was last; ms of
   * the process's monotonic clock.
   */
  since: number
  /** How many bytes the connection had received when those headers were complete. */
  headBytes: number
  /** How many of its requests have no response yet. */
  unanswered: number
}

const signedIn = new WeakMap<Socket, () => void>()

/** Marks the connection as that of a signed-in user, so that it is kept in preference to anonymous ones. */
export const noteSignedIn = ({ socket }: IncomingMessage): void => signedIn.get(socket)?.()

/** Whether a connection waits for its client: idle between requests, or in the middle of an incomplete request. */
const isWaiting = ({ request, unanswered }: Connection): boolean => unanswered === 0 || !request?.complete

/** Returns the connections of every holder whose share equals the largest. */
function ofLargest(shares: Shares<Connection>): Connection[] {
  const lists = shares.largestFirst()
  return lists.filter(({ length }) => length === lists[0]?.length).flat()
}

/**
 * Keeps the number of connections of a server within limits. When there are too many, the new one is normally accepted
 * and the anonymous holder with the most connections loses their oldest, first one that has waited for its client for a
 * while. Connections of signed-in users are closed only when there are no anonymous ones, and never while a response is
 * being sent; the same holds for trusted proxies, which carry many clients. A body that arrives too slowly is aborted.
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
