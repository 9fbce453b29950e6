import { once } from 'node:events'
import { chmodSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  administrator,
  cli,
  newAdministrator,
  nobody,
  type RunningExecutable,
  start,
  until,
} from './support/executable.ts'

let server: RunningExecutable
let token: string
let item_id: number
let page_id: string
/** The address of an image, relative to the server's own. */
let picture: string

// the smallest PNG: one pixel
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

beforeAll(async () => {
  server = await start({ shared: true, args: ['--log-level', 'debug'] })
  token = await newAdministrator(server)
  const client = server.client(token)
  item_id = (await client.item.add({ item_name: 'Open' })).item_id
  const page_content = 'Plenty of text. 很多文字。\n'.repeat(500)
  page_id = String((await client.page.save({ item_id, page_title: 'Long', page_content })).page_id)
  const file = new File([png], 'dot.png')
  picture = (await client.page.uploadImg({ item_id, page_id, 'editormd-image-file': file })).url
})

interface Raw {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/** Sends one raw request: adds no headers, decompresses nothing. */
function raw(
  url: string,
  given: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, body } = given
    const sent = httpRequest(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const asJson = { 'content-type': 'application/json' }
const call = (path: string, body = '', headers: Record<string, string> = {}, at = server) =>
  raw(`${at.url}/api/${path}`, { method: 'POST', headers: { ...form, ...headers }, body })
const jsonOf = ({ body }: Raw) => JSON.parse(body.toString('utf8')) as Record<string, unknown>

const page = async () => (await raw(`${server.url}/`)).body.toString('utf8')
const scriptOf = (html: string) => /<script type="module" src="([^"]+)"/.exec(html)?.[1] ?? 'no script'

/** The responses of each kind. */
const kinds: [kind: string, get: () => Promise<Raw>, type: RegExp, status: number][] = [
  ['html', () => raw(`${server.url}/item/index`), /^text\/html/, 200],
  ['json', () => call('common/version'), /^application\/json/, 200],
  ['a refusal', () => call('user/info'), /^application\/json/, 200],
  ['an unknown call', () => call('no/such'), /^application\/json/, 404],
  ['a missing file', () => raw(`${server.url}/assets/none.js`), /^application\/json/, 404],
  ['a wrong method', () => raw(`${server.url}/api/page/save`), /^application\/json/, 405],
  ['a script', async () => raw(server.url + scriptOf(await page())), /^text\/javascript/, 200],
  [
    'a picture of a page',
    () => raw(new URL(picture, `${server.url}/`).href, { headers: bearer() }),
    /^image\/png/,
    200,
  ],
  ['health', () => raw(`${server.url}/healthz`), /^application\/json/, 200],
  ['readiness', () => raw(`${server.url}/readyz`), /^application\/json/, 200],
]

const bearer = () => ({ authorization: `Bearer ${token}` })

describe('headers', () => {
  test.each(kinds)('%s has the right content type and the security headers', async (_, get, type, status) => {
    const answer = await get()
    expect(answer.status).toBe(status)
    expect(answer.headers['content-type']).toMatch(type)
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'x-request-id': expect.stringMatching(/^[0-9a-f]{10,}$/),
    })
    for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'strict-transport-security'])
      expect([name, answer.headers[name]]).toEqual([name, undefined])
  })

  test('the content policy of the page allows only its own resources, with a fresh nonce each time', async () => {
    const nonces = new Set<string>()
    for (let time = 0; time < 3; time++) {
      const { headers, body } = await raw(`${server.url}/`)
      const policy = String(headers['content-security-policy'])
      for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'"])
        expect(policy).toContain(rule)
      expect(policy).not.toMatch(/unsafe-/)
      const nonce = /script-src 'nonce-([^']+)' 'strict-dynamic'/.exec(policy)?.[1] ?? 'none'
      nonces.add(nonce)
      const html = body.toString('utf8')
      for (const [, attributes = ''] of html.matchAll(/<script([^>]*)>/g))
        expect(attributes).toContain(`nonce="${nonce}"`)
      expect(html).not.toMatch(/\son\w+=/)
      expect(headers['cache-control']).toBe('no-store')
    }
    expect(nonces.size).toBe(3)
  })

  test('a stored file cannot run scripts', async () => {
    const { headers, body } = await raw(new URL(picture, `${server.url}/`).href, { headers: bearer() })
    expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'")
    expect(body.equals(png)).toBe(true)
  })

  test('private responses are not cached', async () => {
    expect((await call('user/info', '', bearer())).headers['cache-control']).toBe('no-store')
  })

  test('the request id is in the header, in the error, and in the log', async () => {
    const refused = await call('user/info')
    const id = refused.headers['x-request-id']
    expect(jsonOf(refused)).toMatchObject({ error_name: 'notLoggedIn', request_id: id })
    const line = await until('the line of the request', () =>
      server
        .log()
        .split('\n')
        .find((one) => one.includes(`"${id}"`)),
    )
    expect(JSON.parse(line)).toMatchObject({ method: 'POST', path: '/api/user/info', status: 200, request_id: id })
  })
})

describe('methods and addresses', () => {
  test.each(
    kinds.filter(([, , , status]) => status === 200).filter(([kind]) => kind !== 'json' && kind !== 'a refusal'),
  )('HEAD of %s has the same headers and no body', async (kind) => {
    const addresses: Record<string, string> = {
      html: '/',
      'a script': scriptOf(await page()),
      'a picture of a page': new URL(picture, `${server.url}/`).pathname,
      health: '/healthz',
      readiness: '/readyz',
    }
    const address = new URL(addresses[kind] ?? 'none', server.url).href
    const get = await raw(address, { headers: bearer() })
    const head = await raw(address, { method: 'HEAD', headers: bearer() })
    expect(head.status).toBe(get.status)
    expect(head.body).toHaveLength(0)
    expect(head.headers['content-type']).toBe(get.headers['content-type'])
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
  })

  test.each(['no/such', 'page', '', 'constructor/name', '__proto__/toString', 'page/__proto__', 'user/info/more'])(
    'the unknown endpoint "%s" returns a machine-readable 404',
    async (path) => {
      const answer = await call(path)
      expect(answer.status).toBe(404)
      expect(jsonOf(answer)).toMatchObject({ error_code: 10404, error_name: 'unknownCall' })
    },
  )

  test.each([
    ['GET', '/api/page/save'],
    ['PUT', '/api/page/info'],
    ['DELETE', '/api/item/delete'],
    ['POST', '/item/index'],
    ['DELETE', '/'],
  ])('%s %s is a 405', async (method, path) => {
    const answer = await raw(server.url + path, { method, headers: bearer() })
    expect(answer.status).toBe(405)
    expect(jsonOf(answer)).toMatchObject({ error_name: 'methodNotAllowed' })
  })

  test.each([
    '/../etc/passwd',
    '/assets/../../main.cjs',
    '/assets/%2e%2e/%2e%2e/main.cjs',
    '/manifest.json',
    '/%00.js',
  ])('%s returns no file', async (path) => {
    const { hostname, port } = new URL(server.url)
    const answer = await sendRaw(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 (404|400|200)/)
    // a route of the browser app returns the index page and nothing else
    if (answer.startsWith('HTTP/1.1 200')) expect(answer).toContain('<div id="root">')
    expect(answer).not.toMatch(/root:|"entry"|require\(/)
  })
})

/** Sends raw bytes and returns everything received until the server closes the connection. */
function sendRaw(text: string, ms = 5000): Promise<string> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let answer = ''
    const late = setTimeout(() => socket.destroy(new Error(`the server kept the connection for ${ms} ms`)), ms)
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1')
    })
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? undefined : reject(error)))
    socket.on('close', () => {
      clearTimeout(late)
      resolve(answer)
    })
    socket.write(text, 'latin1')
  })
}

describe('readiness', () => {
  test('fails while the data folder cannot be written, and recovers', async () => {
    const other = await start(nobody)
    const ready = async () => raw(`${other.url}/readyz`)
    chmodSync(other.data, 0o500)
    const answer = await ready()
    expect(answer.status).toBe(503)
    expect(jsonOf(answer)).toEqual({ status: 'not ready', problem: 'dataNotWritable' })
    expect((await raw(`${other.url}/healthz`)).status).toBe(200)
    chmodSync(other.data, 0o700)
    expect((await ready()).status).toBe(200)
  })

  test('stays up and fast while another process writes', async () => {
    const sqlite = new Database(join(server.data, 'docstead.db'))
    onTestFinished(() => void sqlite.close())
    sqlite.exec('BEGIN IMMEDIATE')
    const startedMs = performance.now()
    expect((await raw(`${server.url}/readyz`)).status).toBe(200)
    expect(performance.now() - startedMs).toBeLessThan(1000)
    sqlite.exec('ROLLBACK')
  })
})

describe('oversized and malformed requests', () => {
  test.each([
    ['a form of 24 MB', 'page/save', form, Buffer.alloc(24_100_000, 'a')],
    ['JSON of 12 MB', 'page/save', asJson, Buffer.alloc(12_100_000, ' ')],
    [
      'from nobody a sheet of 24 MB',
      'page/save',
      { ...form, authorization: `Bearer ${'0'.repeat(64)}` },
      Buffer.alloc(24_100_000, 'a'),
    ],
  ])('%s is a 413 before the body is received', async (_, path, headers, body) => {
    const { hostname, port } = new URL(server.url)
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const start = `POST /api/${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${head.join('')}`
    const response = await sendRaw(`${start}Content-Length: ${body.length}\r\n\r\nstart`)
    expect(response).toMatch(/^HTTP\/1\.1 413/)
    expect(response).toContain('"bodyTooLarge"')
    // and one without a declared length is cut off while it is received
    const sent = raw(`${server.url}/api/${path}`, {
      method: 'POST',
      headers: { ...headers, 'transfer-encoding': 'chunked' },
      body,
    })
    const status = await sent.then(
      (answer) => answer.status,
      (error: NodeJS.ErrnoException) => error.code,
    )
    expect([413, 'EPIPE', 'ECONNRESET']).toContain(status)
    expect((await raw(`${server.url}/healthz`)).status).toBe(200)
  })

  test.each([
    ['headers of 20 KB', `X-Long: ${'a'.repeat(20_000)}\r\n\r\n`, /^HTTP\/1\.1 431/],
    ['a header without a name', ': none\r\n\r\n', /^HTTP\/1\.1 400/],
    ['two lengths', 'Content-Length: 1\r\nContent-Length: 2\r\n\r\n', /^HTTP\/1\.1 400/],
    ['length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n', /^HTTP\/1\.1 400/],
    ['a line end inside a value', 'X-A: b\rc\r\n\r\n', /^HTTP\/1\.1 400/],
    ['an address of 20 KB', '', /^HTTP\/1\.1 (431|414)/],
  ])('rejects %s', async (what, rest, expected) => {
    const path = what.startsWith('an address') ? `/${'a'.repeat(20_000)}` : '/'
    const method = rest.includes('Length') ? 'POST' : 'GET'
    expect(await sendRaw(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${rest || '\r\n'}`)).toMatch(expected)
  })

  test('no response to malformed requests reveals a stack trace, a path or a library', async () => {
    for (const text of [
      '\x16\x03\x01 nonsense\r\n\r\n',
      'GET http://[::1 HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n',
    ]) {
      const answer = await sendRaw(text)
      expect(answer).not.toMatch(/\n\s+at |node_modules|hono|\.cjs/i)
      expect(answer).not.toMatch(/^HTTP\/1\.1 5/)
    }
    expect((await raw(`${server.url}/healthz`)).status).toBe(200)
  })

  test('headers that never end are cut off after 10 s', async () => {
    const startedMs = performance.now()
    const answer = await sendRaw('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', 20_000)
    expect(performance.now() - startedMs).toBeGreaterThan(8_000)
    expect(answer).toMatch(/^HTTP\/1\.1 408/)
  }, 30_000)

  test('a client that never finishes its request does not keep the server from ending', async () => {
    const other = await start()
    const { hostname, port } = new URL(other.url)
    const socket = connect(Number(port), hostname)
    onTestFinished(() => void socket.destroy())
    let answer = ''
    socket.setEncoding('utf8').on('error', () => undefined)
    socket.on('data', (chunk: string) => {
      answer += chunk
    })
    socket.write(
      'POST /api/user/loginByVerify HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n' +
        'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 99\r\n\r\n',
    )
    const goOn = 'HTTP/1.1 100 Continue\r\n\r\n'
    await until('the request has arrived', () => answer === goOn)
    socket.write('username=')
    const closed = once(socket, 'close')
    const startedMs = performance.now()
    expect((await other.stop()).code).toBe(0)
    expect(performance.now() - startedMs).toBeLessThan(13_000)
    await closed
    expect(answer, 'cut off without a response').toBe(goOn)
  }, 30_000)
})

describe('static files', () => {
  test('a hashed name is cached forever, and revalidation returns 304', async () => {
    const address = server.url + scriptOf(await page())
    expect(address).toMatch(/-[A-Z0-9]{8}\.js$/)
    const first = await raw(address)
    expect(first.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const again = await raw(address, { headers: { 'if-none-match': String(first.headers.etag) } })
    expect(again.status).toBe(304)
    expect(again.body).toHaveLength(0)
    expect((await raw(address, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  test('a name without a hash is revalidated each time', async () => {
    const icon = await raw(`${server.url}/mark.svg`)
    expect(icon.status).toBe(200)
    expect(icon.headers['cache-control']).toBe('no-cache')
    const again = await raw(`${server.url}/mark.svg`, { headers: { 'if-none-match': String(icon.headers.etag) } })
    expect(again.status).toBe(304)
  })

  test('are compressed with Brotli or gzip for clients that accept it, and decompress to the same bytes', async () => {
    const address = server.url + scriptOf(await page())
    const plain = await raw(address)
    expect(plain.headers['content-encoding']).toBeUndefined()
    const br = await raw(address, { headers: { 'accept-encoding': 'gzip, deflate, br' } })
    expect(br.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true)
    const gzip = await raw(address, { headers: { 'accept-encoding': 'gzip, br;q=0' } })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true)
    for (const answer of [plain, br, gzip]) expect(answer.headers.vary).toMatch(/Accept-Encoding/)
  })

  test('JSON over 1 KB is compressed with gzip, a short response is not', async () => {
    const takes = { 'accept-encoding': 'gzip, br' }
    const long = await call('page/info', `page_id=${page_id}`, { ...takes, ...bearer() })
    expect(long.headers['content-encoding']).toBe('gzip')
    const plain = await call('page/info', `page_id=${page_id}`, bearer())
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(gunzipSync(long.body).equals(plain.body)).toBe(true)
    expect(long.body.length).toBeLessThan(plain.body.length / 4)
    expect((await call('common/version', '', takes)).headers['content-encoding']).toBeUndefined()
  })
})

describe('sessions', () => {
  const ownPage = () => ({ origin: new URL(server.url).origin })

  /** Signs in as a browser on a page of this site does. */
  async function signIn(
    at = server,
    headers: Record<string, string> = { origin: new URL(at.url).origin },
  ): Promise<Raw> {
    const captcha_id = (await at.client().common.createCaptcha()).captcha_id
    const { stdout } = await cli(['captcha', captcha_id, '--data', at.data])
    const fields = new URLSearchParams({ ...administrator, captcha_id, captcha: stdout.trim().toLowerCase() })
    return call('user/loginByVerify', fields.toString(), headers, at)
  }
  const cookieOf = (answer: Raw) => answer.headers['set-cookie']?.[0] ?? 'no cookie'
  const sentBack = (line: string) => line.split(';')[0] ?? ''

  test('a browser gets a cookie that no script and no other site can use', async () => {
    const answer = await signIn()
    expect(jsonOf(answer)).toMatchObject({ error_code: 0 })
    expect(cookieOf(answer).split('; ').slice(1).toSorted()).toEqual([
      'HttpOnly',
      'Max-Age=15552000',
      'Path=/',
      'SameSite=Lax',
    ])
  })

  test('a client that is not a browser page gets a token and no cookie', async () => {
    const answer = await signIn(server, {})
    expect(jsonOf(answer)).toMatchObject({ data: { user_token: expect.stringMatching(/^[0-9a-f]{64}$/) } })
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  test('on https the cookie is Secure, and the response sets HSTS', async () => {
    const secure = await start({ args: ['--site-url', 'https://docs.example.com'] })
    await newAdministrator(secure)
    const answer = await signIn(secure, { origin: 'https://docs.example.com' })
    expect(cookieOf(answer)).toMatch(/; Secure$/)
    expect(answer.headers['strict-transport-security']).toMatch(/max-age=\d{7,}/)
  })

  test('the cookie alone authenticates only requests from this site', async () => {
    const cookie = sentBack(cookieOf(await signIn()))
    const ask = async (headers: Record<string, string>, path = 'user/info') =>
      jsonOf(await call(path, '', { cookie, ...headers }))
    expect(await ask(ownPage())).toMatchObject({ error_code: 0, data: { username: administrator.username } })
    expect(await ask({ 'sec-fetch-site': 'same-origin' })).toMatchObject({ error_code: 0 })
    const others: Record<string, string>[] = [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'nonsense' },
      { origin: `${new URL(server.url).origin}.evil.example` },
      { 'sec-fetch-site': 'cross-site', ...ownPage() },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
    ]
    for (const from of others)
      expect([from, await ask(from)]).toMatchObject([from, { error_code: 10102, error_name: 'crossSite' }])
    const body = 'item_name=Lured'
    const lured = await call('item/add', body, { cookie, origin: 'https://evil.example' })
    expect(jsonOf(lured)).toMatchObject({ error_name: 'crossSite' })
    expect((await server.client(token).item.myList()).map((one) => one.item_name)).toEqual(['Open'])
  })

  test('signing out ends the session and removes the cookie', async () => {
    const cookie = sentBack(cookieOf(await signIn()))
    const out = await call('user/logout', '', { cookie, ...ownPage() })
    expect(cookieOf(out)).toContain('Max-Age=0')
    expect(jsonOf(await call('user/info', '', { cookie, ...ownPage() }))).toMatchObject({ error_name: 'notLoggedIn' })
  })

  test.each([
    ['none', {}, ''],
    ['an invented one', { authorization: `Bearer ${'f'.repeat(64)}` }, ''],
    ['a short one', { authorization: 'Bearer x' }, ''],
    ['an invented one in the form', {}, `user_token=${'f'.repeat(64)}`],
    ['SQL in place of one', {}, "user_token=' OR '1'='1"],
    ['another kind of authorization', { authorization: 'Basic YWRtaW46YWRtaW4=' }, ''],
    [
      'an invented cookie',
      { cookie: 'docstead_session=ffffffffffffffffffffffff', 'sec-fetch-site': 'same-origin' },
      '',
    ],
  ])('with %s as a token nobody is signed in', async (_, headers, body) => {
    expect(jsonOf(await call('user/info', body, headers))).toMatchObject({
      error_code: 10102,
      error_name: 'notLoggedIn',
    })
  })

  test('ignores a token in the address', async () => {
    const answer = await raw(`${server.url}/api/user/info?user_token=${token}`, { method: 'POST', headers: form })
    expect(jsonOf(answer)).toMatchObject({ error_name: 'notLoggedIn' })
  })

  test('the log contains requests, and never a token, a password or a captcha', async () => {
    const answer = await signIn()
    const { user_token } = jsonOf(answer)['data'] as { user_token: string }
    await call('user/info', `user_token=${user_token}`)
    await raw(`${server.url}/item/index?user_token=${user_token}&_item_pwd=secret-word`)
    const marker = await call('user/info', '', { authorization: `Bearer ${user_token}` })
    await until('the last request in the log', () => server.log().includes(String(marker.headers['x-request-id'])))
    for (const secret of [user_token, token, administrator.password, 'secret-word'])
      expect(server.log()).not.toContain(secret)
    expect(server.log()).toContain('signed in')
  })
})

describe('guessing', () => {
  test('five wrong passwords block a username, in any letter case, and no other username', async () => {
    const guarded = await start({ args: ['--captcha', 'off'] })
    await newAdministrator(guarded)
    const guess = (username: string, password: string) => guarded.client().user.loginByVerify({ username, password })
    for (const username of ['admin', 'ADMIN', ' admin', 'Admin', 'admin'])
      await expect(guess(username, 'a wrong guess')).rejects.toMatchObject({ errorName: 'loginWrong' })
    await expect(guess('aDmin', 'a wrong guess')).rejects.toMatchObject({ code: 10204, errorName: 'tooManyTries' })
    // even the right password is now rejected like a wrong one
    await expect(guess('admin', administrator.password)).rejects.toMatchObject({ code: 10204 })
    await expect(guess('somebody', 'a wrong guess')).rejects.toMatchObject({ errorName: 'loginWrong' })
  })

  test('a captcha is valid for one attempt, even with two at once', async () => {
    const guarded = await start({ args: ['--captcha', 'always'] })
    const captcha_id = (await guarded.client().common.createCaptcha()).captcha_id
    const { stdout } = await cli(['captcha', captcha_id, '--data', guarded.data])
    const attempt = { username: 'somebody', password: 'a wrong guess', captcha_id, captcha: stdout.trim() }
    const both = await Promise.allSettled([
      guarded.client().user.loginByVerify(attempt),
      guarded.client().user.loginByVerify(attempt),
    ])
    const names = both.map((one) =>
      one.status === 'rejected' ? (one.reason as { errorName: string }).errorName : 'in',
    )
    expect(names.toSorted()).toEqual(['captchaWrong', 'loginWrong'])
  })
})

describe('below a base path', () => {
  let site: RunningExecutable
  beforeAll(async () => {
    site = await start({ shared: true, args: ['--base-path', '/docs', '--captcha', 'off'] })
    await newAdministrator(site)
  })

  /** A plain reverse proxy in front of `site`: it keeps or strips `/docs`, and serves nothing elsewhere. */
  async function proxy(strips: boolean): Promise<string> {
    const target = new URL(site.url)
    const front = createServer((request: IncomingMessage, response: ServerResponse) => {
      const path = request.url ?? ''
      if (!/^\/docs(\/|$|\?)/.test(path)) return void response.writeHead(404).end('not of this site')
      const passed = strips ? path.slice('/docs'.length) || '/' : path
      const onward = httpRequest(
        { host: target.hostname, port: target.port, path: passed, method: request.method, headers: request.headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response)
        },
      )
      onward.on('error', () => response.destroy())
      request.pipe(onward)
    }).listen(0, '127.0.0.1')
    await once(front, 'listening')
    onTestFinished(() => {
      front.closeAllConnections()
      front.close()
    })
    const address = front.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  }

  test.each([
    ['that passes it on', false],
    ['that takes it off', true],
  ])('everything works behind a proxy %s', async (_, strips) => {
    const origin = await proxy(strips)
    for (const path of ['/docs', '/docs/', '/docs/item/index', '/docs/100001/1']) {
      const answer = await raw(origin + path)
      expect([path, answer.status]).toEqual([path, 200])
      expect(answer.headers['content-type']).toMatch(/^text\/html/)
    }
    const html = (await raw(`${origin}/docs/`)).body.toString('utf8')
    const addresses = [...html.matchAll(/\s(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address)
    expect(addresses.length).toBeGreaterThanOrEqual(3)
    const boot = JSON.parse(/id="boot"[^>]*>([^<]+)</.exec(html)?.[1] ?? '{}') as { base: string; assets: object }
    expect(boot.base).toBe('/docs')
    for (const address of [...addresses, ...(Object.values(boot.assets) as string[])]) {
      expect(address).toMatch(/^\/docs\//)
      const { status, headers } = await raw(origin + address)
      expect([address, status]).toEqual([address, 200])
      expect(headers['content-type']).not.toMatch(/html|json/)
    }
    // no link in the page leads out of the base path
    // a nonce may begin with a slash, too
    expect(html.replace(/nonce="[^"]+"/g, '')).not.toMatch(/["'(]\/(?!docs\b|\/|["'])[a-z]/)
    // chunks that the script loads are in the same folder
    const script = (await raw(origin + scriptOf(html))).body.toString('utf8')
    expect(script).not.toMatch(/["'`]\/(api|assets)\//)
    for (const [, name = ''] of script.matchAll(/import\("(\.\/[^"]+)"\)/g)) {
      const { status } = await raw(new URL(name, origin + scriptOf(html)).href)
      expect([name, status]).toEqual([name, 200])
    }

    const signedIn = await raw(`${origin}/docs/api/user/loginByVerify`, {
      method: 'POST',
      headers: { ...form, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams(administrator).toString(),
    })
    expect(jsonOf(signedIn)).toMatchObject({ error_code: 0 })
    const line = signedIn.headers['set-cookie']?.[0] ?? ''
    expect(line).toMatch(/; Path=\/docs;/)
    const info = await raw(`${origin}/docs/api/user/info`, {
      method: 'POST',
      headers: { ...form, 'sec-fetch-site': 'same-origin', cookie: line.split(';')[0] ?? '' },
    })
    expect(jsonOf(info)).toMatchObject({ data: { username: administrator.username } })
  })

  test('a longer path segment that begins like the base path is not below it', async () => {
    const { origin } = new URL(site.url)
    expect((await raw(`${origin}/docsapi/common/version`, { method: 'POST' })).status).toBe(405)
    expect((await raw(`${origin}/docs/api/common/version`, { method: 'POST', headers: form })).status).toBe(200)
  })
})
