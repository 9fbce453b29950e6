import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json' }

/** Sends raw bytes on a separate connection. */
function open(app: TestApp, path: string, body: string) {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  const head = 'Host: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000'
  socket.write(`POST /api/${path} HTTP/1.1\r\n${head}\r\n\r\n${body}`)
  return socket
}

const filePart = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"; filename="y"\r\n\r\nhello`

/** The next request that a server of this process begins to read. */
const nextRequest = (): Promise<IncomingMessage> =>
  new Promise((resolve) => {
    const name = 'http.server.request.start'
    const take = (message: unknown) => {
      unsubscribe(name, take)
      resolve((message as { request: IncomingMessage }).request)
    }
    subscribe(name, take)
  })

// An unhandled error ends the process; here it fails the test run by itself.
test.each([
  ['common/version', filePart('x')],
  ['page/uploadImg', filePart('x')],
  ['page/uploadImg', filePart('editormd-image-file')],
])('a sender who disconnects in the middle of a file does no harm: %s', async (path, body) => {
  const app = await createTestApp()
  const arrives = nextRequest()
  const socket = open(app, path, body)
  const { socket: received } = await arrives
  await expect.poll(() => received.bytesRead).toBe(socket.bytesWritten)
  socket.destroy()
  await expect.poll(() => received.closed).toBe(true)
  expect((await app.call('common/version')).json).toMatchObject({ error_code: 0 })
  expect(app.errors).toEqual([])
})

test('responds to a rejected form before it has ended', async () => {
  const app = await createTestApp()
  const socket = open(app, 'common/version', filePart('x'))
  const answer = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
  expect(answer).toContain('badParameter')
  socket.destroy()
})

test('the fields of a multipart form share one limit', async () => {
  const app = await createTestApp()
  const body = new FormData()
  for (let at = 0; at < 3; at++) body.append(`field${at}`, 'x'.repeat(9_000_000))
  // the server may close before everything is sent
  const { status } = await app.call('common/version', body).catch(() => ({ status: 413 }))
  expect(status).toBe(413)
  const chunked = new Response(body)
  const stream = await fetch(`${app.url}/api/common/version`, {
    method: 'POST',
    headers: { 'content-type': chunked.headers.get('content-type') ?? '' },
    body: chunked.body,
    duplex: 'half',
  } as RequestInit).catch(() => ({ status: 413 }))
  expect(stream.status).toBe(413)
}, 20_000)

/** An app behind a proxy, so that each call may come from its own address. */
const proxiedApp = () => createTestApp({ config: { trusted_proxies: ['127.0.0.1'] } })

/** Sends the beginning of a body and nothing more; returns a promise of the error name, if there is an error. */
function begin(app: TestApp, at: { path: string; from: string; type: string; token?: string; bytes: number }) {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  const head = [
    `POST /api/${at.path} HTTP/1.1`,
    'Host: x',
    `X-Forwarded-For: ${at.from}`,
    `Content-Type: ${at.type}`,
    `Content-Length: ${at.bytes}`,
    ...(at.token === undefined ? [] : [`Authorization: Bearer ${at.token}`]),
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  const refused = new Promise<string>((resolve) => {
    let said = ''
    socket.on('data', (chunk) => {
      said += String(chunk)
      const name = /"error_name":"(\w+)"/.exec(said)?.[1]
      if (name) resolve(name)
    })
  })
  return { socket, refused }
}

/** Begins this many large bodies and waits until each has been accepted or rejected. */
async function beginLarge(app: TestApp, count: number, at: { from: string; token?: string }) {
  const bytes = 11_900_000
  const begun = Array.from({ length: count }, () =>
    begin(app, { ...at, path: 'page/save', type: 'application/json', bytes }),
  )
  const chunk = Buffer.alloc(bytes - 1, ' ')
  const settled = await Promise.all(
    begun.map(({ socket, refused }) =>
      Promise.race([refused, new Promise<string>((resolve) => socket.write(chunk, () => resolve('taken')))]),
    ),
  )
  return { begun, settled }
}

const largeText = 'x'.repeat(3_000_000)

test('unfinished bodies from one address leave room for the large saves of all others', async () => {
  const app = await proxiedApp()
  const item_id = await app.rows.newItem({ owner: 'ann' })
  await beginLarge(app, 20, { from: '192.0.2.66' })
  const save = (from: string, how: { as?: string; fields?: Record<string, string> }) =>
    app.call(
      'page/save',
      { item_id: String(item_id), page_title: from, page_content: largeText, ...how.fields },
      { headers: { 'x-forwarded-for': from }, ...(how.as === undefined ? {} : { as: how.as }) },
    )
  // signed in, also from the same address; and an old client, whose token is in the body
  expect((await save('192.0.2.1', { as: 'ann' })).json).toMatchObject({ error_code: 0 })
  expect((await save('192.0.2.66', { as: 'ann' })).json).toMatchObject({ error_code: 0 })
  const user_token = app.token('ann')
  expect((await save('192.0.2.2', { fields: { user_token } })).json).toMatchObject({ error_code: 0 })
}, 60_000)

test('unfinished bodies of a signed-in user leave room for the others', async () => {
  const app = await proxiedApp()
  const item_id = await app.rows.newItem({ owner: 'ann' })
  const { begun } = await beginLarge(app, 20, { from: '192.0.2.66', token: app.token('mal') })
  const fields = { item_id: String(item_id), page_title: 'T', page_content: largeText }
  const saved = await app.call('page/save', fields, { as: 'ann', headers: { 'x-forwarded-for': '192.0.2.66' } })
  expect(saved.json).toMatchObject({ error_code: 0 })
  expect(await begun.at(-1)?.refused).toBe('tooManyRequests')
}, 60_000)

test('one address cannot keep all others from sending files', async () => {
  const app = await proxiedApp()
  const type = 'multipart/form-data; boundary=b'
  const hog = Array.from({ length: 20 }, () => {
    const sent = begin(app, { path: 'page/uploadImg', from: '192.0.2.66', type, bytes: 100_000 })
    sent.socket.write(filePart('editormd-image-file'))
    return sent
  })
  // the last ones are rejected, those before are still being received
  await Promise.all(hog.slice(16).map(({ refused }) => refused))
  const send = (from: string, as?: string) => {
    const body = new FormData()
    body.append('a', '1')
    const headers = { 'x-forwarded-for': from }
    return app.call('common/version', body, { headers, ...(as === undefined ? {} : { as }) })
  }
  expect((await send('192.0.2.66')).json).toMatchObject({ error_name: 'tooManyRequests' })
  // many people in the same office at once
  const office = await Promise.all(Array.from({ length: 30 }, (_, at) => send('192.0.2.66', `person${at}`)))
  expect([...new Set(office.map(({ json }) => json.error_code))]).toEqual([0])
  expect((await send('192.0.2.1')).json).toMatchObject({ error_code: 0 })
  for (const { socket } of hog) socket.destroy()
  await vi.waitFor(async () => expect((await send('192.0.2.66')).json).toMatchObject({ error_code: 0 }))
})

/** How long the event loop was blocked during a call, in ms. */
async function stall(operation: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 5)
  await operation()
  longest = Math.max(longest, performance.now() - last)
  clearInterval(timer)
  return longest
}

test('rejects a text of combining marks that would take hours to normalize', async () => {
  const app = await createTestApp()
  const username = `a${'\u0301\u0316'.repeat(100_000)}`
  const send = (length: number) =>
    app.call('user/loginByVerify', JSON.stringify({ username: username.slice(0, length), password: 'x' }), {
      headers: json,
    })
  expect(await stall(() => send(200_001))).toBeLessThan(1500)
  expect((await send(200_001)).json).toMatchObject({ error_name: 'textTooLong' })
  expect((await send(300)).json).toMatchObject({ error_name: 'badParameter' })
}, 20_000)

test('measures a name by its composed characters', async () => {
  const app = await createTestApp()
  const { item_id } = await app.as('ann').item.add({ item_name: 'e\u0323\u0302'.repeat(200) })
  expect(await app.as('ann').item.detail({ item_id: String(item_id) })).toMatchObject({ item_name: 'ệ'.repeat(200) })
})

test('rejects JSON with very many values before building it', async () => {
  const app = await createTestApp()
  const body = `{"a":[${'{},'.repeat(3_000_000)}0]}`
  const before = process.memoryUsage().rss
  const { json: answer } = await app.call('common/version', body, { headers: json })
  expect(answer).toMatchObject({ error_name: 'badParameter' })
  expect(process.memoryUsage().rss - before).toBeLessThan(250_000_000)
  expect(
    (await app.call('common/version', '{"detail":true,"a":"\\"[[[[,,,\\\\"}', { headers: json })).json,
  ).toMatchObject({
    error_code: 0,
  })
})

test('ignores separators without fields between them', async () => {
  const app = await createTestApp()
  expect((await app.call('common/version', '&&&detail=1&&', { headers: form })).json).toMatchObject({ error_code: 0 })
})

test('accepts a token in an address only for files', async () => {
  const app = await createTestApp()
  const token = app.token('ann')
  const read = await app.call(`user/info?user_token=${token}`, {}, { method: 'GET' })
  expect(read.json).toMatchObject({ error_name: 'notLoggedIn' })
  const posted = await app.call(`user/info?user_token=${token}`)
  expect(posted.json).toMatchObject({ error_name: 'notLoggedIn' })
  expect((await app.call('user/info', { user_token: token })).json).toMatchObject({ error_code: 0 })
})
