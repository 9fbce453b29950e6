import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  addItem,
  addPage,
  eventually,
  expectHidden,
  expectVisible,
  newSite,
  open,
  type Site,
} from './support/browser.ts'

const samples = join(import.meta.dirname, '../fixtures/showdoc/api-doc-to-markdown.json')
const recorded: { cases: { name: string; document: object }[] } = JSON.parse(readFileSync(samples, 'utf8'))
const everyPart = JSON.stringify(recorded.cases[0]?.document)

let site: Site
let item_id: number

beforeAll(async () => {
  site = await newSite()
  item_id = await addItem(site.admin, { item_name: 'Shop', item_domain: 'shopapi' })
})

const address = (page: Page) => page.getByRole('textbox', { name: 'URL' })
const saved = (page: Page) => page.locator('[data-state=saved]').filter({ hasText: /^Saved \d/ })
const save = async (page: Page) => {
  await page.keyboard.press('Control+s')
  await expectVisible(saved(page))
}
const stored = async (page_id: number) => (await site.admin.page.info({ page_id })).page_content
const cell = (page: Page, column: string, row: string) => page.getByLabel(`${column}: ${row}`, { exact: true })
const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const data = new DataTransfer()
    data.setData('text/plain', pasted)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, text)

describe('an API page', () => {
  test('is written in a form by keyboard alone and read with its tables', async () => {
    await addPage(site.admin, item_id, 'Start', 'here')
    const page = await open(site.server, { at: '/shopapi', token: site.token })
    await page.locator('button[aria-haspopup=menu][aria-label="More actions"]').last().focus()
    await page.keyboard.press('Enter')
    await expectVisible(page.getByRole('menuitem', { name: 'New API page' }))
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Title' }).fill('Cancel an order')
    await page.getByRole('combobox', { name: 'Method' }).selectOption('POST')
    await address(page).focus()
    await page.keyboard.insertText('{{host}}/v1/orders/{order_id}/cancel')
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: 'Query' }).focus()
    await page.keyboard.press('ArrowRight')
    await eventually(() => cell(page, 'Name', 'order_id').inputValue(), 'order_id')
    await page.keyboard.press('ArrowLeft')
    await cell(page, 'Name', 'new row').first().focus()
    await page.keyboard.type('dry')
    await page.keyboard.press('Tab')
    await page.keyboard.type('boolean')
    await page.keyboard.press('Enter')
    await page.keyboard.type('why')
    await page.keyboard.press('Alt+ArrowUp')
    await eventually(() => page.locator('[data-cell=name]').first().inputValue(), 'why')
    await save(page)
    const page_id = Number(new URL(page.url()).pathname.split('/').at(-1))
    const content: unknown = JSON.parse(await stored(page_id))
    expect(content).toMatchObject({
      info: { method: 'post', url: '{{host}}/v1/orders/{order_id}/cancel' },
      request: {
        pathVariable: [{ name: 'order_id', require: '1' }],
        query: [{ name: 'why' }, { name: 'dry', type: 'boolean' }],
      },
    })
    const reader = await open(site.server, { at: `/shopapi/${page_id}` })
    await expectVisible(reader.getByRole('group', { name: 'Request' }).getByText('POST'))
    await expectVisible(reader.getByRole('heading', { name: 'Path variables' }))
    await expectVisible(reader.getByRole('cell', { name: 'order_id' }))
  })

  test('keeps every untouched byte when it is opened and saved', async () => {
    const page_id = await addPage(site.admin, item_id, 'Bytes', everyPart)
    const page = await open(site.server, { at: `/page/edit/shopapi/${page_id}`, token: site.token })
    await eventually(() => address(page).inputValue(), '{{host}}/v1/shops/{shop}/orders')
    await page.getByRole('textbox', { name: 'Title' }).fill('Bytes, renamed')
    await save(page)
    expect(await stored(page_id)).toBe(everyPart)
    await address(page).fill('{{host}}/v2/shops/{shop}/orders')
    await save(page)
    expect(await stored(page_id)).toBe(everyPart.replace('/v1/', '/v2/'))
  })

  test('previews a cURL command that is pasted into the address, applies it and undoes it', async () => {
    const page_id = await addPage(site.admin, item_id, 'Pasted', '{"info":{"url":"/old","method":"get"},"zz":1.0}')
    const page = await open(site.server, { at: `/page/edit/shopapi/${page_id}`, token: site.token })
    await address(page).focus()
    await paste(
      page,
      `curl 'https://a.test/v1/x?page=2' -X PUT -H 'X-Trace: 1' --data-raw '{"a":{"b":1}}' --compressed`,
    )
    const window = page.getByRole('dialog')
    await expectVisible(window.getByText('https://a.test/v1/x', { exact: true }))
    await expectVisible(window.getByText(/so left out: --compressed/))
    await window.getByRole('button', { name: 'Replace the request' }).click()
    await eventually(() => address(page).inputValue(), 'https://a.test/v1/x')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await eventually(() => address(page).inputValue(), '/old')
    await address(page).focus()
    await paste(page, `curl 'https://a.test/v1/x?page=2' -X PUT -H 'X-Trace: 1' --data-raw '{"a":{"b":1}}'`)
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
    const page_id = await addPage(site.admin, item_id, 'Rows', '{"info":{"url":"/rows","method":"get"}}')
    const page = await open(site.server, { at: `/page/edit/shopapi/${page_id}`, token: site.token })
    await cell(page, 'Name', 'new row').first().focus()
    await paste(page, 'a=1&b=two%20words')
    await eventually(() => cell(page, 'Example', 'b').inputValue(), 'two words')
    await page.getByRole('button', { name: 'Remove a', exact: true }).click()
    await expectHidden(cell(page, 'Name', 'a'))
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).last().click()
    await expectVisible(cell(page, 'Name', 'a'))
    await page.getByRole('textbox', { name: 'Response', exact: true }).click()
    await page.keyboard.insertText('{"code":0,"data":{"id":17},}')
    await expectVisible(page.getByText('Invalid JSON at line 1, column 28.'))
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Backspace')
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
    const page_id = await addPage(site.admin, item_id, 'Broken', '{\n  "info": {"url": "/x", "method": "get"},,\n}')
    const page = await open(site.server, { at: `/page/edit/shopapi/${page_id}`, token: site.token })
    await expectVisible(page.getByText(/^Invalid JSON at line 2, column 42/))
    await page.getByRole('textbox', { name: 'API page source' }).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('{"info": {"url": "/x", "method": "get"}}')
    await page.getByRole('button', { name: 'Show form' }).click()
    await eventually(() => address(page).inputValue(), '/x')
    await save(page)
    expect(await stored(page_id)).toBe('{"info": {"url": "/x", "method": "get"}}')
  })
})

test('shows the settings that editors make for the whole item on each of its pages', async () => {
  const page_id = await addPage(site.admin, item_id, 'Params', '{"info":{"url":"/p","method":"get"}}')
  const page = await open(site.server, { at: `/shopapi/${page_id}`, token: site.token })
  await page.getByRole('button', { name: 'Project menu' }).click()
  await page.getByRole('menuitem', { name: 'Shared parameters' }).click()
  const window = page.getByRole('dialog')
  await window.getByRole('textbox', { name: 'Name: new row' }).fill('X-Client')
  await window.getByRole('textbox', { name: 'Example: X-Client' }).fill('web')
  await window.getByRole('button', { name: 'Save' }).click()
  await expectHidden(window)
  await expectVisible(page.getByRole('row', { name: /X-Client.*From the project\./ }))
  const visitor = await open(site.server, { at: `/shopapi/${page_id}` })
  await expectVisible(visitor.getByRole('row', { name: /X-Client/ }))
  const editing = await open(site.server, { at: `/page/edit/shopapi/${page_id}`, token: site.token })
  await editing.getByRole('tab', { name: 'Headers' }).click()
  await expectVisible(editing.getByText('Shared parameters, sent with every request in this project:'))
  await site.admin.item.setGlobalParam({ item_id, global_param: JSON.stringify({ header: [] }) })
})
