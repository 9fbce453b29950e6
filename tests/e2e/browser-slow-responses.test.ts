import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  addItem,
  addPage,
  currentPath,
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
