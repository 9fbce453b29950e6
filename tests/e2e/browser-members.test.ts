import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  addCatalog,
  addItem,
  addPage,
  eventually,
  expectHidden,
  expectVisible,
  newSite,
  open,
  type Site,
} from './support/browser.ts'

type Account = Awaited<ReturnType<Site['newAccount']>>

let site: Site
/** Owns the items and teams; not the site's administrator. */
let ann: Account

beforeAll(async () => {
  site = await newSite()
  ann = await site.newAccount('ann')
  for (const name of ['mo', 'jo', '王小明']) await site.newAccount(name)
})

async function newItem(item_name: string, password?: string) {
  const item_id = await addItem(ann.client, { item_name, ...(password && { password }) })
  const users = await addCatalog(ann.client, item_id, 'Users')
  const payments = await addCatalog(ann.client, item_id, 'Payments')
  await addPage(ann.client, item_id, 'Welcome')
  await addPage(ann.client, item_id, 'Create a user', '', users)
  await addPage(ann.client, item_id, 'Refund', '', payments)
  return { item_id, users, payments }
}

const members = (who: Account, item_id: number, part = 'people', expects?: RegExp) =>
  open(site.server, {
    token: who.token,
    at: `/item/setting/${item_id}?tab=members&part=${part}`,
    ...(expects && { expects }),
  })

const focused = (locator: Locator) =>
  eventually(() => locator.evaluate((node) => node === document.activeElement), true)
const said = (page: Page, text: string | RegExp) => expectVisible(page.getByText(text).first())

test('adds people by keyboard alone: picked from the list, with a role and a catalog', async () => {
  const { item_id, users } = await newItem('By keyboard')
  const page = await members(ann, item_id)
  await page.getByRole('button', { name: 'Add people' }).focus()
  await page.keyboard.press('Enter')
  const box = page.getByRole('combobox', { name: 'People' })
  await focused(box)
  await page.keyboard.type('mo')
  await expectVisible(page.getByRole('option', { name: 'mo' }))
  await page.keyboard.press('Enter')
  await page.keyboard.type('王')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('button', { name: 'Remove 王小明' }))
  await expectHidden(page.getByRole('option')) // the list would cover the permissions
  await page.keyboard.type('jo')
  await expectVisible(page.getByRole('option', { name: 'jo' }))
  await page.keyboard.press('Escape') // closes the list, not the dialog
  await expectVisible(page.getByRole('dialog', { name: 'Add people' }))
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowUp') // from edit to read
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await focused(page.getByRole('menuitemcheckbox', { name: 'All folders', checked: true }))
  await page.keyboard.press('ArrowDown')
  await focused(page.getByRole('menuitemcheckbox', { name: 'Users', checked: false }))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await focused(page.getByRole('button', { name: 'Folders' }))
  await page.keyboard.press('Control+Enter')
  await said(page, '2 people added')
  expect(await ann.client.member.getList({ item_id })).toMatchObject([
    { username: 'mo', member_group_id: '0', cat_ids: String(users) },
    { username: '王小明', member_group_id: '0', cat_ids: String(users) },
  ])
  await focused(page.getByRole('button', { name: 'Add people' }))
  await page.close()
})
