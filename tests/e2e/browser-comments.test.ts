import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Client } from '#shared/contract/client.ts'
import type { Contract } from '#shared/contract/index.ts'
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

type Account = { token: string; client: Client<Contract>; password: string }

let site: Site
let item_id: number
let member: Account
let stranger: Account

const text = Array.from({ length: 30 }, (_, at) => `Step ${at + 1} of many.`).join('\n\n')

beforeAll(async () => {
  site = await newSite({}, { site_name: 'Team papers' })
  member = await site.newAccount('mo')
  stranger = await site.newAccount('ann')
  item_id = await addItem(site.admin, { item_name: 'Garden API', item_domain: 'garden' })
  await site.admin.member.save({ item_id, username: 'mo', member_group_id: 1, cat_id: 0 })
  await addPage(site.admin, item_id, 'Before', text)
  await site.admin.item.update({ item_id, item_name: 'Garden API', allow_comment: '1', allow_feedback: '1' })
})

const newPage = (page_title: string) => addPage(site.admin, item_id, page_title, text)
const drawer = (page: Page) => page.getByRole('dialog', { name: /comment/i })
const words = (page: Page) => drawer(page).getByRole('listitem').locator('p')
const button = (page: Page) => page.getByRole('button', { name: /^(\d+ comments?|Comments)$/ })

async function at(page_id: number, who?: { token: string }, options: object = {}): Promise<Page> {
  const page = await open(site.server, { at: `/garden/${page_id}`, ...(who && { token: who.token }), ...options })
  await expectVisible(page.getByRole('heading', { level: 1 }).first())
  await expectVisible(button(page))
  return page
}

/** Opens the comments with the shortcut, once it is active. */
async function press(page: Page): Promise<void> {
  await page.keyboard.press('c')
  await expectVisible(drawer(page))
}

test('shows new comments of others by itself and more of a long list on demand', async () => {
  const page_id = await newPage('Busy')
  for (let at = 1; at <= 12; at++)
    for (const { client } of [member, stranger]) await client.pageComment.add({ page_id, content: `Remark ${at}` })
  const page = await at(page_id, member)
  await page.clock.install()
  await press(page)
  await eventually(() => drawer(page).getByRole('listitem').count(), 20)
  await site.admin.pageComment.add({ page_id, content: 'News' })
  await page.clock.runFor(21_000)
  await expectVisible(words(page).getByText('News'))
  await drawer(page).getByRole('button', { name: 'Show 5 more' }).click()
  await eventually(() => drawer(page).getByRole('listitem').count(), 25)
  await expectHidden(drawer(page).getByRole('button', { name: /^Show/ }))
})

test('closes comments on browser back; they follow the page, shift no layout, and are not printed', async () => {
  const page_id = await newPage('Layout')
  const page = await open(site.server, { token: member.token, at: '/garden', width: 390 })
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Before' }))
  const nextAt = () => page.getByRole('navigation', { name: 'Previous and next page' }).boundingBox()
  const placed = Promise.withResolvers<void>()
  await page.route('**/api/pageComment/getList', async (route) => {
    await placed.promise
    await route.continue()
  })
  await page.goto(`${site.server.url}/garden/${page_id}`)
  await expectVisible(page.getByText(/^Last updated by/))
  const before = await nextAt()
  placed.resolve()
  await expectVisible(button(page))
  await expectVisible(page.getByText('Was this page helpful?'))
  expect(await nextAt()).toEqual(before)
  await page.emulateMedia({ media: 'print' })
  await expectHidden(button(page))
  await expectHidden(page.getByText('Was this page helpful?'))
  await page.emulateMedia({ media: 'screen' })
  await page.keyboard.press('c')
  await expectVisible(drawer(page))
  await page.goBack()
  await expectHidden(drawer(page))
})
