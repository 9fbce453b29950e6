import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { isAllowedAddress, type OutboundRules, sendOut, textOf } from '#src/core/outbound.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A server on this machine that answers as told; gives its port. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const here: OutboundRules = { allow: ['127.0.0.0/8'] }
const quick = { connectMs: 200, totalMs: 300, answerBytes: 1000 }

const refused = (reason: string) => ({ name: 'OutboundError', reason })

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
  ])('%s is refused, listed or not', (address) => {
    expect(isAllowedAddress(address, ['0.0.0.0/0', '::/0'])).toBe(false)
  })
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
])('%s is not asked', async (address) => {
  await expect(sendOut({ allow: [] }, address, {})).rejects.toMatchObject(refused('notAllowed'))
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
])('%s is no address to ask', async (address) => {
  await expect(sendOut(here, address, {})).rejects.toMatchObject(refused('badAddress'))
})

test('a name with one address that is not allowed is refused as a whole', async () => {
  const resolve = async () => [
    { address: '8.8.8.8', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ]
  await expect(sendOut({ allow: [], resolve }, 'http://example.com/', {})).rejects.toMatchObject(refused('notAllowed'))
})

test('a name with a dot at its end is the same name', async () => {
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
  await expect(sendOut({ allow: [], resolve }, 'http://localhost./', {})).rejects.toMatchObject(refused('notAllowed'))
})

test('a name in letters of another script is looked up as the network knows it', async () => {
  const asked: string[] = []
  const resolve = async (name: string) => {
    asked.push(name)
    return [{ address: '10.0.0.1', family: 4 }]
  }
  await expect(sendOut({ allow: [], resolve }, 'http://例え.テスト/', {})).rejects.toMatchObject(refused('notAllowed'))
  expect(asked).toEqual(['xn--r8jz45g.xn--zckzah'])
})

test('a name that leads elsewhere the second time is asked where it was checked', async () => {
  const port = await serve((_, response) => response.end('checked'))
  let times = 0
  const resolve = async () => [{ address: times++ === 0 ? '127.0.0.1' : '169.254.169.254', family: 4 }]
  const answer = await sendOut({ ...here, resolve }, `http://rebind.example:${port}/`, {})
  expect(await textOf(answer)).toBe('checked')
  expect(times).toBe(1)
  await expect(sendOut({ ...here, resolve }, `http://rebind.example:${port}/`, {})).rejects.toMatchObject(
    refused('notAllowed'),
  )
})

test('a name that nobody knows, and one that is looked up for too long', async () => {
  const none = async () => []
  const fails = () => Promise.reject(new Error('ENOTFOUND'))
  const never = () => new Promise<never>(() => undefined)
  const ask = (resolve: () => Promise<never[]>) => sendOut({ ...here, resolve, limits: quick }, 'http://x.example/', {})
  await expect(ask(none)).rejects.toMatchObject(refused('unreachable'))
  await expect(ask(fails)).rejects.toMatchObject(refused('unreachable'))
  await expect(ask(never)).rejects.toMatchObject(refused('tooSlow'))
})

test('method, headers and body arrive, and the answer comes back', async () => {
  const port = await serve((request, response) => {
    response.writeHead(418, { 'X-Told': String(request.headers['x-say']) })
    request.pipe(response)
  })
  const answer = await sendOut(here, `http://127.0.0.1:${port}/a?b`, {
    method: 'POST',
    headers: { 'X-Say': 'hello' },
    body: 'text 中文',
  })
  expect(answer).toMatchObject({ status: 418, headers: { 'x-told': 'hello' } })
  expect(await textOf(answer)).toBe('text 中文')
})

test.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed', async (status) => {
  let asked = 0
  const port = await serve((_, response) => {
    asked++
    response.writeHead(status, { Location: 'http://169.254.169.254/' }).end()
  })
  await expect(sendOut(here, `http://127.0.0.1:${port}/`, {})).rejects.toMatchObject(refused('redirected'))
  expect(asked).toBe(1)
})

test('an answer that is too large ends at its limit, also when it is a stream', async () => {
  const port = await serve((_, response) => {
    response.write('x'.repeat(900))
    setTimeout(() => response.end('x'.repeat(900)), 20)
  })
  for (const isStream of [false, true]) {
    const answer = await sendOut({ ...here, limits: quick }, `http://127.0.0.1:${port}/`, { isStream })
    await expect(textOf(answer)).rejects.toMatchObject(refused('tooLarge'))
  }
})

test('an answer that never begins, one that never ends, and one that falls silent', async () => {
  const never = await serve(() => undefined)
  const dripping = await serve((_, response) => {
    const drip = setInterval(() => response.write('x'), 20)
    response.once('close', () => clearInterval(drip))
  })
  const silent = await serve((_, response) => void response.write('x'))
  const ask = (port: number, isStream: boolean) =>
    sendOut({ ...here, limits: quick }, `http://127.0.0.1:${port}/`, { isStream })
  await expect(ask(never, false)).rejects.toMatchObject(refused('tooSlow'))
  await expect(ask(never, true)).rejects.toMatchObject(refused('tooSlow'))
  await expect(ask(dripping, false).then(textOf)).rejects.toMatchObject(refused('tooSlow'))
  await expect(ask(silent, true).then(textOf)).rejects.toMatchObject(refused('tooSlow'))
})

test('a stream may take longer than an ordinary answer, as long as it goes on', async () => {
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
  const answer = await sendOut({ ...here, limits: quick }, `http://127.0.0.1:${port}/`, { isStream: true })
  expect(await textOf(answer)).toBe('x'.repeat(10))
})

test('a server that breaks off, or is not there', async () => {
  const port = await serve((_, response) => {
    response.writeHead(200, { 'Content-Length': '100' }).write('x')
    setTimeout(() => response.destroy(), 20)
  })
  const answer = await sendOut(here, `http://127.0.0.1:${port}/`, {})
  await expect(textOf(answer)).rejects.toMatchObject(refused('unreachable'))
  await expect(sendOut(here, 'http://127.0.0.1:1/', {})).rejects.toMatchObject(refused('unreachable'))
})
