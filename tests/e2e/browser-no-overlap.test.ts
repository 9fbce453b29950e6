import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
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

let site: Site
let item_id: number
const token = () => ({ token: site.token })

beforeAll(async () => {
  site = await newSite()
  item_id = await addItem(site.admin, { item_name: 'The handbook of a company with a long name' })
})

type Box = { x: number; y: number; width: number; height: number }

const boxOf = async (locator: Locator): Promise<Box> => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not on the screen.')
  return box
}

const overlaps = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

const isCut = (locator: Locator) => locator.evaluate((node) => node.scrollWidth > node.clientWidth)

test('the button of a diagram does not cover the drawing', async () => {
  const text =
    'Before it.\n\n```mermaid\ngraph LR\n  A[A long beginning of the line] --> B[A long end of the line]\n```\n'
  const page_id = await addPage(site.admin, item_id, 'Drawn', text)
  const page = await open(site.server, { at: `/${item_id}/${page_id}`, ...token() })
  const drawing = page.locator('.md-diagram img')
  await expectVisible(drawing)
  await drawing.hover()
  const button = page.locator('.md-diagram').getByRole('button', { name: 'Copy source' })
  await expectVisible(button)
  expect(overlaps(await boxOf(button), await boxOf(drawing))).toBe(false)
})

test('the handle of a table does not overlap the handles of its rows', async () => {
  const page_id = await addPage(site.admin, item_id, 'Table', 'Text.\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n')
  const page = await open(site.server, { at: `/page/edit/${item_id}/${page_id}`, ...token() })
  await page.getByRole('button', { name: 'Visual', exact: true }).click()
  const cells = page.locator('.ProseMirror :is(th, td)')
  await expectVisible(cells.first())
  for (const at of [0, 2]) {
    await cells.nth(at).hover()
    const row = page.getByRole('button', { name: /^Row \d+ menu$/ })
    await expectVisible(row)
    const drag = page.getByRole('button', { name: 'Block menu' })
    await expectVisible(drag)
    expect(overlaps(await boxOf(row), await boxOf(drag)), `row ${at}`).toBe(false)
    expect((await boxOf(drag)).x).toBeGreaterThan(0)
  }
})

test('truncates a path only when it has no room, the title first', async () => {
  const title = 'How new people get their accounts and all else they need at first'
  const page_id = await addPage(site.admin, item_id, title, 'Text.')
  const page = await open(site.server, { at: `/${item_id}/${page_id}`, ...token() })
  const parts = page.getByRole('navigation', { name: 'Path' }).locator('li > :first-child')
  await eventually(() => parts.count(), 2)
  expect(await Promise.all((await parts.all()).map(isCut))).toEqual([false, false])
  await page.setViewportSize({ width: 700, height: 800 })
  await eventually(() => isCut(parts.last()), true)
  expect(await isCut(parts.first())).toBe(false)
  expect(await parts.last().getAttribute('title')).toBe(title)
})

test('truncates names in the tree with an ellipsis and keeps similar sibling names distinguishable', async () => {
  const own = await addItem(site.admin, { item_name: 'Names' })
  const long = 'A page that people reach by its public link alone'
  const twins = ['Monthly report of the sales department, north', 'Monthly report of the sales department, south']
  for (const title of [long, ...twins]) await addPage(site.admin, own, title, 'Text.')
  const page = await open(site.server, { at: `/${own}`, ...token() })
  const row = (title: string) => page.getByRole('treeitem', { name: title, exact: true })
  await expectVisible(row(long))
  expect(await row(long).getAttribute('title')).toBe(long)
  const textOf = (title: string) => row(title).locator('span > span').allTextContents()
  expect(await textOf(long)).toEqual([long])
  for (const [at, word] of ['north', 'south'].entries()) {
    const end = row(twins[at] ?? '').getByText(word, { exact: true })
    await expectVisible(end)
    expect(await isCut(end)).toBe(false)
  }
})

const api = JSON.stringify({
  info: { type: 'api', method: 'post', url: 'https://api.example.com/orders' },
  request: {
    params: { mode: 'json', json: '{"id": 1, "state": "paid"}' },
    query: [{ name: 'page', value: '1', require: '1' }],
    headers: [{ name: 'X-Client', value: 'web', require: '1' }],
  },
  response: {},
})

test('the first tab of a request is visible in the drawer too', async () => {
  const page_id = await addPage(site.admin, item_id, 'Orders', api)
  const page = await open(site.server, { at: `/page/edit/${item_id}/${page_id}`, ...token() })
  await page.getByRole('button', { name: 'Try it' }).click()
  const drawer = page.getByRole('dialog', { name: 'Try it' })
  const row = drawer.getByRole('tablist', { name: 'Request details' })
  await expectVisible(row.getByRole('tab', { name: /^Body/, selected: true }))
  expect(await row.evaluate((node) => node.scrollLeft)).toBe(0)
  const first = await boxOf(row.getByRole('tab', { name: /^Params/ }))
  const whole = await boxOf(row)
  expect(first.x).toBeGreaterThanOrEqual(whole.x)
})

test('a notification covers neither tree nor text, and disappears with the screen it belongs to', async () => {
  const page_id = await addPage(site.admin, item_id, 'Fields', api)
  const page = await open(site.server, { at: `/page/edit/${item_id}/${page_id}`, ...token() })
  await page.getByRole('button', { name: 'Generate fields from JSON' }).first().click()
  const message = page.getByRole('region', { name: 'Messages' }).getByRole('status')
  await expectVisible(message)
  const window = page.viewportSize() ?? { width: 0, height: 0 }
  const box = await boxOf(message)
  expect(box.x).toBeGreaterThan(window.width / 2)
  await page.keyboard.press('Control+s')
  await expectVisible(page.getByText(/^Saved/).first())
  await page.getByRole('button', { name: 'Back' }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Fields' }))
  await expectHidden(message.filter({ hasText: /fields generated/i }))
  const tree = await boxOf(page.getByRole('tree', { name: 'Pages' }))
  for (const one of await message.all()) expect(overlaps(await boxOf(one), tree)).toBe(false)
})

test('a notification does not cover an open drawer', async () => {
  const page_id = await addPage(site.admin, item_id, 'Sent', api)
  const page: Page = await open(site.server, { at: `/page/edit/${item_id}/${page_id}`, ...token() })
  await page.getByRole('button', { name: 'Generate fields from JSON' }).first().click()
  await page.getByRole('button', { name: 'Try it' }).click()
  const drawer = page.getByRole('dialog', { name: 'Try it' })
  await expectVisible(drawer)
  const message = page.locator('section[aria-label="Messages"] li')
  await expectVisible(message)
  await eventually(async () => overlaps(await boxOf(message), await boxOf(drawer)), false)
})

test('the template dialog opens on the first list that is not empty', async () => {
  const shared = await addItem(site.admin, { item_name: 'Shared with' })
  const lee = await site.newAccount('lee')
  await site.admin.member.save({ item_id: shared, username: 'lee', member_group_id: 1, cat_id: 0 })
  const made = await site.admin.template.save({ template_title: 'House style', template_content: '# House' })
  await site.admin.template.shareToItem({ template_id: made.id, item_id: String(shared) })
  const page = await open(site.server, { at: `/page/edit/${shared}/0`, token: lee.token })
  await page.getByRole('button', { name: 'Insert', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Template', exact: true }).click()
  await expectVisible(page.getByRole('dialog').getByRole('tab', { name: /Shared/, selected: true }))
  await expectVisible(page.getByRole('dialog').getByText('House style').first())
})
