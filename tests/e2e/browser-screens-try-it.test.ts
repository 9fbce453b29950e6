import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { addItem, addPage, expectVisible, newSite, type OpenOptions, type Site } from './support/browser.ts'
import { type Screen, testScreens } from './support/screens.ts'

let site: Site
let target: Server
/** The addresses of the pages by name. */
const at = new Map<string, string>()

const answerText = JSON.stringify({
  orders: [
    { id: 12_345_678, state: 'paid', customer: { name: '王小明', mail: 'ming@example.com' } },
    { id: 12_345_679, state: 'open', customer: { name: 'Ann Lee', mail: 'ann@example.com' } },
  ],
  total: 2,
})

const row = (name: string, value: string, remark = '') => ({ name, value, type: 'string', require: '1', remark })

// a request with a secret follows no redirect
const secret = row('Authorization', 'Bearer {{token}}')

const document = (url: string, method = 'post', headers = [secret, row('X-Client', 'web')]) =>
  JSON.stringify({
    info: { type: 'api', method, url, description: 'Finds the orders of a customer.' },
    request: {
      params: { mode: 'json', json: '{\n  "state": "{{state}}"\n}' },
      headers,
      query: [row('page', '1', 'from 1'), row('size', '20', 'at most 100')],
      pathVariable: [row('shop', 'north', 'id of the shop')],
    },
    response: { responseExample: answerText },
  })

beforeAll(async () => {
  target = createServer((request, response) => {
    if (request.url?.startsWith('/inside'))
      return response.writeHead(302, { Location: 'http://169.254.169.254/' }).end()
    return response.writeHead(200, { 'Content-Type': 'application/json', 'X-Request-Id': 'a1b2c3' }).end(answerText)
  })
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  const base_url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`
  site = await newSite({ args: ['--captcha', 'off', '--outbound-allow', '127.0.0.0/8'] })
  const { admin } = site
  const item_id = await addItem(admin, { item_name: 'Orders API', item_domain: 'orders' })
  const variables = JSON.stringify([
    { name: 'state', value: 'paid' },
    { name: 'token', is_secret: true },
  ])
  const { env_id } = await admin.apiCall.environmentSave({ item_id, env_name: 'Production', base_url, variables })
  await admin.apiCall.secretSave({ item_id, env_id: Number(env_id), name: 'token', value: 'hunter22' })
  for (const name of ['answer', 'code', 'sent', 'environments', 'drawer']) {
    const page_id = await addPage(admin, item_id, 'Find orders', document('/v1/shops/{shop}/orders'))
    at.set(name, `/orders/${page_id}`)
    at.set(`${name}-edit`, `/page/edit/orders/${page_id}`)
  }
  at.set('failure', `/orders/${await addPage(admin, item_id, 'Redirected', document('/inside/{shop}', 'get', []))}`)
})
afterAll(() => {
  target.closeAllConnections()
  target.close()
})

const signedIn = (): OpenOptions => ({ token: site.token })
const tool = (page: Page, name: RegExp) => page.getByRole('button', { name })
const sendButton = /^(?:Send|发送)$/
const dialog = (page: Page) => page.getByRole('dialog')

/** The request is behind a button, on a phone behind a tab. */
async function tried(page: Page) {
  await expectVisible(page.getByRole('heading', { level: 1 }))
  const role = (page.viewportSize()?.width ?? 0) < 1280 ? 'tab' : 'button'
  // a screen that is shown again is still there
  if (!page.url().includes('tab=try')) await page.getByRole(role, { name: /^(?:Try it|在线调试)$/ }).click()
  await expectVisible(tool(page, sendButton))
}

async function send(page: Page) {
  await tool(page, sendButton).click()
  await page.getByText('200 OK').scrollIntoViewIfNeeded()
}

async function answered(page: Page) {
  await tried(page)
  await send(page)
}

async function code(page: Page) {
  await tried(page)
  await page.getByRole('tab', { name: /^(?:Code|代码)/ }).click()
  await expectVisible(page.getByRole('combobox', { name: /^(?:Language|语言)$/ }))
}

async function environments(page: Page) {
  if ((await dialog(page).count()) === 0) {
    await tried(page)
    await tool(page, /^(?:Environments and variables|环境与变量)$/).click()
  }
  await expectVisible(dialog(page).getByLabel(/^(?:Base URL|基础地址)/))
}

async function sent(page: Page) {
  if ((await dialog(page).count()) === 0) {
    await tried(page)
    await tool(page, /^(?:Sent requests|发送记录)$/).click()
  }
  await expectVisible(
    dialog(page)
      .getByRole('button', { name: /POST http/ })
      .first(),
  )
}

async function failed(page: Page) {
  await tried(page)
  await tool(page, sendButton).click()
  await expectVisible(page.getByText(/169\.254\.169\.254/))
}

const screens: readonly Screen[] = [
  { name: 'try-answer', at: 'answer', reach: answered, again: answered },
  { name: 'try-code', at: 'code', reach: code, again: code },
  {
    name: 'try-sent',
    at: 'sent',
    reach: async (page) => {
      await answered(page)
      await sent(page)
    },
    again: sent,
  },
  { name: 'try-environments', at: 'environments', reach: environments, again: environments },
  { name: 'try-failure', at: 'failure', reach: failed, again: failed },
  {
    name: 'try-drawer',
    at: 'drawer-edit',
    reach: async (page) => {
      await expectVisible(page.locator('[data-path="info.url"]'))
      await tool(page, /^Try it$/).click()
      await send(page)
    },
  },
]

testScreens(
  screens.map((screen) => ({ options: signedIn, ...screen })),
  () => ({
    server: site.server,
    addressOf: (name) => at.get(name) ?? name,
    // the browser tries a private host first, and the host does not allow it
    expects: (name) => (name === 'failure' ? /CORS|ERR_FAILED|asked another host/ : undefined),
  }),
)
