import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  addItem,
  addPage,
  eventually,
  expectVisible,
  newSite,
  type OpenOptions,
  open,
  type Site,
} from './support/browser.ts'

let site: Site
/** An ordinary user. */
let mei: Awaited<ReturnType<Site['newAccount']>>

beforeAll(async () => {
  site = await newSite({}, { register_open: true })
  mei = await site.newAccount('mei')
})

const consoleAt = async (query: string, heading: string, options: OpenOptions = {}): Promise<Page> => {
  const page = await open(site.server, { ...options, token: site.token, at: `/admin/index?${query}` })
  await expectVisible(page.getByRole('heading', { level: 1, name: heading }))
  return page
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))
test('shows the changes of each day in the overview by pointer and by keyboard', async () => {
  const item_id = await addItem(mei.client, { item_name: 'Busy' })
  for (const title of ['One', 'Two']) await addPage(mei.client, item_id, title)
  const database = new Database(join(site.server.data, 'docstead.db'))
  const noon = new Date().setHours(12, 0, 0, 0) / 1000
  const line = database.prepare(`INSERT INTO item_change_log
    (item_id, uid, op_action_type, op_object_type, op_object_id, op_object_name, optime)
    VALUES (?, 1, 'update', 'page', 1, 'P', ?)`)
  for (let at = 0; at < 40; at++) line.run(item_id, noon - 2 * 86_400)
  line.run(item_id, noon - 40 * 86_400)
  database.close()
  const page = await consoleAt('', 'Overview')
  const chart = page.getByRole('group', { name: /^Changes per day/ })
  await expectVisible(chart)
  const status = chart.getByRole('status')
  await expectVisible(page.getByText(/^\d+ changes, peak .* \(40\)$/))
  const days = page.getByRole('table', { name: 'Activity in the last 30 days' }).getByRole('row')
  expect(await days.count()).toBe(31)
  await page.getByRole('button', { name: 'Check again' }).focus()
  await page.keyboard.press('Tab')
  while (!(await chart.evaluate((one) => one === document.activeElement))) await page.keyboard.press('Tab')
  await eventually(() => status.textContent(), /: [1-9]\d* changes?$/)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await eventually(() => status.textContent(), /: 40 changes$/)
  await page.keyboard.press('Home')
  await eventually(() => status.textContent(), /: 0 changes$/)
  await page.keyboard.press('Escape')
  await eventually(() => status.textContent(), '')
  const box = await chart.boundingBox()
  if (box) await page.mouse.move(box.x + (box.width * 27.5) / 30, box.y + 20)
  await eventually(() => status.textContent(), /: 40 changes$/)

  await page.goto(`${site.server.url}/admin/index?section=items&q=Busy`)
  await expectVisible(row(page, 'Busy'))
  expect(await row(page, 'Busy').getByRole('cell').nth(2).textContent()).toBe('Pages2')
})

test('shows settings fixed at server startup as read-only and names their source', async () => {
  const config = {
    args: ['--captcha', 'off'],
    env: { DOCSTEAD_SITE_URL: 'https://docs.example.com', DOCSTEAD_SESSION_DAYS: '30' },
  }
  const fixed = await newSite(config)
  const page = await open(fixed.server, { token: fixed.token, at: '/admin/index?section=settings' })
  const address = page.getByRole('textbox', { name: 'Public address' })
  await expectVisible(page.getByText('From the environment'))
  expect(await address.inputValue()).toBe('https://docs.example.com')
  expect(await address.getAttribute('readonly')).not.toBeNull()
  await expectVisible(page.getByText(/DOCSTEAD_SITE_URL/))
  await page.getByRole('tab', { name: 'Registration and sign-in' }).click()
  await expectVisible(page.getByText(/The maximum is 30, set at server startup by DOCSTEAD_SESSION_DAYS/))
  await page.getByRole('textbox', { name: 'Session length in days' }).fill('31')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectVisible(page.getByRole('alert').filter({ hasText: 'DOCSTEAD_SESSION_DAYS' }))
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('link', { name: /^About/ }).click()
  const line = page.getByRole('row').filter({ hasText: 'DOCSTEAD_SESSION_DAYS' })
  await expectVisible(line.getByText('From the environment'))
  await expectVisible(page.getByRole('row').filter({ hasText: '--captcha' }).getByText('From the command line'))
})

test('confirms feedback with a screenshot in place and notifies the administrator who is on the site', async () => {
  const admin = await open(site.server, { token: site.token, at: '/item/index' })
  await expectVisible(admin.getByRole('button', { name: /^Messages, / }))
  const page = await open(site.server, { token: mei.token, at: '/item/index' })
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Send feedback' }).click()
  await dialog(page).getByRole('button', { name: 'Send' }).click()
  await expectVisible(dialog(page).getByRole('alert').filter({ hasText: 'Write your feedback first.' }))
  await dialog(page)
    .getByRole('textbox', { name: /What works well/ })
    .fill('The tree is quick.')
  await dialog(page)
    .getByRole('textbox', { name: /How to reach you/ })
    .fill('room 12')
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'shot.png', mimeType: 'image/png', buffer: await page.screenshot() })
  await expectVisible(dialog(page).getByText('shot.png'))
  await dialog(page).getByRole('button', { name: 'Send' }).click()
  await expectVisible(dialog(page).getByText('Thank you.', { exact: false }))

  // pushed by the server, not found by the poll of every five minutes
  await expectVisible(admin.getByRole('status').filter({ hasText: 'mei sent feedback' }))
  await admin.goto(`${site.server.url}/message/index?dtab=remindList`)
  const message = admin.getByRole('listitem').filter({ hasText: 'mei sent feedback' })
  await expectVisible(message.getByText('The tree is quick.'))
  await expectVisible(message.getByText('Contact: room 12'))
  const picture = await message.getByRole('link', { name: 'View image' }).getAttribute('href')
  expect((await admin.request.get(`${site.server.url}${picture}`)).headers()['content-type']).toBe('image/png')
})
