import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  addItem,
  addPage,
  currentPath,
  eventually,
  expectHidden,
  expectVisible,
  newSite,
  open,
  type Site,
  settle,
} from './support/browser.ts'
import { sourceText } from './support/writing.ts'

// Slow responses: they arrive after the user has typed on, or gone elsewhere.

let site: Site

beforeAll(async () => {
  site = await newSite()
})

/** Holds the next request to this endpoint. @returns a promise for the request, and a function that releases it */
async function hold(page: Page, call: string) {
  const asked = Promise.withResolvers<void>()
  const freed = Promise.withResolvers<void>()
  const answered = page.waitForResponse(`**/api/${call}`, { timeout: 20_000 })
  answered.catch(() => undefined) // a test may fail before the response
  await page.route(
    `**/api/${call}`,
    async (route) => {
      asked.resolve()
      await freed.promise
      await route.continue()
    },
    { times: 1 },
  )
  return {
    asked: asked.promise,
    answer: async () => {
      freed.resolve()
      await answered
    },
  }
}

test('keeps what is typed into the item settings while they are being saved', async () => {
  const item_id = await addItem(site.admin, { item_name: 'Orders' })
  const page = await open(site.server, { token: site.token, at: `/item/setting/${item_id}` })
  const name = page.getByRole('textbox', { name: 'Name' })
  const description = page.getByRole('textbox', { name: 'Description' })
  await name.fill('Orders 2')
  const saving = await hold(page, 'item/update')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await saving.asked
  await description.fill('Of the shop')
  await saving.answer()
  await expectVisible(page.getByText('“Orders 2” saved'))
  await settle(page)
  expect([await name.inputValue(), await description.inputValue()]).toEqual(['Orders 2', 'Of the shop'])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await eventually(
    async () => (await site.admin.item.detail({ item_id: String(item_id) })).item_description,
    'Of the shop',
  )
  expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
})

test('dialog fields stay as sent; a late response neither closes the next dialog nor navigates', async () => {
  const page = await open(site.server, { token: site.token, at: '/team/index' })
  const begin = page.getByRole('button', { name: 'New team' }).first()
  const dialog = page.getByRole('dialog', { name: 'New team' })
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await begin.click()
  await name.fill('Writers')
  const making = await hold(page, 'team/save')
  await page.keyboard.press('Enter')
  await making.asked
  await page.keyboard.type(' of more')
  await page.keyboard.press('Backspace')
  expect(await name.inputValue()).toBe('Writers')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expectHidden(dialog)
  await begin.click()
  await name.fill('Readers')
  await making.answer()
  await expectVisible(page.getByText('Team “Writers” created'))
  await settle(page)
  expect(await name.inputValue()).toBe('Readers')
  expect(currentPath(page)).toBe('/team/index')
})

test('a page deletion that completes after the user opened another page leaves that page open', async () => {
  const item_id = await addItem(site.admin, { item_name: 'Garden' })
  const [first, , third] = [
    await addPage(site.admin, item_id, 'Seeds'),
    await addPage(site.admin, item_id, 'Beds'),
    await addPage(site.admin, item_id, 'Harvest'),
  ]
  const page = await open(site.server, { token: site.token, at: `/${item_id}/${first}` })
  const tree = page.getByRole('tree')
  await tree.getByRole('treeitem', { name: 'Seeds' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  const deleting = await hold(page, 'page/delete')
  await question.getByRole('button', { name: 'Delete page' }).click()
  await deleting.asked
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expectHidden(question)
  await tree.getByRole('treeitem', { name: 'Harvest' }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Harvest' }))
  await deleting.answer()
  await expectVisible(page.getByText('“Seeds” moved to the recycle bin'))
  await settle(page)
  expect(currentPath(page)).toBe(`/${item_id}/${third}`)
})

test('keeps a reply open that was begun while another one was being sent', async () => {
  const item_id = await addItem(site.admin, { item_name: 'Kitchen' })
  const page_id = await addPage(site.admin, item_id, 'Soup')
  await site.admin.item.update({ item_id, item_name: 'Kitchen', allow_comment: '1' })
  for (const content of ['Too salty', 'Too hot']) await site.admin.pageComment.add({ page_id, content })
  const page = await open(site.server, { token: site.token, at: `/${item_id}/${page_id}?comments` })
  const drawer = page.getByRole('dialog', { name: /comment/i })
  const replies = drawer.getByRole('button', { name: 'Reply to admin' })
  const box = drawer.getByRole('textbox', { name: /^Reply to/ })
  await replies.first().click()
  await box.fill('Add water')
  const sending = await hold(page, 'pageComment/add')
  await page.keyboard.press('Control+Enter')
  await sending.asked
  await replies.last().click()
  await box.fill('Wait a little')
  await sending.answer()
  await expectVisible(drawer.getByText('Add water').and(drawer.locator('p')))
  await settle(page)
  expect(await box.inputValue()).toBe('Wait a little')
})

test('a save that completes after leaving the editor with a draft does not navigate', async () => {
  const item_id = await addItem(site.admin, { item_name: 'Letters' })
  const page_id = await addPage(site.admin, item_id, 'To Ann', 'Dear Ann')
  const page = await open(site.server, { token: site.token, at: `/page/edit/${item_id}/${page_id}?mode=source` })
  await sourceText(page).click()
  await page.keyboard.type('Hello. ')
  await page.getByRole('button', { name: 'Back' }).click()
  const question = page.getByRole('dialog', { name: 'Save before leaving?' })
  const saving = await hold(page, 'page/save')
  await question.getByRole('button', { name: 'Save' }).click()
  await saving.asked
  await question.getByRole('button', { name: 'Keep draft' }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'To Ann' }))
  await saving.answer()
  await settle(page)
  expect(currentPath(page)).toBe(`/${item_id}/${page_id}`)
})

test('keeps the name of the next group and the next token typed while the previous one is being created', async () => {
  const { token, password } = await site.newAccount('pia')
  const page = await open(site.server, { token, at: '/item/index' })
  await page.getByRole('button', { name: 'New group' }).click()
  const group = page.getByRole('textbox', { name: 'New group name' })
  await group.fill('Backend')
  const adding = await hold(page, 'itemGroup/save')
  await page.keyboard.press('Enter')
  await adding.asked
  await group.fill('Papers')
  await adding.answer()
  await expectVisible(page.getByRole('dialog').getByText('Backend', { exact: true }))
  expect(await group.inputValue()).toBe('Papers')

  await page.goto(`${site.server.url}/user/setting?tab=tokens`)
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('build server')
  await page.getByLabel('Your account password').fill(password)
  const making = await hold(page, 'user/tokenAdd')
  await page.getByRole('button', { name: 'Create token' }).click()
  await making.asked
  await name.fill('deploy')
  await making.answer()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  expect(await name.inputValue()).toBe('deploy')
})

test('a sent request that loads after its dialog was closed fills in nothing', async () => {
  const item_id = await addItem(site.admin, { item_name: 'Shop' })
  const text = {
    info: { type: 'api', method: 'get', url: `${site.server.url}/api/common/version` },
    request: {},
    response: {},
  }
  const page_id = await addPage(site.admin, item_id, 'Version', JSON.stringify(text))
  const request = { method: 'POST', url: 'http://sent.example/', headers: [], body: { kind: 'none' }, follow: true }
  const answer = {
    status: 200,
    status_text: 'OK',
    url: 'http://sent.example/',
    redirects: [],
    headers: [],
    content: '',
    is_base64: false,
    is_truncated: false,
    size_bytes: 0,
    time_ms: 1,
  }
  await site.admin.apiCall.keep({ page_id, request: JSON.stringify(request), answer: JSON.stringify(answer) })
  const page = await open(site.server, { token: site.token, at: `/${item_id}/${page_id}` })
  await page.getByRole('button', { name: 'Sent requests', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Sent requests' })
  const opening = await hold(page, 'apiCall/historyInfo')
  await drawer.getByRole('button', { name: /POST http/ }).click()
  await opening.asked
  await page.keyboard.press('Escape')
  await expectHidden(drawer)
  await opening.answer()
  await settle(page)
  expect(await page.getByRole('combobox', { name: 'Method' }).inputValue()).toMatch(/^get$/i)
})
