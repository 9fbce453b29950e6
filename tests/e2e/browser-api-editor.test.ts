import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  addItem,
  addPage,
  advanceClock,
  eventually,
  expectHidden,
  expectVisible,
  newSite,
  open,
  type Site,
} from './support/browser.ts'

let site: Site
let item_id: number

beforeAll(async () => {
  site = await newSite()
  item_id = await addItem(site.admin, { item_name: 'Shop', item_domain: 'shopdesk', password: 'visit me' })
})

const stored = async (page_id: number) => (await site.admin.page.info({ page_id })).page_content
const save = async (page: Page) => {
  await page.keyboard.press('Control+s')
  await expectVisible(page.locator('[data-state=saved]').filter({ hasText: /^Saved \d/ }))
}
const address = (page: Page) => page.getByRole('textbox', { name: 'URL' })
const cell = (page: Page, column: string, row: string) => page.getByLabel(`${column}: ${row}`, { exact: true })
const edit = (page_id: number, query = '') =>
  open(site.server, { at: `/page/edit/shopdesk/${page_id}${query}`, token: site.token })

test('an API page is written in a form by keyboard alone and read with its tables', async () => {
  await addPage(site.admin, item_id, 'Start', 'here')
  const page = await open(site.server, { at: '/shopdesk', token: site.token })
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
  const reader = await open(site.server, { at: `/shopdesk/${page_id}`, token: site.token })
  await expectVisible(reader.getByRole('group', { name: 'Request' }).getByText('POST'))
  await expectVisible(reader.getByRole('heading', { name: 'Path parameters' }))
  await expectVisible(reader.getByRole('listitem').getByText('order_id', { exact: true }).first())
})

test('inserts an API block from a command, found by its icon, and an attachment from the drawer', async () => {
  const page_id = await addPage(site.admin, item_id, 'Text', 'Before.\n')
  const page = await edit(page_id, '?mode=source')
  const text = page.locator('.cm-content')
  await text.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('/curl')
  const list = page.locator('.cm-tooltip-autocomplete')
  await expectVisible(list.locator('li').filter({ hasText: 'API block' }).locator('svg'))
  await advanceClock(page, 200) // so long the suggestions ignore keys that were meant for the text
  await page.keyboard.press('Enter')
  const window = page.getByRole('dialog', { name: 'Insert API block' })
  await window.getByRole('textbox').first().fill(`curl 'https://a.test/v1/x?page=2' -X PUT --data-raw '{"a":1}'`)
  await window.getByRole('button', { name: 'Insert' }).click()
  await expectHidden(window)
  await expectVisible(text.getByText('### PUT `https://a.test/v1/x`'))

  await page.getByRole('button', { name: 'Attachments' }).click()
  const drawer = page.getByRole('dialog', { name: 'Attachments of this page' })
  const plan = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('the plan') }
  await drawer.locator('input[type=file]').setInputFiles(plan)
  await drawer.getByRole('button', { name: 'Insert plan.txt into the text' }).click()
  await page.keyboard.press('Escape')
  await expectHidden(drawer)
  await save(page)
  const saved = await stored(page_id)
  expect(saved).toMatch(/^Before\.\n+### PUT `https:\/\/a\.test\/v1\/x`\n[^]*\| `page` \|[^]*"a": ?1/)
  expect(saved).toMatch(/\[plan\.txt\]\(\S+\)/)
})

test('moves rows by pointer and by keyboard and changes nothing else in the source', async () => {
  const query = ['first', 'second', 'third'].map((name) => ({ name, require: '1', zz: 1 }))
  const given = JSON.stringify({ info: { url: '/rows', method: 'get' }, request: { query } }, null, 2)
  const page_id = await addPage(site.admin, item_id, 'Rows', given)
  const page = await edit(page_id)
  const names = () =>
    page
      .locator('ul[aria-label=Query] [data-cell=name]')
      .evaluateAll((cells) => cells.map((cell) => (cell as HTMLInputElement).value))
  await eventually(async () => (await names()).join(), 'first,second,third,')
  const rows = page.locator('ul[aria-label=Query] > li')
  const [from, to] = [
    await rows.nth(0).locator('[aria-hidden=true]').first().boundingBox(),
    await rows.nth(2).boundingBox(),
  ]
  if (!from || !to) throw new Error('no rows')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2, from.y + from.height, { steps: 3 })
  await page.mouse.move(to.x + 10, to.y + to.height - 3, { steps: 6 })
  await page.mouse.up()
  await eventually(async () => (await names()).join(), 'second,third,first,')
  await rows.nth(2).locator('[data-cell=name]').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await eventually(async () => (await names()).join(), 'second,first,third,')
  expect(
    await rows
      .nth(1)
      .locator('[data-cell=name]')
      .evaluate((cell) => cell === document.activeElement),
  ).toBe(true)

  const ways = page.getByRole('group', { name: 'Editing mode' })
  await ways.getByText('Source').click()
  await expectVisible(page.locator('.cm-editor').getByText('"second"'))
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await page.keyboard.type(' ')
  await ways.getByText('Form').click()
  await eventually(() => page.locator('[data-path="info.url"]').inputValue(), '/rows')
  await page.locator('[data-path="info.url"]').fill('/rows/2')
  await save(page)
  const [first, second, third] = query
  const moved = JSON.stringify(
    { info: { url: '/rows/2', method: 'get' }, request: { query: [second, first, third] } },
    null,
    2,
  )
  expect(await stored(page_id)).toBe(moved.replace('"/rows/2",', '"/rows/2", '))
})
