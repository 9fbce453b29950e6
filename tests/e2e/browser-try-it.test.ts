import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addItem, addPage, eventually, expectVisible, newSite, open, type Site } from './support/browser.ts'

let site: Site
let target: Server
let url = ''
/** The requests that reached the target. */
let came: { method: string; url: string; headers: NodeJS.Dict<string | string[]>; body: string }[] = []

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const html = '<h1>Hello</h1><script>top.document.title = "owned"</script><img src=x onerror="top.document.title = 1">'

beforeAll(async () => {
  target = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: at = '', headers } = request
      if (at.startsWith('/cors')) {
        response.setHeader('Access-Control-Allow-Origin', '*')
        response.setHeader('Access-Control-Allow-Headers', '*')
      }
      if (method === 'OPTIONS') return response.writeHead(204).end()
      came.push({ method, url: at, headers, body: Buffer.concat(chunks).toString() })
      if (at.startsWith('/picture')) return response.writeHead(200, { 'Content-Type': 'image/png' }).end(picture)
      if (at.startsWith('/html')) return response.writeHead(200, { 'Content-Type': 'text/html' }).end(html)
      if (at.startsWith('/cors/stream'))
        return void response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: first\n\n')
      response.setHeader('Content-Type', 'application/json')
      return response.end('{"orders":[{"id":12345678901234567890,"state":"paid"}],"state":"ok"}')
    })
  })
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`
  site = await newSite({ args: ['--captcha', 'off', '--outbound-allow', '127.0.0.0/8'] })
})
afterAll(() => {
  target.closeAllConnections()
  target.close()
})

const api = (given: { url: string; method?: string; request?: object }) =>
  JSON.stringify({
    info: { type: 'api', method: given.method ?? 'get', url: given.url },
    request: given.request ?? {},
    response: { responseExample: '' },
  })

const row = (name: string, value: string) => ({ name, value, require: '1', remark: '' })

/** An item with one page; returns the page's id and its address. */
async function newPage(text: string, password?: string) {
  const item_id = await addItem(site.admin, { item_name: 'Shop', ...(password && { password }) })
  const page_id = await addPage(site.admin, item_id, 'Orders', text)
  return { item_id, page_id, at: `/${item_id}/${page_id}?tab=try` }
}

const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })
const answer = (page: Page) => page.getByRole('region', { name: 'Response', exact: true })
/** Selects sending from the server, which may reach this machine here; by default the product would use the browser. */
const byServer = (page: Page) => page.getByRole('combobox', { name: 'Send from' }).selectOption('server')
const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe('trying an API page', () => {
  test('renders an HTML response without its scripts, and an image as an image', async () => {
    const { at } = await newPage(api({ url: `${url}/html` }))
    // the preview's own policy logs what it blocks
    const page = await open(site.server, {
      at,
      token: site.token,
      expects: /sandbox|inline style|violates|Blocked script/i,
    })
    await byServer(page)
    await send(page).click()
    await page.getByRole('combobox', { name: 'View' }).selectOption('preview')
    await expectVisible(page.frameLocator('iframe[title=Preview]').getByRole('heading', { name: 'Hello' }))
    expect(await page.title()).not.toMatch(/owned|^1$/)
    await page.getByRole('combobox', { name: 'URL' }).fill(`${url}/picture`)
    await send(page).click()
    await expectVisible(page.getByRole('img', { name: 'Image in the response' }))
  })

  test('a visitor sends from the browser where the host allows it; nothing of the session is sent along', async () => {
    came = []
    const { at } = await newPage(api({ url: `${url}/cors/a`, request: { headers: [row('X-A', 'b')] } }))
    const page = await open(site.server, { at, expects: /CORS|ERR_FAILED|asked another host/ })
    await send(page).click()
    await expectVisible(answer(page).getByText('200 OK'))
    expect(came[0]).toMatchObject({ url: '/cors/a', headers: { 'x-a': 'b' } })
    expect(came[0]?.headers).not.toHaveProperty('cookie')
    await page.getByRole('combobox', { name: 'URL' }).fill(`${url}/closed`)
    await send(page).click()
    await expectVisible(page.getByText(/\(CORS\)/))
    expect(await page.getByRole('button', { name: 'Save as example' }).count()).toBe(0)
  })

  test('the browser of a signed-in user: hosts without CORS lead to the server, secrets stay there', async () => {
    const { item_id, at } = await newPage(api({ url: '/closed', request: { headers: [row('X-A', '{{token}}')] } }))
    const variables = JSON.stringify([{ name: 'token', is_secret: true }])
    await site.admin.apiCall.environmentSave({ item_id, env_name: 'Test', base_url: url, variables })
    const page = await open(site.server, { at, token: site.token, expects: /CORS|ERR_FAILED|asked another host/ })
    await page.getByRole('combobox', { name: 'Send from' }).selectOption('browser')
    await expectVisible(page.getByText(/\{\{token\}\} stays on the server/))
    await page
      .getByRole('tab', { name: /Headers/ })
      .first()
      .click()
    await page.getByRole('checkbox', { name: 'Send X-A' }).uncheck()
    await send(page).click()
    await tool(page, 'Send from server').click()
    await expectVisible(answer(page).getByText('200 OK'))
    await expectVisible(answer(page).getByText('Sent from the server.'))
    // only the first time: a choice by the user is kept
    expect(await page.getByRole('combobox', { name: 'Send from' }).inputValue()).toBe('browser')
  })
})

describe('automatic choice between server and browser', () => {
  const noise = /CORS|ERR_FAILED|ERR_CONNECTION_REFUSED|asked another host/
  let shut: Site
  beforeAll(async () => {
    shut = await newSite() // its server may send to public hosts only
  })

  async function opened(at: Site, text: string, given: { token?: string } = { token: at.token }) {
    const item_id = await addItem(at.admin, { item_name: 'Shop' })
    const page_id = await addPage(at.admin, item_id, 'Orders', text)
    return open(at.server, { at: `/${item_id}/${page_id}?tab=try`, expects: noise, ...given })
  }

  test('sends to a private address from the browser, and the page says so; remembers a choice', async () => {
    came = []
    const page = await opened(shut, api({ url: `${url}/cors/orders` }))
    const by = page.getByRole('combobox', { name: 'Send from' })
    expect(await by.inputValue()).toBe('auto')
    expect(await by.locator('option:checked').textContent()).toBe('Auto: browser')
    await send(page).click()
    await expectVisible(answer(page).getByText('200 OK'))
    await expectVisible(answer(page).getByText(/^Sent from your browser: 127\.0\.0\.1:\d+ is a private address\.$/))
    expect(came).toHaveLength(1)
    await by.selectOption('server')
    await page.reload()
    await expectVisible(send(page))
    expect(await by.inputValue()).toBe('server')
    await send(page).click()
    await expectVisible(page.getByText(/The server isn’t allowed to send to 127\.0\.0\.1/))
    await tool(page, 'Send from browser').click()
    await expectVisible(answer(page).getByText('Sent from your browser.'))
  })

  test('a host without CORS: sends a GET from the server, never sends a POST twice', async () => {
    came = []
    const page = await opened(site, api({ url: `${url}/closed` }))
    await send(page).click()
    await expectVisible(
      answer(page).getByText(/^Your browser got no response from 127\.0\.0\.1:\d+, so the server sent it\.$/),
    )

    came = []
    const post = { params: { mode: 'urlencoded', urlencoded: [row('a', 'b')] } }
    const other = await opened(site, api({ url: `${url}/closed`, method: 'post', request: post }))
    await send(other).click()
    await expectVisible(other.getByText('so it wasn’t sent again', { exact: false }))
    expect(came).toHaveLength(1)
    await tool(other, 'Send from server').click()
    await expectVisible(answer(other).getByText('Sent from the server.'))
  })

  test('shows both reasons when neither reaches the host', async () => {
    const page = await opened(shut, api({ url: `${url}/closed` }))
    await send(page).click()
    await expectVisible(page.getByText(/is a private address/))
    await expectVisible(page.getByText(/\(CORS\)/))
    await expectVisible(page.getByText(/The server isn’t allowed to send to 127\.0\.0\.1/))
  })

  test('sends a cookie from the server, because browsers leave it out', async () => {
    came = []
    const page = await opened(site, api({ url: `${url}/cors/a`, request: { cookies: [row('sid', '7')] } }))
    await send(page).click()
    await expectVisible(answer(page).getByText('Sent from the server: browsers leave out some of these headers.'))
    expect(came[0]?.headers).toMatchObject({ cookie: 'sid=7' })
    await page.getByRole('combobox', { name: 'Send from' }).selectOption('browser')
    await expectVisible(page.getByText('Browsers don’t send the header Cookie.', { exact: false }))
  })

  test('shows the received part of an endless stream, as on server-sent events pages', async () => {
    const text = JSON.stringify({
      info: { type: 'sse', method: 'get', url: `${url}/cors/stream` },
      request: {},
      response: {},
    })
    const page = await opened(shut, text)
    await page.clock.install()
    await page.reload()
    await send(page).click()
    await eventually(() => came.some(({ url: at }) => at === '/cors/stream'), true)
    const events = page.getByRole('log', { name: 'Events' })
    await page.clock.runFor(1000)
    await expectVisible(events.getByText('first', { exact: true }))
    await page.clock.runFor(300_000)
    await expectVisible(answer(page).getByRole('log').getByText('first', { exact: true }))
    await expectVisible(answer(page).getByText('Only the first part was read', { exact: false }))
  })
})
