import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { AppError } from '#src/core/errors.ts'
import type { StoredFiles } from '#src/core/files.ts'
import { readBody } from '#src/http/body.ts'
import { limitConnections, noteSignedIn } from '#src/http/connections.ts'
import { strictFields } from '#src/http/fields.ts'

const answer: RequestListener = (request, response) => {
  if (request.headers['x-session'] === 'good') noteSignedIn(request)
  request.resume()
  // a response that never ends, and one that is sent when everything has been read
  if (request.url === '/stream') response.write('begun')
  else request.once('end', () => response.end('ok'))
}

const limits = { most: 10, patienceMs: 0, graceMs: 60_000, bytesPerSecond: 1, checkMs: 20 }

async function listen(given: Partial<typeof limits> = {}, trusted: string[] = [], listener = answer) {
  let heads = 0
  const server = createServer({ keepAliveTimeout: 60_000 }, listener).prependListener('request', () => void heads++)
  limitConnections(server, { ...limits, ...given }, (address) => trusted.includes(address))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const open = async (from: string, text = '') => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    socket.on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    socket.resume()
    const before = heads
    if (text !== '') socket.write(text)
    if (text.includes('\r\n\r\n')) await vi.waitFor(() => expect(heads).toBeGreaterThan(before), { interval: 1 })
    return socket
  }
  /** Opens this many connections, one after another, each starting with the same text. */
  const openMany = async (from: string, count: number, text = '') => {
    const sockets: Socket[] = []
    for (let at = 0; at < count; at++) sockets.push(await open(from, text))
    return sockets
  }
  const ask = (from: string) =>
    new Promise<string>((resolve) => {
      const sent = get({ port, host: '127.0.0.1', localAddress: from, agent: false }, (given: IncomingMessage) => {
        given.resume().once('end', () => resolve('answered'))
      })
      sent.once('error', () => resolve('refused'))
    })
  const count = () => new Promise<number>((resolve) => server.getConnections((_, number) => resolve(number)))
  return { open, openMany, ask, count }
}

const isGone = (socket: Socket) => socket.destroyed || socket.readableEnded
const goneOf = (sockets: readonly Socket[]) => sockets.filter(isGone).length
const untilGone = (sockets: readonly Socket[], number: number) =>
  vi.waitFor(() => expect(goneOf(sockets)).toBe(number), { timeout: 5_000 })

const halfHead = 'GET / HTTP/1.1\r\nHost: x\r\n'
const halfBody = (more = '') => `POST / HTTP/1.1\r\nHost: x\r\n${more}Content-Length: 1000\r\n\r\nbegun`
const stream = (more = '') => `GET /stream HTTP/1.1\r\nHost: x\r\n${more}\r\n`
const session = 'X-Session: good\r\n'

test.each([
  ['that say nothing', ''],
  ['with half a head', halfHead],
  ['with half a body', halfBody()],
  ['that read no answer', stream()],
])('connections from one address %s do not block other addresses', async (_, text) => {
  const { openMany, ask, count } = await listen()
  const hog = await openMany('127.0.0.2', 30, text)
  await untilGone(hog, 20)
  for (let at = 0; at < 5; at++) expect(await ask('127.0.0.3')).toBe('answered')
  expect(await count()).toBeLessThanOrEqual(10)
})

test('drops a connection of the largest holder when the limit is reached', async () => {
  const { openMany, ask } = await listen()
  const quiet = await openMany('127.0.0.3', 4, halfHead)
  const hog = await openMany('127.0.0.2', 20, halfHead)
  await untilGone(hog, 14)
  expect(await ask('127.0.0.4')).toBe('answered')
  await untilGone(hog, 15)
  expect(goneOf(quiet)).toBe(0)
})

test.each([halfHead, stream()])('accepts a newcomer from an address that holds all connections: %j', async (text) => {
  const { openMany, ask } = await listen({ patienceMs: 60_000 })
  const hog = await openMany('127.0.0.2', 10, text)
  expect(await ask('127.0.0.2')).toBe('answered')
  await untilGone(hog, 1)
  expect(isGone(hog[0] as Socket)).toBe(true)
})

test('drops a connection that waits for its client before one that is being served', async () => {
  const { openMany, ask } = await listen()
  const busy = await openMany('127.0.0.2', 5, stream())
  const idle = await openMany('127.0.0.2', 5, halfHead)
  expect(await ask('127.0.0.3')).toBe('answered')
  await untilGone(idle, 1)
  expect(goneOf(busy)).toBe(0)
})

test('keeps the connections of signed-in users, however many share an address', async () => {
  const { openMany, ask } = await listen()
  const streams = await openMany('127.0.0.2', 4, stream(session))
  const bodies = await openMany('127.0.0.2', 3, halfBody(session))
  const hog = await openMany('127.0.0.3', 10, halfHead)
  await untilGone(hog, 7)
  for (let at = 0; at < 5; at++) expect(await ask('127.0.0.4')).toBe('answered')
  expect(goneOf([...streams, ...bodies])).toBe(0)
})

test('among signed-in users, drops waiting connections and keeps those being served', async () => {
  const { openMany, ask } = await listen()
  const streams = await openMany('127.0.0.2', 8, stream(session))
  const bodies = await openMany('127.0.0.2', 2, halfBody(session))
  expect(await ask('127.0.0.3')).toBe('answered')
  await untilGone(bodies, 1)
  const more = await openMany('127.0.0.2', 2, stream(session))
  await untilGone([...bodies, ...more], 2)
  expect(goneOf(streams)).toBe(0)
})

test('does not count a trusted proxy as one client: its connections are never dropped', async () => {
  const { openMany, ask } = await listen({}, ['127.0.0.2'])
  const proxy = await openMany('127.0.0.2', 9, halfHead)
  const hog = await openMany('127.0.0.3', 4, halfHead)
  await untilGone(hog, 3)
  expect(await ask('127.0.0.2')).toBe('answered')
  expect(await ask('127.0.0.4')).toBe('answered')
  expect(goneOf(proxy)).toBe(0)
})

test('cuts off a body that arrives too slowly, not one that arrives fast enough', async () => {
  const { open } = await listen({ graceMs: 200, bytesPerSecond: 1_000 })
  const slow = await open('127.0.0.2', halfBody())
  const steady = await open('127.0.0.2', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 20000\r\n\r\n')
  const texts: string[] = []
  steady.on('data', (chunk) => void texts.push(String(chunk)))
  const trickle = setInterval(() => void slow.write('x'), 20)
  const flow = setInterval(() => void steady.write('x'.repeat(500)), 20)
  onTestFinished(() => {
    clearInterval(trickle)
    clearInterval(flow)
  })
  await untilGone([slow], 1)
  await vi.waitFor(() => expect(texts.join('')).toContain('200 OK'), { timeout: 5_000 })
})

test('tells the sender of a body that arrives too slowly why it was cut off', async () => {
  const sender = { holder: '127.0.0.2', isSignedIn: false }
  const how = { upload: undefined, sender, rules: strictFields, isLarge: false }
  const { open } = await listen({ graceMs: 100 }, [], async (request, response) => {
    const read = readBody(request, {} as StoredFiles, how)
    await read.catch((error: AppError) => response.writeHead(408, { connection: 'close' }).end(error.errorName))
  })
  const slow = await open('127.0.0.2', halfBody())
  const [said] = await once(slow, 'data')
  expect(String(said)).toMatch(/^HTTP\/1.1 408 [^]*bodyTooSlow/)
  await untilGone([slow], 1)
})
