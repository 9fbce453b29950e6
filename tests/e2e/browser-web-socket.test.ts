import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { addItem, addPage, eventually, expectVisible, newSite, open, type Site } from './support/browser.ts'

let site: Site
let host: WebSocketServer
/** The address of the host, on another port of the machine that the site runs on. */
let url = ''
/** The headers that connections have come with. */
let came: IncomingHttpHeaders[] = []
/** What the host has received. */
let received: string[] = []

beforeAll(async () => {
  host = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    handleProtocols: (names) => [...names][0] ?? false,
    verifyClient: ({ req }: { req: { url?: string | undefined } }) => req.url !== '/closed',
  })
  host.on('connection', (socket, { headers }) => {
    came.push(headers)
    socket.on('message', (data, isBinary) => {
      const text = String(data)
      received.push(text)
      if (text === 'leave') socket.close(4001, 'enough')
      else if (text === 'bytes') socket.send(Buffer.from([0, 1, 2]))
      else socket.send(isBinary ? data : JSON.stringify({ echo: text }))
    })
  })
  await new Promise((resolve) => host.once('listening', resolve))
  url = `ws://127.0.0.1:${(host.address() as { port: number }).port}`
  site = await newSite({ args: ['--captcha', 'off', '--outbound-allow', '127.0.0.0/8'] })
})
afterAll(() => {
  for (const client of host.clients) client.terminate()
  host.close()
})

/** Returns an address that nothing listens at. */
async function unusedAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return `ws://127.0.0.1:${port}/`
}

const row = (name: string, value: string) => ({ name, value, require: '1', remark: '' })

/** Opens a page about a WebSocket for a person who is signed in. */
async function opened(address: string, headers: readonly object[] = []): Promise<Page> {
  came = []
  received = []
  const item_id = await addItem(site.admin, { item_name: 'Chat' })
  const text = JSON.stringify({
    info: { type: 'websocket', method: 'get', url: address },
    request: { headers },
    response: { responseExample: '' },
  })
  const page_id = await addPage(site.admin, item_id, 'Chat', text)
  // the browser reports connections that fail, and those to other hosts
  const expects = /WebSocket|asked another host/
  const page = await open(site.server, { at: `/${item_id}/${page_id}?tab=try`, token: site.token, expects })
  // as the server sets it: sent to other ports of this host too
  const { hostname } = new URL(site.server.url)
  await page
    .context()
    .addCookies([{ name: 'docstead_session', value: site.token, domain: hostname, path: '/', sameSite: 'Lax' }])
  return page
}

const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const log = (page: Page) => page.getByRole('log', { name: 'Messages', exact: true })
const state = (page: Page, name: string) => page.getByRole('status').getByText(name, { exact: true })
const connectFrom = (page: Page, way: 'browser' | 'server') =>
  page.getByRole('combobox', { name: 'Send from' }).selectOption(way)

async function send(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
  await tool(page, 'Send message').click()
}

describe.each(['browser', 'server'] as const)('a WebSocket from the %s', (way) => {
  test('connects, sends, receives, and ends on both sides; the session of the site is not sent along', async () => {
    const page = await opened(`${url}/chat`)
    await connectFrom(page, way)
    await page.getByRole('textbox', { name: /Sub-protocols/ }).fill('chat.v2, chat.v1')
    await tool(page, 'Connect').click()
    await expectVisible(state(page, 'Connected'))
    await expectVisible(log(page).getByText('chat.v2'))
    await send(page, 'Grüße, 你好')
    await expectVisible(log(page).getByText('"echo": "Grüße, 你好"'))
    await send(page, 'bytes')
    await expectVisible(log(page).getByText('Binary message'))
    expect(received).toEqual(['Grüße, 你好', 'bytes'])
    await tool(page, 'Disconnect').click()
    await expectVisible(state(page, 'Not connected'))
    await expectVisible(log(page).getByText('1000'))
    await eventually(() => host.clients.size, 0)
    expect(JSON.stringify(came)).not.toContain(site.token)
    expect(came.map(({ cookie }) => cookie)).toEqual([undefined])
    expect(came[0]?.origin).toBe(way === 'browser' ? 'null' : undefined)
    // again, and the host ends it
    await tool(page, 'Connect').click()
    await expectVisible(state(page, 'Connected'))
    await send(page, 'leave')
    await expectVisible(log(page).getByText('4001 enough'))
    await expectVisible(state(page, 'Not connected'))
    expect(await tool(page, 'Send message').isDisabled()).toBe(true)
  })

  test('says that a host has rejected the connection, and that there is none', async () => {
    const page = await opened(`${url}/closed`)
    await connectFrom(page, way)
    await tool(page, 'Connect').click()
    // a browser does not learn why
    await expectVisible(log(page).getByText(way === 'browser' ? /failed or was lost/ : /HTTP 401/))
    await expectVisible(state(page, 'Not connected'))
    await tool(page, 'Clear').click()
    await page.getByRole('textbox', { name: 'URL', exact: true }).fill(await unusedAddress())
    await tool(page, 'Connect').click()
    if (way === 'browser') await expectVisible(log(page).getByText(/failed or was lost/))
    else await expectVisible(page.getByText(/can’t be reached/))
    await expectVisible(state(page, 'Not connected'))
    await page.getByRole('textbox', { name: 'URL', exact: true }).fill('ftp://127.0.0.1/')
    await expectVisible(page.getByText(/starts with ws:\/\/ or wss:\/\//))
    expect(await tool(page, 'Connect').isDisabled()).toBe(true)
    expect(came).toEqual([])
  })

  test('ends with the page', async () => {
    const page = await opened(`${url}/chat`)
    await connectFrom(page, way)
    await tool(page, 'Connect').click()
    await expectVisible(state(page, 'Connected'))
    await page.goto(site.server.url)
    await eventually(() => host.clients.size, 0)
  })
})

test('the server sends the headers of the page, which a browser does not', async () => {
  const page = await opened(`${url}/chat`, [row('X-Key', 'k1')])
  await tool(page, 'Connect').click()
  await expectVisible(state(page, 'Connected'))
  expect(came[0]?.['x-key']).toBe('k1')
  await tool(page, 'Disconnect').click()
  await expectVisible(state(page, 'Not connected'))
  await connectFrom(page, 'browser')
  await expectVisible(page.getByText(/X-Key is left out/))
  await tool(page, 'Connect').click()
  await expectVisible(state(page, 'Connected'))
  expect(came[1]?.['x-key']).toBeUndefined()
})

test('a connection to another host says where it comes from', async () => {
  const page = await opened(`${url.replace('127.0.0.1', 'localhost')}/chat`)
  await connectFrom(page, 'browser')
  await tool(page, 'Connect').click()
  await expectVisible(state(page, 'Connected'))
  expect(came[0]?.origin).toBe(new URL(site.server.url).origin)
  expect(came[0]?.cookie).toBeUndefined()
})

test('without the frame of its own, a connection to another port would carry the session', async () => {
  came = []
  const page = await open(site.server, { token: site.token, withoutPolicy: true, expects: /WebSocket|another host/ })
  await page.evaluate(async (address) => {
    const socket = new WebSocket(address)
    await new Promise((resolve, reject) => {
      socket.onopen = resolve
      socket.onerror = reject
    })
    socket.close()
  }, `${url}/chat`)
  expect(came[0]?.cookie).toContain(site.token)
})
