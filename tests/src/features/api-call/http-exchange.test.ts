import { createServer } from 'node:net'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { CallRequest, type CallRequestInput } from '#contract/api-call.ts'
import { responseMaxBytes } from '#contract/api-call-rules.ts'
import { type ExchangeOptions, exchange } from '#src/features/api-call/http-exchange.ts'
import { toAppError } from '#src/features/api-call/send.ts'
import { echo, target } from './targets.ts'

const here: ExchangeOptions = { rules: { allow: ['127.0.0.0/8'] }, agent: 'test', hasSecrets: false }
const shut: ExchangeOptions = { ...here, rules: { allow: [] } }

const requestOf = (given: Partial<CallRequestInput> & { url: string }) =>
  CallRequest.parse({ method: 'GET', headers: [], body: { kind: 'none' }, ...given })

const send = (given: Partial<CallRequestInput> & { url: string }, sending = here) => exchange(requestOf(given), sending)

/** What came to the echo. */
async function echoed(given: Partial<CallRequestInput> & { url: string }, sending = here) {
  const answer = await send(given, sending)
  return JSON.parse(answer.content) as { method: string; url: string; rawHeaders: string[]; body: string }
}

/** The name of the refusal that a failed exchange stands for. */
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

describe('what is sent', () => {
  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)('%s with a body', async (method) => {
    const url = await echo()
    const came = await echoed({ url: `${url}/a?b=c`, method, body: { kind: 'text', text: '{"名": 1}' } })
    expect(came).toMatchObject({ method, url: '/a?b=c', body: '{"名": 1}' })
    expect(came.rawHeaders).toContain('Content-Length')
  })

  test('a method out of the list is refused, whatever its letters', () => {
    for (const method of ['TRACE', 'CONNECT', 'get', 'GET / HTTP/1.1\r\nX: y'])
      expect(CallRequest.safeParse({ method, url: 'http://a', headers: [], body: { kind: 'none' } }).success).toBe(
        false,
      )
  })

  test('headers as written, the same name twice', async () => {
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
  ])('the header %j: %j is not sent', async (name, value) => {
    expect(await refusal({ url: await echo(), headers: [{ name, value }] })).toBe('apiCallHeaderBad')
  })

  test('line ends in an address begin no other request', async () => {
    const came = await echoed({ url: `${await echo()}/a\r\nHost: b\r\n\r\nGET /c` })
    expect(came.url).toBe('/aHost:%20bGET%20/c')
  })

  test('a form, and one with a file whose name would be a header', async () => {
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

  test('a file that is no base64, and a request that is too large', async () => {
    const url = await echo()
    const file = (value: string) => ({ kind: 'file' as const, rows: [{ name: '', value, is_file: true }] })
    expect(await refusal({ url, method: 'PUT', body: file('§') })).toBe('apiCallFileBad')
    expect(await refusal({ url, method: 'PUT', body: file('A'.repeat(8_000_000)) })).toBe('none')
    const rows = [1, 2].map((n) => ({ name: `f${n}`, value: 'A'.repeat(7_000_000), is_file: true }))
    expect(await refusal({ url, method: 'PUT', body: { kind: 'multipart', rows } })).toBe('apiCallTooLarge')
  })
})

describe('where it may go', () => {
  test.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://2130706433/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
  ])('%s is shut', async (url) => {
    expect(await refusal({ url }, shut)).toBe('apiCallNotAllowed')
  })

  test.each([
    'ftp://a.example/',
    'file:///etc/passwd',
    '/a',
    'http://ann:x@127.0.0.1/',
    'javascript:alert(1)',
    '{{host}}/a',
  ])('%s is no address', async (url) => {
    expect(await refusal({ url })).toBe('apiCallAddressBad')
  })

  test('a redirect to where nobody may go', async () => {
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
  ])('a cloud metadata address, also behind a redirect and with its range listed: %s', async (place) => {
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

  test('a redirect to a name that leads inside', async () => {
    const url = await target((_, response) => response.writeHead(302, { Location: 'http://inside.example/' }).end())
    const resolve = async (name: string) => [{ address: name === '127.0.0.1' ? name : '10.0.0.9', family: 4 }]
    expect(await refusal({ url }, { ...here, rules: { ...here.rules, resolve } })).toBe('apiCallRedirectNotAllowed')
  })

  test('a name that leads inside the second time is asked where it was checked, and checked anew at each hop', async () => {
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

  test('a name that nobody knows, and a host that is not there', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }))
    const sending = { ...here, rules: { ...here.rules, resolve } }
    expect(await refusal({ url: 'http://nobody.example/' }, sending)).toBe('apiCallUnknownHost')
    expect(await refusal({ url: 'http://127.0.0.1:2/' })).toBe('apiCallUnreachable')
  })

  test.each([25, 587, 22, 6667])('port %i, where no web server listens, also behind a redirect', async (port) => {
    expect(await refusal({ url: `http://127.0.0.1:${port}/` })).toBe('apiCallNotAllowed')
    const url = await target((_, response) => response.writeHead(307, { Location: `http://127.0.0.1:${port}/` }).end())
    expect(await refusal({ url })).toBe('apiCallRedirectNotAllowed')
  })

  test('a host that changes to another protocol is waited for no longer', async () => {
    const url = await target((request) =>
      request.socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    )
    expect(await refusal({ url })).toMatch(/^apiCall(Unreachable|AnswerBad)$/)
  })

  test('one that speaks no TLS, and one that speaks no HTTP', async () => {
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

  test('nothing that speaks for a person goes to another host', async () => {
    seen.length = 0
    const other = await hop(() => '/end', 302)
    const url = await hop(() => `${other}/end`, 307)
    const answer = await send({ url: `${url}/a`, method: 'POST', headers, body: { kind: 'text', text: 'body' } })
    expect(answer).toMatchObject({ content: 'end', url: `${other}/end`, redirects: [`${url}/a`] })
    expect(seen[1]).toMatchObject({ method: 'POST', body: 'body', headers: { 'x-keep': 'c' } })
    expect(seen[1]?.headers).not.toHaveProperty('authorization')
    expect(seen[1]?.headers).not.toHaveProperty('cookie')
  })

  test('with a secret in it a request goes nowhere else', async () => {
    const other = await echo()
    const url = await hop(() => other, 302)
    const answer = await send({ url }, { ...here, hasSecrets: true })
    expect(answer).toMatchObject({ status: 302, content: 'moved', redirects: [] })
  })

  test('a POST becomes a GET at 303, on the same host with its credentials', async () => {
    seen.length = 0
    const url = await hop(() => '/end', 303)
    await send({ url: `${url}/a`, method: 'POST', headers, body: { kind: 'text', text: 'body' } })
    expect(seen[1]).toMatchObject({ method: 'GET', body: '', headers: { authorization: 'Bearer x' } })
  })

  test('they end after five, and are shown when they are not to be followed', async () => {
    const url = await hop(() => '/again', 301)
    expect(await send({ url })).toMatchObject({ status: 301, redirects: { length: 5 } })
    expect(await send({ url, follow: false })).toMatchObject({ status: 301, redirects: [], content: 'moved' })
  })
})

describe('what comes back', () => {
  test('text in other letters, bytes, and what only claims to be text', async () => {
    const bytes = (type: string, body: Buffer) =>
      target((_, response) => response.writeHead(200, 'Fine', { 'Content-Type': type }).end(body))
    const gbk = await send({ url: await bytes('text/plain; charset=GBK', Buffer.from('d6d0cec4', 'hex')) })
    expect(gbk).toMatchObject({ content: '中文', is_base64: false, status_text: 'Fine', size_bytes: 4 })
    const picture = await send({ url: await bytes('image/png', Buffer.from('89504e470d0a', 'hex')) })
    expect(picture).toMatchObject({ content: 'iVBORw0K', is_base64: true })
    const lie = await send({ url: await bytes('application/json', Buffer.from('00ff00', 'hex')) })
    expect(lie).toMatchObject({ content: 'AP8A', is_base64: true })
  })

  test('a huge body ends at its bound, as does what a bomb unpacks to', async () => {
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

  test('one that packs badly', async () => {
    const url = await target((_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('no gzip'))
    expect(await refusal({ url })).toBe('apiCallAnswerBad')
  })

  test('one that never begins fails in time; of one that never ends there is what has come', async () => {
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

  test('redirects do not make it longer', async () => {
    const url = await target((_, response) => {
      setTimeout(() => response.writeHead(302, { Location: '/again' }).end(), 150)
    })
    expect(await refusal({ url }, { ...here, totalMs: 300 })).toBe('apiCallTooSlow')
  })

  test('nobody waits any more', async () => {
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
