import { createServer } from 'node:net'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { CallRequest, type CallRequestInput } from '#shared/contract/api-call.ts'
import { responseMaxBytes } from '#shared/contract/api-call-rules.ts'
import { type ExchangeOptions, exchange } from '#src/features/api-call/http-exchange.ts'
import { toAppError } from '#src/features/api-call/send.ts'
import { echo, target } from './targets.ts'

const here: ExchangeOptions = { rules: { allow: ['127.0.0.0/8'] }, agent: 'test', hasSecrets: false }
const shut: ExchangeOptions = { ...here, rules: { allow: [] } }

const requestOf = (given: Partial<CallRequestInput> & { url: string }) =>
  CallRequest.parse({ method: 'GET', headers: [], body: { kind: 'none' }, ...given })

const send = (given: Partial<CallRequestInput> & { url: string }, sending = here) => exchange(requestOf(given), sending)

/** The requests that reached the echo server. */
async function echoed(given: Partial<CallRequestInput> & { url: string }, sending = here) {
  const answer = await send(given, sending)
  return JSON.parse(answer.content) as { method: string; url: string; rawHeaders: string[]; body: string }
}

/** The error name of a failed exchange. */
async function refusal(given: Partial<CallRequestInput> & { url: string }, sending = here): Promise<string> {
  try {
    await send(given, sending)
    return 'none'
  } catch (error) {
    return error instanceof Error && error.name === 'ExchangeError'
      ? toAppError(error as never).errorName
      : (error as { errorName: string }).errorName
  }
}

describe('sending', () => {
  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)('sends %s with a body', async (method) => {
    const url = await echo()
    const came = await echoed({ url: `${url}/a?b=c`, method, body: { kind: 'text', text: '{"名": 1}' } })
    expect(came).toMatchObject({ method, url: '/a?b=c', body: '{"名": 1}' })
    expect(came.rawHeaders).toContain('Content-Length')
  })

  test('rejects a method that is not on the list, in any case', () => {
    for (const method of ['TRACE', 'CONNECT', 'get', 'GET / HTTP/1.1\r\nX: y'])
      expect(CallRequest.safeParse({ method, url: 'http://a', headers: [], body: { kind: 'none' } }).success).toBe(
        false,
      )
  })

  test('sends headers as written, also one name twice', async () => {
    const came = await echoed({
      url: await echo(),
      headers: [
        { name: 'X-One', value: 'a' },
        { name: 'x-one', value: 'b' },
        { name: 'Cookie', value: 'own=1' },
        { name: 'User-Agent', value: 'mine' },
      ],
    })
    expect(came.rawHeaders.join(' ')).toMatch(/x-one a x-one b/)
    expect(came.rawHeaders.join(' ')).toMatch(/cookie own=1/)
    expect(came.rawHeaders.join(' ')).toMatch(/user-agent mine/)
  })

  test.each([
    ['Host', 'elsewhere'],
    ['Content-Length', '0'],
    ['Transfer-Encoding', 'chunked'],
    ['Connection', 'upgrade'],
    ['Upgrade', 'websocket'],
    ['X-Forwarded-For', '10.0.0.1'],
    ['Forwarded', 'for=10.0.0.1'],
    ['X-Real-IP', '10.0.0.1'],
    ['Proxy-Authorization', 'Basic x'],
    ['X-A\r\nHost', 'a'],
    ['X-A:', 'a'],
    ['X A', 'a'],
    ['', 'a'],
    ['X-A', 'a\r\nHost: elsewhere'],
    ['X-A', 'a\nb'],
    ['X-A', 'a\u0000'],
    ['X-A', '\u560a\u560d'],
    ['X-A', '名'],
  ])('does not send the header %j: %j', async (name, value) => {
    expect(await refusal({ url: await echo(), headers: [{ name, value }] })).toBe('apiCallHeaderBad')
  })

  test('line breaks in an address do not start another request', async () => {
    const came = await echoed({ url: `${await echo()}/a\r\nHost: b\r\n\r\nGET /c` })
    expect(came.url).toBe('/aHost:%20bGET%20/c')
  })

  test('sends a form, and one with a file name that looks like a header', async () => {
    const url = await echo()
    const rows = [{ name: 'a b', value: '1&2' }]
    expect((await echoed({ url, method: 'POST', body: { kind: 'form', rows } })).body).toBe('a+b=1%262')
    const file = {
      name: 'f"\r\nX: y',
      value: btoa('bytes'),
      is_file: true,
      file_name: 'x".txt\r\n',
      type: 'a/b\r\nX: y',
    }
    const came = await echoed({ url, method: 'POST', body: { kind: 'multipart', rows: [...rows, file] } })
    expect(came.body).toContain('name="a b"\r\n\r\n1&2\r\n')
    expect(came.body).toContain(
      'name="f%22%0D%0AX: y"; filename="x%22.txt%0D%0A"\r\nContent-Type: application/octet-stream\r\n\r\nbytes\r\n',
    )
    expect(came.body).not.toMatch(/^X:/m)
  })

  test('rejects a file that is not base64, and a request that is too large', async () => {
    const url = await echo()
    const file = (value: string) => ({ kind: 'file' as const, rows: [{ name: '', value, is_file: true }] })
    expect(await refusal({ url, method: 'PUT', body: file('§') })).toBe('apiCallFileBad')
    expect(await refusal({ url, method: 'PUT', body: file('A'.repeat(8_000_000)) })).toBe('none')
    const rows = [1, 2].map((n) => ({ name: `f${n}`, value: 'A'.repeat(7_000_000), is_file: true }))
    expect(await refusal({ url, method: 'PUT', body: { kind: 'multipart', rows } })).toBe('apiCallTooLarge')
  })
})

describe('allowed targets', () => {
  test.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://2130706433/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
  ])('blocks %s', async (url) => {
    expect(await refusal({ url }, shut)).toBe('apiCallNotAllowed')
  })

  test.each([
    'ftp://a.example/',
    'file:///etc/passwd',
    '/a',
    'http://ann:x@127.0.0.1/',
    'javascript:alert(1)',
    '{{host}}/a',
  ])('%s is not a valid address', async (url) => {
    expect(await refusal({ url })).toBe('apiCallAddressBad')
  })

  test('rejects a redirect to a blocked address', async () => {
    const url = await target((_, response) => response.writeHead(302, { Location: 'http://169.254.169.254/' }).end())
    expect(await refusal({ url })).toBe('apiCallRedirectNotAllowed')
  })

  test.each([
    'http://168.63.129.16/machine?comp=goalstate',
    'http://2822734096/',
    'http://[::ffff:168.63.129.16]/',
    'http://169.254.170.2/v2/credentials/',
    'http://100.100.100.200/latest/meta-data/',
    'http://100.96.0.96/latest/',
    'http://192.0.0.192/latest/',
    'http://192.80.8.124/metadata',
    'http://[fd00:ec2::23]/v1/credentials',
    'http://[fd20:ce::254]/computeMetadata/v1/',
    'http://metadata.google.internal/computeMetadata/v1/',
  ])('blocks a cloud metadata address, also behind a redirect and with its range listed: %s', async (place) => {
    const resolve = async (name: string) => [
      { address: name === 'metadata.google.internal' ? '169.254.169.254' : name, family: name.includes(':') ? 6 : 4 },
    ]
    const sending: ExchangeOptions = { ...here, rules: { allow: ['0.0.0.0/0', '::/0'], resolve } }
    expect(await refusal({ url: place }, sending)).toBe('apiCallNotAllowed')
    for (const status of [301, 302, 303, 307, 308]) {
      const url = await target((_, response) => response.writeHead(status, { Location: place }).end())
      expect(await refusal({ url }, sending)).toBe('apiCallRedirectNotAllowed')
    }
  })

  test('rejects a redirect to a name that resolves to an internal address', async () => {
    const url = await target((_, response) => response.writeHead(302, { Location: 'http://inside.example/' }).end())
    const resolve = async (name: string) => [{ address: name === '127.0.0.1' ? name : '10.0.0.9', family: 4 }]
    expect(await refusal({ url }, { ...here, rules: { ...here.rules, resolve } })).toBe('apiCallRedirectNotAllowed')
  })

  test('connects to the address that was checked, and checks the name again at each hop', async () => {
    const base = await target((request, response) => {
      if (request.url === '/first') response.writeHead(302, { Location: '/second' }).end()
      else response.end('inside')
    })
    const { port } = new URL(base)
    let asked = 0
    const resolve = async () => [{ address: asked++ === 0 ? '127.0.0.1' : '192.168.0.1', family: 4 }]
    const sending = { ...here, rules: { ...here.rules, resolve } }
    expect(await refusal({ url: `http://rebind.example:${port}/first` }, sending)).toBe('apiCallRedirectNotAllowed')
    expect(asked).toBe(2)
  })

  test('reports an unknown host name and a host that cannot be reached', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }))
    const sending = { ...here, rules: { ...here.rules, resolve } }
    expect(await refusal({ url: 'http://nobody.example/' }, sending)).toBe('apiCallUnknownHost')
    expect(await refusal({ url: 'http://127.0.0.1:2/' })).toBe('apiCallUnreachable')
  })

  test.each([25, 587, 22, 6667])('blocks port %i, which no web server uses, also behind a redirect', async (port) => {
    expect(await refusal({ url: `http://127.0.0.1:${port}/` })).toBe('apiCallNotAllowed')
    const url = await target((_, response) => response.writeHead(307, { Location: `http://127.0.0.1:${port}/` }).end())
    expect(await refusal({ url })).toBe('apiCallRedirectNotAllowed')
  })

  test('stops waiting for a host that switches to another protocol', async () => {
    const url = await target((request) =>
      request.socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    )
    expect(await refusal({ url })).toMatch(/^apiCall(Unreachable|AnswerBad)$/)
  })

  test('reports a host without TLS and a host without HTTP', async () => {
    const plain = (await echo()).replace('http:', 'https:')
    expect(await refusal({ url: plain })).toBe('apiCallCertificate')
    const other = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end('SSH-2.0-x\r\n'))
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as { port: number }
    expect(await refusal({ url: `http://127.0.0.1:${port}/` })).toBe('apiCallAnswerBad')
    other.close()
  })
})

describe('redirects', () => {
  const seen: { url: string; method: string; headers: Record<string, unknown>; body: string }[] = []
  const hop = (location: () => string, status: number) =>
    target((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString()
      })
      request.on('end', () => {
        seen.push({ url: request.url ?? '', method: request.method ?? '', headers: request.headers, body })
        if (request.url === '/end') response.end('end')
        else response.writeHead(status, { Location: location() }).end('moved')
      })
    })
  const headers = [
    { name: 'Authorization', value: 'Bearer x' },
    { name: 'Cookie', value: 'a=b' },
    { name: 'X-Keep', value: 'c' },
  ]

  test('sends no credentials to another host', async () => {
    seen.length = 0
    const other = await hop(() => '/end', 302)
    const url = await hop(() => `${other}/end`, 307)
    const answer = await send({ url: `${url}/a`, method: 'POST', headers, body: { kind: 'text', text: 'body' } })
    expect(answer).toMatchObject({ content: 'end', url: `${other}/end`, redirects: [`${url}/a`] })
    expect(seen[1]).toMatchObject({ method: 'POST', body: 'body', headers: { 'x-keep': 'c' } })
    expect(seen[1]?.headers).not.toHaveProperty('authorization')
    expect(seen[1]?.headers).not.toHaveProperty('cookie')
  })

  test('does not follow a redirect to another host when the request holds a secret', async () => {
    const other = await echo()
    const url = await hop(() => other, 302)
    const answer = await send({ url }, { ...here, hasSecrets: true })
    expect(answer).toMatchObject({ status: 302, content: 'moved', redirects: [] })
  })

  test('a POST becomes a GET after a 303, with its credentials on the same host', async () => {
    seen.length = 0
    const url = await hop(() => '/end', 303)
    await send({ url: `${url}/a`, method: 'POST', headers, body: { kind: 'text', text: 'body' } })
    expect(seen[1]).toMatchObject({ method: 'GET', body: '', headers: { authorization: 'Bearer x' } })
  })

  test('stops after five redirects, and returns them when they are not to be followed', async () => {
    const url = await hop(() => '/again', 301)
    expect(await send({ url })).toMatchObject({ status: 301, redirects: { length: 5 } })
    expect(await send({ url, follow: false })).toMatchObject({ status: 301, redirects: [], content: 'moved' })
  })
})

describe('responses', () => {
  test('decodes other charsets, returns bytes, and detects what only claims to be text', async () => {
    const bytes = (type: string, body: Buffer) =>
      target((_, response) => response.writeHead(200, 'Fine', { 'Content-Type': type }).end(body))
    const gbk = await send({ url: await bytes('text/plain; charset=GBK', Buffer.from('d6d0cec4', 'hex')) })
    expect(gbk).toMatchObject({ content: '中文', is_base64: false, status_text: 'Fine', size_bytes: 4 })
    const picture = await send({ url: await bytes('image/png', Buffer.from('89504e470d0a', 'hex')) })
    expect(picture).toMatchObject({ content: 'iVBORw0K', is_base64: true })
    const lie = await send({ url: await bytes('application/json', Buffer.from('00ff00', 'hex')) })
    expect(lie).toMatchObject({ content: 'AP8A', is_base64: true })
  })

  test('cuts a huge body at its limit, also after unpacking a compression bomb', async () => {
    const huge = await target((_, response) => {
      const piece = Buffer.alloc(100_000, 'x')
      const more = () => {
        while (response.write(piece));
        response.once('drain', more)
      }
      more()
    })
    const answer = await send({ url: huge })
    expect(answer.is_truncated).toBe(true)
    expect(answer.content.length).toBe(responseMaxBytes)

    const swift = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
    const packed = Buffer.alloc(100_000_000, 'x')
    for (const encoding of ['gzip', 'br']) {
      const bomb = encoding === 'br' ? brotliCompressSync(packed, swift) : gzipSync(packed, { level: 1 })
      const url = await target((_, response) =>
        response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Encoding': encoding }).end(bomb),
      )
      const answer = await send({ url })
      expect([answer.is_truncated, answer.content.length]).toEqual([true, responseMaxBytes])
    }
  })

  test('reports a body that is compressed incorrectly', async () => {
    const url = await target((_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('no gzip'))
    expect(await refusal({ url })).toBe('apiCallAnswerBad')
  })

  test('a response that never begins times out, and one that never ends returns what has arrived', async () => {
    const quick = { ...here, totalMs: 300 }
    expect(await refusal({ url: await target(() => undefined) }, quick)).toBe('apiCallTooSlow')
    const dripping = await target((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      const drip = setInterval(() => response.write('data: x\n\n'), 20)
      response.once('close', () => clearInterval(drip))
    })
    const answer = await send({ url: dripping }, quick)
    expect(answer).toMatchObject({ is_truncated: true, content: expect.stringContaining('data: x') })
    expect(answer.time_ms).toBeLessThan(2_000)
  })

  test('redirects do not extend the timeout', async () => {
    const url = await target((_, response) => {
      setTimeout(() => response.writeHead(302, { Location: '/again' }).end(), 150)
    })
    expect(await refusal({ url }, { ...here, totalMs: 300 })).toBe('apiCallTooSlow')
  })

  test('aborts when the caller is gone', async () => {
    let closed: () => void = () => undefined
    const ended = new Promise<void>((resolve) => {
      closed = resolve
    })
    const url = await target((request) => void request.once('close', closed))
    const gone = new AbortController()
    setTimeout(() => gone.abort(), 50)
    expect(await refusal({ url }, { ...here, signal: gone.signal })).toBe('apiCallUnreachable')
    await ended
  })
})
