import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addItem, addPage } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, expectVisible, openAs, type Screen } from '#tests/web/support/screen.tsx'

const browser = openBrowser({ config: { outbound_allow: ['127.0.0.0/8'] } })
let target: Server
let url = ''
/** The requests that reached the target. */
let came: { method: string; url: string; headers: NodeJS.Dict<string | string[]>; body: string }[] = []

const nested = JSON.stringify({ code: 0, data: { list: [{ id: 7, tags: ['a', 'b'] }], next: null } })

const as = (username: string) => browser.app.as(username)

beforeAll(async () => {
  target = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: at = '', headers } = request
      came.push({ method, url: at, headers, body: Buffer.concat(chunks).toString() })
      if (at.startsWith('/inside')) return response.writeHead(302, { Location: 'http://169.254.169.254/' }).end()
      if (at.startsWith('/never')) return undefined
      response.setHeader('Content-Type', 'application/json')
      if (at.startsWith('/other')) return response.end('[1]')
      if (at.startsWith('/a')) return response.end(nested)
      return response.end('{"orders":[{"id":12345678901234567890,"state":"paid"}],"state":"ok"}')
    })
  })
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`
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
  const item_id = await addItem(as('owner'), { item_name: 'Shop', ...(password && { password }) })
  const page_id = await addPage(as('owner'), item_id, 'Orders', text)
  return { item_id, page_id, at: `/${item_id}/${page_id}?tab=try` }
}

const send = (page: Screen) => page.getByRole('button', { name: 'Send', exact: true })
const answer = (page: Screen) => page.getByRole('region', { name: 'Response', exact: true })
/** Selects sending from the server, which may reach this machine here; by default the product would use the browser. */
const byServer = (page: Screen) => page.getByRole('combobox', { name: 'Send from' }).selectOption('server')
const tool = (page: Screen, name: string) => page.getByRole('button', { name, exact: true })

test('a new page says that it must be saved before its request can be sent', async () => {
  const { item_id } = await newPage('')
  const page = openAs(browser, 'owner', `/page/edit/${item_id}/0?kind=api`)
  await page.getByRole('button', { name: 'Try it' }).click()
  await expectVisible(page.getByText('Save the page before you send its request'))
})

describe('saving a response as an example while another user changes the page', () => {
  /** Two editors: the first has a response on screen, the second changes the page through the API in the meantime. */
  async function two() {
    const { item_id, page_id, at } = await newPage(api({ url: `${url}/orders` }))
    browser.app.rows.newMember(item_id, 'lee', 'edit')
    const page = openAs(browser, 'owner', at)
    await byServer(page)
    await send(page).click()
    await expectVisible(answer(page).getByText('200 OK'))
    const change = async (edit: (doc: ReturnType<typeof JSON.parse>) => void) => {
      const { page_title, page_content } = await as('lee').page.info({ page_id })
      const doc = JSON.parse(page_content)
      edit(doc)
      await as('lee').page.save({ item_id, page_id, page_title, page_content: JSON.stringify(doc) })
    }
    const keep = async () => {
      await tool(page, 'Save as example').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    }
    const stored = async () => JSON.parse((await as('owner').page.info({ page_id })).page_content)
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
  const page = openAs(browser, 'owner', at)
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
  await eventually(() => page.focused(), 'Save')
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
  const { page_content } = await as('owner').page.info({ page_id })
  expect(JSON.parse(JSON.parse(page_content).response.responseExample).state).toBe('ok')

  await tool(page, 'Sent requests').click()
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
  await as('owner').apiCall.environmentSave({ item_id, env_name: 'Test', base_url: url, variables })
  const page = openAs(browser, 'owner', at)
  await expectVisible(page.getByText('Not defined in this environment: {{nobody}}'))
  const value = page.getByRole('combobox', { name: 'Value of q' })
  await value.fill('{{sh')
  await expectVisible(page.getByRole('option', { name: /shop_id/ }))
  await page.keyboard.press('Enter')
  expect(await value.inputValue()).toBe('{{shop_id}}')
  await expectVisible(page.getByText(`${url}/orders?q=7`))
})

test('explains errors: a redirect to an internal address, a cancelled request', async () => {
  const page = openAs(browser, 'owner', (await newPage(api({ url: `${url}/inside` }))).at)
  await byServer(page)
  await send(page).click()
  await expectVisible(
    page.getByText(/The response redirects to 169\.254\.169\.254, and the server isn’t allowed to send there/),
  )
  await page.getByRole('combobox', { name: 'URL' }).fill(`${url}/never`)
  await send(page).click()
  await tool(page, 'Cancel').press('Enter')
  await expectVisible(send(page))
  expect(send(page).hasFocus()).toBe(true)
})

test('a reader fills in their own value for a secret, and changes nothing', async () => {
  const { item_id, at } = await newPage(api({ url: '/orders' }), 'visit me')
  const variables = JSON.stringify([{ name: 'token', is_secret: true }])
  await as('owner').apiCall.environmentSave({ item_id, env_name: 'Test', base_url: url, variables })
  browser.app.rows.newMember(item_id, 'mo', 'read')
  const page = openAs(browser, 'mo', at)
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

test('names a missing secret once, folds a response by keyboard, and offers no reset without changes', async () => {
  const item_id = await addItem(as('owner'), { item_name: 'Shop', password: 'visit me' })
  await addPage(as('owner'), item_id, 'Rows', api({ url: '/rows/2' }))
  const text = api({ url: '/a', request: { headers: [row('X-A', '{{token}}')], query: [row('q', '1')] } })
  const page_id = await addPage(as('owner'), item_id, 'Try', text)
  const variables = JSON.stringify([{ name: 'token', is_secret: true }])
  const { env_id } = await as('owner').apiCall.environmentSave({ item_id, env_name: 'Test', base_url: url, variables })
  const page = openAs(browser, 'owner', `/${item_id}/${page_id}?tab=try`)
  await expectVisible(page.getByText('You haven’t set a value for {{token}}'))
  await send(page).click()
  await expectVisible(page.getByText('You haven’t entered a value for the secret token yet'))
  expect(await page.getByText('You haven’t set a value').count()).toBe(0)
  await as('owner').apiCall.secretSave({ item_id, env_id: Number(env_id), name: 'token', value: 'x' })
  await send(page).click()
  await expectVisible(answer(page).getByText('200 OK'))

  const tree = answer(page).getByRole('tree')
  const lines = tree.getByRole('treeitem')
  expect(await lines.count()).toBe(10)
  await lines.first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowLeft')
  await eventually(() => lines.count(), 3)
  expect(document.activeElement?.textContent).toContain('data')
  // another response gets a new tree
  await page.getByRole('combobox', { name: 'URL' }).fill('/other')
  await send(page).click()
  await eventually(() => lines.allTextContents(), ['[11 value]', '01'])
  await page.getByRole('button', { name: 'Reset to documented values' }).click()
  await send(page).click()
  await eventually(() => lines.count(), 10)
  await lines.nth(2).click()
  await eventually(() => lines.count(), 3)
  // search unfolds the branch of a match
  await answer(page).getByRole('textbox', { name: 'Find in response' }).fill('tags')
  await expectVisible(tree.getByText('tags'))
  await answer(page).getByRole('combobox', { name: 'View' }).selectOption('raw')
  await expectVisible(answer(page).getByText(nested))

  const reset = page.getByRole('button', { name: 'Reset to documented values' })
  expect(await reset.count()).toBe(0)
  await page.getByRole('combobox', { name: 'Value of q' }).fill('2')
  await expectVisible(reset)
  await page.getByRole('combobox', { name: 'Value of q' }).fill('1')
  await expectHidden(reset)
  // the response stays while another page is visited, and there is still nothing to reset
  await page.getByRole('treeitem', { name: /Rows/ }).click()
  await expectVisible(page.getByText('/rows/2').first())
  await page.getByRole('treeitem', { name: /Try/ }).click()
  await tool(page, 'Try it').click()
  await expectVisible(answer(page).getByText('200 OK'))
  expect(await reset.count()).toBe(0)

  // two people save the same environment
  await page.getByRole('button', { name: 'Environments and variables' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add variable' }).click()
  await dialog.getByLabel('Variable', { exact: true }).nth(1).fill('mine')
  const theirs = JSON.stringify([
    { name: 'token', is_secret: true },
    { name: 'theirs', value: '1' },
  ])
  await as('owner').apiCall.environmentSave({
    item_id,
    env_id: Number(env_id),
    env_name: 'Test',
    base_url: url,
    variables: theirs,
  })
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expectVisible(dialog.getByText('Someone else changed this environment'))
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expectVisible(page.getByText('Environment “Test” saved'))
  const [now] = await as('owner').apiCall.environments({ item_id })
  expect(now?.variables.map(({ name }) => name)).toEqual(['token', 'mine', 'theirs'])
})

test('a sent request that loads after its dialog was closed fills in nothing', async () => {
  const { page_id, at } = await newPage(api({ url: `${url}/orders` }))
  const request = { method: 'POST', url: 'http://sent.example/', headers: [], body: { kind: 'none' }, follow: true }
  const received = { status: 200, status_text: 'OK', url: 'http://sent.example/', redirects: [], headers: [] }
  const content = { content: '', is_base64: false, is_truncated: false, size_bytes: 0, time_ms: 1 }
  const kept = JSON.stringify({ ...received, ...content })
  await as('owner').apiCall.keep({ page_id, request: JSON.stringify(request), answer: kept })
  const page = openAs(browser, 'owner', at)
  await tool(page, 'Sent requests').click()
  const drawer = page.getByRole('dialog', { name: 'Sent requests' })
  const opening = browser.hold('apiCall/historyInfo')
  await drawer.getByRole('button', { name: /POST http/ }).click()
  await opening.carriedOut
  await page.keyboard.press('Escape')
  await expectHidden(drawer)
  opening.release()
  await page.idle()
  expect(await page.getByRole('combobox', { name: 'Method' }).inputValue()).toMatch(/^get$/i)
})

test('the response is compared with what the page documents', async () => {
  const documented = (type: string) =>
    JSON.stringify({
      info: { type: 'api', method: 'get', url: `${url}/a` },
      request: {},
      response: {
        responseExample: '{"code":0}',
        responseParamsDesc: [{ name: 'code', type, require: '1', remark: '' }],
      },
    })
  const good = await newPage(documented('int'))
  const page = openAs(browser, 'owner', good.at)
  await byServer(page)
  await send(page).click()
  await expectVisible(answer(page).getByText('Matches the documentation'))
  const bad = await newPage(documented('string'))
  const other = openAs(browser, 'owner', bad.at)
  await byServer(other)
  await send(other).click()
  await expectVisible(answer(other).getByText('1 difference from the documentation'))
  await expectVisible(answer(other).getByText('Expected string, got integer'))
})
