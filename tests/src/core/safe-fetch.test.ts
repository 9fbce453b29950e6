import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { isAllowedAddress, type OutboundRules, readResponseText, safeConnect, safeFetch } from '#src/core/safe-fetch.ts'
import { localhostCertificate } from '#tests/support/localhost-certificate.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A server on this machine that responds with `answer`; returns its port. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const here: OutboundRules = { allow: ['127.0.0.0/8'] }
const quick = { connectMs: 200, totalMs: 300, answerBytes: 1000 }

const refused = (reason: string) => ({ name: 'OutboundError', reason })

test('a TLS connection needs a certificate that is trusted, unless the caller only reads it', async () => {
  const server = createTlsServer(localhostCertificate, (socket) => socket.resume())
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const target = { host: '127.0.0.1', port: (server.address() as AddressInfo).port, isTls: true }
  await expect(safeConnect(here, target)).rejects.toMatchObject(refused('unreachable'))
  const socket = await safeConnect(here, { ...target, acceptsAnyCertificate: true })
  socket.destroy()
})

describe('an address', () => {
  test.each(['8.8.8.8', '1.1.1.1', '223.5.5.5', '2606:4700:4700::1111', '2400:3200::1'])('%s is public', (address) =>
    expect(isAllowedAddress(address, [])).toBe(true),
  )

  test.each([
    ['127.0.0.1', '127.0.0.0/8'],
    ['127.9.9.9', '127.0.0.0/8'],
    ['::1', '::1'],
    ['10.1.2.3', '10.0.0.0/8'],
    ['172.16.0.1', '172.16.0.0/12'],
    ['192.168.1.1', '192.168.1.1'],
    ['100.64.0.1', '100.64.0.0/10'],
    ['fd12::1', 'fd12::/16'],
  ])('%s is allowed only when %s is listed', (address, network) => {
    expect(isAllowedAddress(address, [])).toBe(false)
    expect(isAllowedAddress(address, ['172.31.255.255', 'fdff::/16'])).toBe(false)
    expect(isAllowedAddress(address, [network])).toBe(true)
  })

  test.each([
    '0.0.0.0',
    '0.1.2.3',
    '169.254.1.1',
    '169.254.169.254',
    '100.100.100.200',
    'fd00:ec2::254',
    'fd00:ec2::254%eth0',
    '224.0.0.1',
    '255.255.255.255',
    '240.0.0.1',
    '192.0.0.192',
    '198.18.0.1',
    '::',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::1',
    '2001::1',
    '2001:db8::1',
    'fec0::1',
    'not an address',
    '',
  ])('%s is rejected, listed or not', (address) => {
    expect(isAllowedAddress(address, ['0.0.0.0/0', '::/0'])).toBe(false)
  })
})

const everything = ['0.0.0.0/0', '::/0', '168.63.129.16', '100.64.0.0/10', 'fc00::/7', 'fd00:ec2::/32']

describe('a cloud metadata address', () => {
  test.each([
    ['Azure', '168.63.129.16'],
    ['most clouds', '169.254.169.254'],
    ['AWS ECS', '169.254.170.2'],
    ['AWS EKS', '169.254.170.23'],
    ['AWS over IPv6', 'fd00:ec2::254'],
    ['AWS EKS over IPv6', 'fd00:ec2::23'],
    ['Google Cloud over IPv6', 'fd20:ce::254'],
    ['Oracle Cloud', '192.0.0.192'],
    ['Oracle Cloud over IPv6', 'fd00:c1::a9fe:a9fe'],
    ['Alibaba Cloud', '100.100.100.200'],
    ['Alibaba Cloud over IPv6', 'fd00:100::100:200'],
    ['Tencent Cloud', '169.254.0.23'],
    ['Volcengine', '100.96.0.96'],
    ['UCloud', '100.80.80.80'],
    ['Equinix Metal', '192.80.8.124'],
    ['Scaleway', '169.254.42.42'],
    ['Scaleway over IPv6', 'fd00:42::42'],
    ['Akamai over IPv6', 'fd00:a9fe:a9fe::1'],
    ['OpenStack over IPv6', 'fe80::a9fe:a9fe%eth0'],
  ])('of %s (%s) is rejected, whatever is listed', (_cloud, address) => {
    expect(isAllowedAddress(address, [])).toBe(false)
    expect(isAllowedAddress(address, everything)).toBe(false)
    expect(isAllowedAddress(address, [address.replace(/%.*/, '')])).toBe(false)
  })

  test.each([
    ['mapped', '::ffff:168.63.129.16'],
    ['mapped, in hexadecimal', '::ffff:a83f:8110'],
    ['compatible', '::168.63.129.16'],
    ['translated', '::ffff:0:a83f:8110'],
    ['NAT64', '64:ff9b::a83f:8110'],
    ['NAT64 of one network', '64:ff9b:1::a83f:8110'],
    ['NAT64 with a public prefix', '2a01:4f8:64:0:0:0:a83f:8110'],
    ['NAT64 with a private prefix', 'fd64:ff9b::a83f:8110'],
    ['NAT64 to 169.254.169.254', 'fd64:ff9b::a9fe:a9fe'],
    ['6to4', '2002:a83f:8110::1'],
    ['Teredo', '2001:0:1:2:0:0:57c0:7eef'],
    ['ISATAP', '2a01:4f8::5efe:a83f:8110'],
  ])('in another form (%s: %s) is rejected, whatever is listed', (_form, address) => {
    expect(isAllowedAddress(address, everything)).toBe(false)
  })

  test.each([
    'http://168.63.129.16/',
    'http://168.63.129.16./',
    'http://2822734096/',
    'http://0xa83f8110/',
    'http://0xa8.0x3f.0x81.0x10/',
    'http://0250.077.0201.020/',
    'http://168.63.33040/',
    'http://168.4161808/',
    'http://①⑥⑧.63.129.16/',
    'http://１６８。６３。１２９。１６/',
    'http://%31%36%38.63.129.16/',
    'http://[::ffff:168.63.129.16]/',
    'http://[0:0:0:0:0:ffff:a83f:8110]/',
    'http://[64:ff9b::168.63.129.16]/',
    'http://[2002:a83f:8110::]/',
    'http://[fd00:ec2:0:0::254]/latest/meta-data/',
    'https://100.96.0.96:8443/',
  ])('written as %s is not requested, whatever is listed', async (address) => {
    await expect(safeFetch({ allow: everything }, address, {})).rejects.toMatchObject(refused('notAllowed'))
  })

  test('is not requested by its name either', async () => {
    const resolve = async () => [{ address: '168.63.129.16', family: 4 }]
    for (const name of ['metadata.google.internal', 'metadata.google.internal.', 'METADATA.example'])
      await expect(safeFetch({ allow: everything, resolve }, `http://${name}/`, {})).rejects.toMatchObject(
        refused('notAllowed'),
      )
  })
})

test('allows addresses next to those of metadata services', () => {
  for (const address of ['168.63.129.17', '192.80.8.125', '2a01:4f8::a83f:8111'])
    expect(isAllowedAddress(address, [])).toBe(true)
  for (const address of ['100.96.0.97', 'fd00:43::42', 'fd00:ec3::254'])
    expect(isAllowedAddress(address, everything)).toBe(true)
})

test.each([
  'http://127.0.0.1/',
  'http://localhost/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://127.0.0.1./',
  'http://１２７.０.０.１/',
  'http://①②⑦.0.0.1/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[0:0:0:0:0:ffff:7f00:1]/',
  'http://0/',
  'http://0.0.0.0/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[fd00:ec2::254]/',
  'http://10.0.0.1/',
  'https://192.168.0.1/',
])('does not request %s', async (address) => {
  await expect(safeFetch({ allow: [] }, address, {})).rejects.toMatchObject(refused('notAllowed'))
})

test.each([
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://127.0.0.1/',
  'data:,x',
  '//example.com',
  'http://',
  'http://ann:secret@example.com/',
  'http://ann@example.com/',
  'no address',
  '',
])('%s is not a valid address', async (address) => {
  await expect(safeFetch(here, address, {})).rejects.toMatchObject(refused('badAddress'))
})

test('rejects a name when one of its addresses is not allowed', async () => {
  const resolve = async () => [
    { address: '8.8.8.8', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ]
  await expect(safeFetch({ allow: [], resolve }, 'http://example.com/', {})).rejects.toMatchObject(
    refused('notAllowed'),
  )
})

test('a name with a trailing dot is the same name', async () => {
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
  await expect(safeFetch({ allow: [], resolve }, 'http://localhost./', {})).rejects.toMatchObject(refused('notAllowed'))
})

test('looks up a name in another script in its ASCII form', async () => {
  const asked: string[] = []
  const resolve = async (name: string) => {
    asked.push(name)
    return [{ address: '10.0.0.1', family: 4 }]
  }
  await expect(safeFetch({ allow: [], resolve }, 'http://例え.テスト/', {})).rejects.toMatchObject(
    refused('notAllowed'),
  )
  expect(asked).toEqual(['xn--r8jz45g.xn--zckzah'])
})

test('requests the checked address when a name later resolves elsewhere', async () => {
  const port = await serve((_, response) => response.end('checked'))
  let times = 0
  const resolve = async () => [{ address: times++ === 0 ? '127.0.0.1' : '169.254.169.254', family: 4 }]
  const answer = await safeFetch({ ...here, resolve }, `http://rebind.example:${port}/`, {})
  expect(await readResponseText(answer)).toBe('checked')
  expect(times).toBe(1)
  await expect(safeFetch({ ...here, resolve }, `http://rebind.example:${port}/`, {})).rejects.toMatchObject(
    refused('notAllowed'),
  )
})

test('checks the connected address, not only the resolved one', async () => {
  let asked = 0
  const port = await serve((_, response) => {
    asked++
    response.end('inside')
  })
  // The network connects to a number literally, whatever it resolves to.
  const resolve = async () => [{ address: '8.8.8.8', family: 4 }]
  for (const body of [undefined, 'x'.repeat(100_000)])
    await expect(
      safeFetch({ allow: [], resolve }, `http://127.0.0.1:${port}/`, { method: 'POST', ...(body && { body }) }),
    ).rejects.toMatchObject(refused('notAllowed'))
  await expect(safeFetch({ allow: [], resolve }, `https://127.0.0.1:${port}/`, {})).rejects.toMatchObject(
    refused('notAllowed'),
  )
  expect(asked).toBe(0)
})

test('reports a name that does not resolve, and a lookup that times out', async () => {
  const none = async () => []
  const fails = () => Promise.reject(new Error('ENOTFOUND'))
  const never = () => new Promise<never>(() => undefined)
  const ask = (resolve: () => Promise<never[]>) =>
    safeFetch({ ...here, resolve, limits: quick }, 'http://x.example/', {})
  await expect(ask(none)).rejects.toMatchObject(refused('unreachable'))
  await expect(ask(fails)).rejects.toMatchObject(refused('unreachable'))
  await expect(ask(never)).rejects.toMatchObject(refused('tooSlow'))
})

test('sends method, headers and body, and returns the response', async () => {
  const port = await serve((request, response) => {
    response.writeHead(418, { 'X-Reported': String(request.headers['x-say']) })
    request.pipe(response)
  })
  const answer = await safeFetch(here, `http://127.0.0.1:${port}/a?b`, {
    method: 'POST',
    headers: { 'X-Say': 'hello' },
    body: 'text 中文',
  })
  expect(answer).toMatchObject({ status: 418, headers: { 'x-reported': 'hello' } })
  expect(await readResponseText(answer)).toBe('text 中文')
})

test.each([301, 302, 303, 307, 308])('does not follow a redirect (%i)', async (status) => {
  let asked = 0
  const port = await serve((_, response) => {
    asked++
    response.writeHead(status, { Location: 'http://169.254.169.254/' }).end()
  })
  await expect(safeFetch(here, `http://127.0.0.1:${port}/`, {})).rejects.toMatchObject(refused('redirected'))
  expect(asked).toBe(1)
})

test('cuts off a response at its size limit, also when it is a stream', async () => {
  const port = await serve((_, response) => {
    response.write('x'.repeat(900))
    setTimeout(() => response.end('x'.repeat(900)), 20)
  })
  for (const isStream of [false, true]) {
    const answer = await safeFetch({ ...here, limits: quick }, `http://127.0.0.1:${port}/`, { isStream })
    await expect(readResponseText(answer)).rejects.toMatchObject(refused('tooLarge'))
  }
})

test('times out a response that never begins, never ends or stalls', async () => {
  const never = await serve(() => undefined)
  const dripping = await serve((_, response) => {
    const drip = setInterval(() => response.write('x'), 20)
    response.once('close', () => clearInterval(drip))
  })
  const silent = await serve((_, response) => void response.write('x'))
  const ask = (port: number, isStream: boolean) =>
    safeFetch({ ...here, limits: quick }, `http://127.0.0.1:${port}/`, { isStream })
  await expect(ask(never, false)).rejects.toMatchObject(refused('tooSlow'))
  await expect(ask(never, true)).rejects.toMatchObject(refused('tooSlow'))
  await expect(ask(dripping, false).then(readResponseText)).rejects.toMatchObject(refused('tooSlow'))
  await expect(ask(silent, true).then(readResponseText)).rejects.toMatchObject(refused('tooSlow'))
})

test('a stream may take longer than an ordinary response while it keeps sending', async () => {
  const port = await serve((_, response) => {
    let left = 10
    const drip = setInterval(() => {
      response.write('x')
      if (--left === 0) {
        clearInterval(drip)
        response.end()
      }
    }, 50)
  })
  const answer = await safeFetch({ ...here, limits: quick }, `http://127.0.0.1:${port}/`, { isStream: true })
  expect(await readResponseText(answer)).toBe('x'.repeat(10))
})

test('reports a server that disconnects or is unreachable', async () => {
  const port = await serve((_, response) => {
    response.writeHead(200, { 'Content-Length': '100' }).write('x')
    setTimeout(() => response.destroy(), 20)
  })
  const answer = await safeFetch(here, `http://127.0.0.1:${port}/`, {})
  await expect(readResponseText(answer)).rejects.toMatchObject(refused('unreachable'))
  await expect(safeFetch(here, 'http://127.0.0.1:1/', {})).rejects.toMatchObject(refused('unreachable'))
})
