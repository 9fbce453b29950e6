import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addItem, addPage, eventually, expectVisible, newSite, open, type Site } from './support/browser.ts'

let site: Site
let target: Server
let url = ''
let member: { token: string }
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
      if (at.startsWith('/inside')) return response.writeHead(302, { Location: 'http://169.254.169.254/' }).end()
      if (at.startsWith('/never')) return undefined
      if (at.startsWith('/cors/stream'))
        return void response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: first\n\n')
      response.setHeader('Content-Type', 'application/json')
      return response.end('{"orders":[{"id":12345678901234567890,"state":"paid"}],"state":"ok"}')
    })
  })
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`
  site = await newSite({ args: ['--captcha', 'off', '--outbound-allow', '127.0.0.0/8'] })
  member = await site.newAccount('mo')
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
  return { item_id, page_id, at: `/${item_id}/${page_id}` }
}

const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })
const answer = (page: Page) => page.getByRole('region', { name: 'Response', exact: true })
/** Selects sending from the server, which may reach this machine here; by default the product would use the browser. */
const byServer = (page: Page) => page.getByRole('combobox', { name: 'Send from' }).selectOption('server')
const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a new page says that it must be saved before its request can be sent', async () => {
  const { item_id } = await newPage('')
  const page = await open(site.server, { at: `/page/edit/${item_id}/0?kind=api`, token: site.token })
  await page.getByRole('button', { name: 'Try it' }).click()
  await expectVisible(page.getByText('Save the page before you send its request'))
})

describe('saving a response as an example while another user changes the page', () => {
  /** Two editors: the first has a response on screen, the second changes the page through the API in the meantime. */
  async function two() {
    const { item_id, page_id, at } = await newPage(api({ url: `${url}/orders` }))
    const lee = await site.newAccount(`lee${crypto.randomUUID().slice(0, 8)}`)
    await site.admin.member.save({ item_id, username: (await lee.client.user.info({})).username, member_group_id: 1 })
    const page = await open(site.server, { at, token: site.token })
    await byServer(page)
    await send(page).click()
    await expectVisible(answer(page).getByText('200 OK'))
    const change = async (edit: (doc: ReturnType<typeof JSON.parse>) => void) => {
      const { page_title, page_content } = await lee.client.page.info({ page_id })
      const doc = JSON.parse(page_content)
      edit(doc)
      await lee.client.page.save({ item_id, page_id, page_title, page_content: JSON.stringify(doc) })
    }
    const keep = async () => {
      await tool(page, 'Save as example').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    }
    const stored = async () => JSON.parse((await site.admin.page.info({ page_id })).page_content)
    return { page, change, keep, stored }
  }

  test('keeps their changes elsewhere in the page', async () => {
    const { page, change, keep, stored } = await two()
    await change((doc) => {
      doc.info.description = 'Written by Lee'
    })
    await keep()
    await expectVisible(page.getByText('Example saved to the page'))
    const { info, response } = await stored()
    expect(info.description).toBe('Written by Lee')
    expect(JSON.parse(response.responseExample).state).toBe('ok')
  })

  test('shows an example that they have changed, and replaces it only after confirmation', async () => {
    const { page, change, keep, stored } = await two()
    await change((doc) => {
      doc.response.responseExample = '{"by":"Lee"}'
    })
    await keep()
    const dialog = page.getByRole('dialog')
    await expectVisible(dialog.getByText('Someone else changed this example.', { exact: false }))
    await expectVisible(dialog.getByText('{"by":"Lee"}'))
    expect((await stored()).response.responseExample).toBe('{"by":"Lee"}')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expectVisible(page.getByText('Example saved to the page'))
    expect(JSON.parse((await stored()).response.responseExample).state).toBe('ok')
  })
})

describe('trying an API page', () => {
  test('uses an environment with a secret, saves the response as an example, lists the history', async () => {
    came = []
    const text = api({
      url: '/orders/{id}',
      method: 'post',
      request: {
        params: { mode: 'json', json: '{"state": "{{state}}"}' },
        headers: [row('Authorization', 'Bearer {{token}}')],
        pathVariable: [row('id', 'a b')],
      },
    })
    const { page_id, at } = await newPage(text, 'visit me')
    const page = await open(site.server, { at, token: site.token })
    await expectVisible(page.getByText('choose an environment with a base URL'))
    expect(await send(page).isDisabled()).toBe(true)

    await tool(page, 'Environments and variables').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Local')
    await dialog.getByLabel('Base URL').fill(url)
    await dialog.getByLabel('Variable', { exact: true }).first().fill('state')
    await dialog.getByLabel('Value of state').fill('say "hi"')
    await dialog.getByRole('button', { name: 'Add variable' }).click()
    await dialog.getByLabel('Variable', { exact: true }).nth(1).fill('token')
    await dialog.getByRole('checkbox', { name: 'Secret' }).nth(1).check()
    await dialog.getByRole('button', { name: 'Create environment' }).click()
    await expectVisible(dialog.getByLabel('token', { exact: true }))
    // there is nothing more to save, and the button keeps the focus
    const focused = () => page.evaluate<string>('document.activeElement.textContent')
    await eventually(focused, 'Save')
    await dialog.getByLabel('token', { exact: true }).fill('hunter22')
    await page.keyboard.press('Enter')
    await expectVisible(dialog.getByText('Set', { exact: true }))
    await dialog.getByRole('button', { name: 'Close' }).last().click()

    await page.getByRole('textbox', { name: 'Body' }).focus()
    await page.keyboard.press('Control+Enter')
    await expectVisible(answer(page).getByText('200 OK'))
    expect(came[0]).toMatchObject({
      method: 'POST',
      url: '/orders/a%20b',
      body: '{"state": "say \\"hi\\""}',
      headers: { authorization: 'Bearer hunter22', 'content-type': 'application/json' },
    })
    expect(came[0]?.headers).not.toHaveProperty('cookie')
    // numbers are shown exactly as received
    await expectVisible(answer(page).getByText('12345678901234567890'))

    await answer(page).getByRole('textbox', { name: 'Find in response' }).fill('STATE')
    await expectVisible(answer(page).getByText('1/2'))

    await tool(page, 'Save as example').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await expectVisible(page.getByText('Example saved to the page'))
    const { page_content } = await site.admin.page.info({ page_id })
    expect(JSON.parse(JSON.parse(page_content).response.responseExample).state).toBe('ok')

    await tool(page, 'Sent requests').click()
    await expectVisible(
      page
        .getByText('No requests sent')
        .or(page.getByText('POST', { exact: true }))
        .first(),
    )
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /POST http/ })
      .click()
    await expectVisible(page.getByText(/Request restored/).first())
    await page
      .getByRole('tab', { name: /Headers/ })
      .first()
      .click()
    const authorization = page.getByRole('combobox', { name: 'Value of Authorization' })
    expect(await authorization.inputValue()).toBe('Bearer {{token}}')
  })

  test('marks an undefined variable, and `{{` lists the defined ones', async () => {
    const { item_id, at } = await newPage(api({ url: '/orders', request: { query: [row('q', '{{nobody}}')] } }))
    const variables = JSON.stringify([{ name: 'shop_id', value: '7' }])
    await site.admin.apiCall.environmentSave({ item_id, env_name: 'Test', base_url: url, variables })
    const page = await open(site.server, { at, token: site.token })
    await expectVisible(page.getByText('Not defined in this environment: {{nobody}}'))
    const value = page.getByRole('combobox', { name: 'Value of q' })
    await value.fill('{{sh')
    await expectVisible(page.getByRole('option', { name: /shop_id/ }))
    await page.keyboard.press('Enter')
    expect(await value.inputValue()).toBe('{{shop_id}}')
    await expectVisible(page.getByText(`${url}/orders?q=7`))
  })

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

  test('explains errors: a redirect to an internal address, a cancelled request', async () => {
    const page = await open(site.server, { at: (await newPage(api({ url: `${url}/inside` }))).at, token: site.token })
    await byServer(page)
    await send(page).click()
    await expectVisible(
      page.getByText(/The response redirects to 169\.254\.169\.254, and the server isn’t allowed to send there/),
    )
    await page.getByRole('combobox', { name: 'URL' }).fill(`${url}/never`)
    await send(page).click()
    await tool(page, 'Cancel').press('Enter')
    await expectVisible(send(page))
    expect(await send(page).evaluate((button) => button === document.activeElement)).toBe(true)
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

  test('a reader fills in their own value for a secret, and changes nothing', async () => {
    const { item_id, at } = await newPage(api({ url: '/orders' }), 'visit me')
    const variables = JSON.stringify([{ name: 'token', is_secret: true }])
    await site.admin.apiCall.environmentSave({ item_id, env_name: 'Test', base_url: url, variables })
    await site.admin.member.save({ item_id, username: 'mo', member_group_id: 0 })
    const page = await open(site.server, { at, token: member.token })
    await tool(page, 'Environments and variables').click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('Base URL').isDisabled()).toBe(true)
    expect(await dialog.getByRole('button', { name: 'Delete environment' }).count()).toBe(0)
    await dialog.getByLabel('token', { exact: true }).fill('mine')
    await dialog.getByRole('button', { name: 'Save value' }).click()
    await expectVisible(dialog.getByText('Set', { exact: true }))
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await byServer(page)
    await send(page).click()
    await expectVisible(answer(page).getByText('200 OK'))
    expect(await tool(page, 'Save as example').count()).toBe(0)
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
    return open(at.server, { at: `/${item_id}/${page_id}`, expects: noise, ...given })
  }

  test('sends to a private address from the browser, and the page says so; remembers a choice', async () => {
    came = []
    const page = await opened(shut, api({ url: `${url}/cors/orders` }))
    const by = page.getByRole('combobox', { name: 'Send from' })
    expect(await by.inputValue()).toBe('auto')
    expect(await by.locator('option:checked').textContent()).toBe('Automatic: browser')
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
    await page.clock.runFor(31_000)
    await expectVisible(answer(page).getByText('data: first', { exact: false }))
    await expectVisible(answer(page).getByText('Only the first part was read', { exact: false }))
  })
})
