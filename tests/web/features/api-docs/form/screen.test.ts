import { beforeAll, expect, test } from 'vitest'
import recorded from '#tests/fixtures/showdoc/api-doc-to-markdown.json' with { type: 'json' }
import { addItem, addPage } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import {
  eventually,
  expectHidden,
  expectVisible,
  type Locator,
  openAs,
  type Screen,
} from '#tests/web/support/screen.tsx'
import { typeInto } from '#tests/web/support/source-text.ts'

const browser = openBrowser()
let item_id: number

const owner = () => browser.app.as('owner')

beforeAll(async () => {
  item_id = await addItem(owner(), { item_name: 'Shop', item_domain: 'shopdesk', password: 'visit me' })
  browser.app.rows.newMember(item_id, 'rea', 'read')
})

const stored = async (page_id: number) => (await owner().page.info({ page_id })).page_content
const address = (page: Screen) => page.getByRole('textbox', { name: 'URL' })
const cell = (page: Screen, column: string, row: string) => page.getByLabel(`${column}: ${row}`, { exact: true })
const everyPart = JSON.stringify(recorded.cases[0]?.document)

/** Pastes text into a field, as Ctrl+V does. */
async function pasteText(field: Locator, text: string): Promise<void> {
  const element = await field.element()
  element.focus()
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

const save = async (page: Screen) => {
  await page.keyboard.press('Control+s')
  await expectVisible(page.locator('[data-state=saved]').filter({ hasText: /^Saved \d/ }))
}

test('writes a WebSocket’s connection and messages in the form and shows them in versions and the bin', async () => {
  const page_id = await addPage(
    owner(),
    item_id,
    'Live',
    '{"info":{"url":"wss://a.test/live","method":"get","type":"websocket"},"zz":1.0}',
  )
  const form = openAs(browser, 'owner', `/page/edit/shopdesk/${page_id}`)
  await form.getByRole('textbox', { name: 'Sub-protocols' }).fill('v1, v2')
  await form.getByRole('checkbox', { name: 'Send a heartbeat' }).check()
  await form.getByRole('textbox', { name: 'Heartbeat message' }).first().fill('hello')
  await form.getByRole('button', { name: 'Add message' }).click()
  await form.getByRole('textbox', { name: 'Message name' }).fill('subscribe')
  await typeInto(form.getByRole('textbox', { name: 'Message content' }).last(), '{"op":"sub"}')
  await save(form)
  expect(await stored(page_id)).toContain('"zz":1.0')
  expect(JSON.parse(await stored(page_id))).toMatchObject({
    protocolConfig: { websocket: { subProtocols: ['v1', 'v2'], heartbeat: { enabled: true, pingMessage: 'hello' } } },
    messaging: { templates: [{ name: 'subscribe', payload: '{"op":"sub"}', enabled: true }] },
  })
  const reader = openAs(browser, 'owner', `/shopdesk/${page_id}`)
  await expectVisible(reader.getByRole('row', { name: /Heartbeat hello/ }))
  await expectVisible(reader.getByRole('heading', { name: 'subscribe' }))

  // a former version reads like a page, and the comparison names the changes
  const { page_history_id = '' } = (await owner().page.history({ page_id, without_text: true }))[0] ?? {}
  const page = openAs(browser, 'owner', `/page/diff/${page_id}/${page_history_id}`)
  await expectVisible(page.getByRole('region', { name: /lines/i }).getByText('"pingMessage"').first())
  await page.getByRole('tab', { name: 'Rendered' }).click()
  await expectVisible(page.locator('.md-body').last().getByRole('heading', { name: 'subscribe' }))
  await page.goto(`/shopdesk/${page_id}`)
  await page.getByRole('button', { name: 'More actions for this page' }).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  await page
    .getByRole('button', { name: /Preview$/ })
    .first()
    .click()
  const request = page.getByRole('dialog', { name: 'Live' }).getByRole('group', { name: 'Request' })
  await expectVisible(request.getByText('wss://a.test/live'))
  await owner().page.delete({ page_id })
  await page.goto(`/item/setting/${item_id}?tab=recycle`)
  await page.getByRole('button', { name: 'Live', exact: true }).click()
  await expectVisible(request.getByText('wss://a.test/live'))
})

test('keeps every untouched byte when it is opened and saved', async () => {
  const page_id = await addPage(owner(), item_id, 'Bytes', everyPart)
  const page = openAs(browser, 'owner', `/page/edit/shopdesk/${page_id}`)
  await eventually(() => address(page).inputValue(), '{{host}}/v1/shops/{shop}/orders')
  await page.getByRole('textbox', { name: 'Title' }).fill('Bytes, renamed')
  await save(page)
  expect(await stored(page_id)).toBe(everyPart)
  await address(page).fill('{{host}}/v2/shops/{shop}/orders')
  await save(page)
  expect(await stored(page_id)).toBe(everyPart.replace('/v1/', '/v2/'))
})

test('previews a cURL command that is pasted into the address, applies it and undoes it', async () => {
  const page_id = await addPage(owner(), item_id, 'Pasted', '{"info":{"url":"/old","method":"get"},"zz":1.0}')
  const page = openAs(browser, 'owner', `/page/edit/shopdesk/${page_id}`)
  await pasteText(
    address(page),
    `curl 'https://a.test/v1/x?page=2' -X PUT -H 'X-Trace: 1' --data-raw '{"a":{"b":1}}' --compressed`,
  )
  const window = page.getByRole('dialog')
  await expectVisible(window.getByText('https://a.test/v1/x', { exact: true }))
  await expectVisible(window.getByText(/so left out: --compressed/))
  await window.getByRole('button', { name: 'Replace the request' }).click()
  await eventually(() => address(page).inputValue(), 'https://a.test/v1/x')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await eventually(() => address(page).inputValue(), '/old')
  await pasteText(address(page), `curl 'https://a.test/v1/x?page=2' -X PUT -H 'X-Trace: 1' --data-raw '{"a":{"b":1}}'`)
  await page.getByRole('button', { name: 'Replace the request' }).click()
  await save(page)
  expect(await stored(page_id)).toContain('"zz":1.0')
  expect(JSON.parse(await stored(page_id))).toMatchObject({
    info: { method: 'put' },
    request: {
      query: [{ name: 'page', value: '2' }],
      headers: [{ name: 'X-Trace' }],
      params: { mode: 'json', jsonDesc: [{ name: 'a' }, { name: 'a.b' }] },
    },
  })
})

test('adds many rows at once, restores a deleted one, and creates fields from a response', async () => {
  const page_id = await addPage(owner(), item_id, 'Rows', '{"info":{"url":"/rows","method":"get"}}')
  const page = openAs(browser, 'owner', `/page/edit/shopdesk/${page_id}`)
  await pasteText(cell(page, 'Name', 'new row').first(), 'a=1&b=two%20words')
  await eventually(() => cell(page, 'Example', 'b').inputValue(), 'two words')
  await page.getByRole('button', { name: 'Remove a', exact: true }).click()
  await expectHidden(cell(page, 'Name', 'a'))
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).last().click()
  await expectVisible(cell(page, 'Name', 'a'))
  const example = page.getByRole('textbox', { name: 'Response', exact: true })
  await typeInto(example, '{"code":0,"data":{"id":17},}')
  await expectVisible(page.getByText('Invalid JSON at line 1, column 28.'))
  await typeInto(example, '{"code":0,"data":{"id":17}}', { instead: true })
  await expectHidden(page.getByText(/Invalid JSON at line/))
  await page.getByRole('button', { name: 'Generate fields from JSON' }).click()
  await eventually(() => cell(page, 'Type', 'data.id').inputValue(), 'int')
  await save(page)
  expect(JSON.parse(await stored(page_id))).toMatchObject({
    request: { query: [{ name: 'a', value: '1' }, { name: 'b' }] },
    response: {
      responseExample: '{"code":0,"data":{"id":17}}',
      responseParamsDesc: [{ name: 'code' }, { name: 'data' }, { name: 'data.id' }],
    },
  })
})

test('opens broken JSON as source, shows the error position, and returns to the form', async () => {
  const page_id = await addPage(owner(), item_id, 'Broken', '{\n  "info": {"url": "/x", "method": "get"},,\n}')
  const page = openAs(browser, 'owner', `/page/edit/shopdesk/${page_id}`)
  await expectVisible(page.getByText(/^Invalid JSON at line 2, column 42/))
  const valid = '{"info": {"url": "/x", "method": "get"}}'
  await typeInto(page.getByRole('textbox', { name: 'API page source' }), valid, { instead: true })
  await page.getByRole('button', { name: 'Show form' }).click()
  await eventually(() => address(page).inputValue(), '/x')
  await save(page)
  expect(await stored(page_id)).toBe('{"info": {"url": "/x", "method": "get"}}')
})

test('shows the settings that editors make for the whole item on each of its pages', async () => {
  const page_id = await addPage(owner(), item_id, 'Params', '{"info":{"url":"/p","method":"get"}}')
  const page = openAs(browser, 'owner', `/shopdesk/${page_id}`)
  await page.getByRole('button', { name: 'Project menu' }).click()
  await page.getByRole('menuitem', { name: 'Shared parameters' }).click()
  const window = page.getByRole('dialog')
  await window.getByRole('textbox', { name: 'Name: new row' }).fill('X-Client')
  await window.getByRole('textbox', { name: 'Example: X-Client' }).fill('web')
  await window.getByRole('button', { name: 'Save' }).click()
  await expectHidden(window)
  await expectVisible(page.getByRole('listitem').filter({ hasText: /X-Client.*from the project/ }))
  const reader = openAs(browser, 'rea', `/shopdesk/${page_id}`)
  await expectVisible(reader.getByRole('listitem').filter({ hasText: 'X-Client' }))
  const editing = openAs(browser, 'owner', `/page/edit/shopdesk/${page_id}`)
  await editing.getByRole('tab', { name: 'Headers' }).click()
  await expectVisible(editing.getByText('Shared parameters, sent with every request in this project:'))
  await owner().item.setGlobalParam({ item_id, global_param: JSON.stringify({ header: [] }) })
})

test('builds nested fields with the keyboard, sets limits, and shows both to a reader', async () => {
  const page_id = await addPage(
    owner(),
    item_id,
    'Nested',
    '{"info":{"url":"/nested","method":"post"},"request":{"params":{"mode":"json","json":"","jsonDesc":[{"name":"order","type":"object","own":1.0}]}}}',
  )
  const page = openAs(browser, 'owner', `/page/edit/shopdesk/${page_id}`)
  const fields = page.getByRole('list', { name: 'Body fields' })
  await fields.getByLabel('Name: order', { exact: true }).focus()
  await page.keyboard.press('Control+Shift+Enter')
  await expectVisible(fields.getByLabel('Name: order.field', { exact: true }))
  await fields.getByLabel('Name: order.field', { exact: true }).fill('state')
  await fields.getByLabel('Name: order.state', { exact: true }).focus()
  await page.keyboard.press('Control+Enter')
  await fields.getByLabel('Name: order.field', { exact: true }).fill('total')
  await fields.getByLabel('Required: order.total', { exact: true }).check()
  // an empty name, and one that a neighbour has, wait until the person has typed another one
  await fields.getByLabel('Name: order.total', { exact: true }).fill('state')
  await expectVisible(fields.getByLabel('Name: order.total', { exact: true }))

  await fields.getByRole('button', { name: 'Limits and values of order.state' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Allowed values' }).fill('new\npaid')
  await dialog.getByRole('textbox', { name: 'Min. length' }).fill('many')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expectVisible(dialog.getByText('Enter a number.'))
  await dialog.getByRole('textbox', { name: 'Min. length' }).fill('3')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expectVisible(fields.getByText('enum: new, paid; minLength: 3'))

  await fields.getByRole('button', { name: 'Close order' }).click()
  await expectHidden(fields.getByLabel('Name: order.state', { exact: true }))
  await save(page)
  const text = await stored(page_id)
  expect(text).toContain('{"name":"order","type":"object","own":1.0}')
  expect(JSON.parse(text)).toMatchObject({
    request: {
      params: {
        jsonDesc: [
          { name: 'order' },
          { name: 'order.state', schema: { enum: ['new', 'paid'], minLength: 3 } },
          { name: 'order.total', require: '1' },
        ],
      },
    },
  })
  const reader = openAs(browser, 'owner', `/shopdesk/${page_id}`)
  await expectVisible(reader.getByText('paid', { exact: true }).first())
})

test('the type of a field takes the names of the project’s models, and gives them up again', async () => {
  const description = {
    openapi: '3.1.0',
    info: { title: 'Toys', version: '1' },
    paths: { '/toys': { get: { summary: 'Toys', responses: { 200: { description: 'ok' } } } } },
    components: { schemas: { Toy: { type: 'object', properties: { colour: { type: 'string' } } } } },
  }
  const made = await owner().import.auto({ file: new File([JSON.stringify(description)], 'toys.json') })
  const text = JSON.stringify({
    info: { url: '/box', method: 'post' },
    request: { params: { mode: 'json', json: '', jsonDesc: [{ name: 'toys', type: 'string', x: 1 }] } },
  })
  const page_id = await addPage(owner(), Number(made.item_id), 'Box', text)
  const page = openAs(browser, 'owner', `/page/edit/${made.item_id}/${page_id}`)
  const type = cell(page, 'Type', 'toys')
  await expectVisible(type)
  await eventually(async () => (await page.locator('datalist option[value="Toy[]"]').count()) > 0, true)
  await type.fill('Toy[]')
  await expectVisible(page.getByText('Model Toy').first())
  const $ref = '#/components/schemas/Toy'
  const row = async () => JSON.parse(await stored(page_id)).request.params.jsonDesc[0]
  await save(page)
  expect(await row()).toEqual({ name: 'toys', type: 'array', x: 1, schema: { items: { $ref } } })
  expect(await type.inputValue()).toBe('Toy[]')
  await type.fill('string')
  await page.keyboard.press('Control+s')
  await eventually(row, { name: 'toys', type: 'string', x: 1 })
  await type.fill('Toy')
  await page.keyboard.press('Control+s')
  await eventually(row, { name: 'toys', type: 'object', x: 1, schema: { $ref } })
  const reader = openAs(browser, 'owner', `/${made.item_id}/${page_id}`)
  await expectVisible(reader.getByText('colour', { exact: true }))
})
