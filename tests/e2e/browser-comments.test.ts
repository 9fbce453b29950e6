import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Client } from '#shared/contract/client.ts'
import type { Contract } from '#shared/contract/index.ts'
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
const box = (page: Page) => drawer(page).getByRole('textbox', { name: 'Your comment' })
const words = (page: Page) => drawer(page).getByRole('listitem').locator('p')
const button = (page: Page) => page.getByRole('button', { name: /^(\d+ comments?|Comments)$/ })
const contentsOf = async (page_id: number) =>
  (await site.admin.pageComment.getList({ page_id })).list.map(({ content, replies }) => [
    content,
    ...replies.map((reply) => reply.content),
  ])

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

test('lets the owner turn on comments and the feedback question in the item settings', async () => {
  const made = await addItem(site.admin, { item_name: 'Quiet API', item_domain: 'quiet' })
  const page_id = await addPage(site.admin, made, 'Install', text)
  const page = await open(site.server, { token: site.token, at: `/quiet/${page_id}` })
  await expectVisible(page.getByRole('heading', { level: 1 }).first())
  await expectVisible(page.getByText(/^Last updated by/))
  await page.keyboard.press('c')
  expect(await page.getByText('Was this page helpful?').count()).toBe(0)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.goto(`${site.server.url}/item/setting/${made}`)
  await page.getByLabel('Allow comments').check()
  await page.getByLabel('Ask whether a page was helpful').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectVisible(page.getByText('“Quiet API” saved'))
  expect(await site.admin.item.detail({ item_id: made })).toMatchObject({ allow_comment: '1', allow_feedback: '1' })
  await page.goto(`${site.server.url}/quiet/${page_id}`)
  await expectVisible(page.getByText('Was this page helpful?'))
  await expectVisible(button(page))
  const one = await addItem(site.admin, { item_name: 'One page', item_type: 2 })
  await page.goto(`${site.server.url}/item/setting/${one}`)
  await expectVisible(page.getByLabel('Name'))
  expect(await page.getByLabel('Allow comments').count()).toBe(0)
})

test('lets a member comment and delete, and the owner get a message and reply, by keyboard', async () => {
  const page_id = await newPage('Install')
  const page = await at(page_id, member)
  await press(page)
  await expectVisible(drawer(page).getByText('No comments yet.'))
  await eventually(() => page.evaluate(() => document.activeElement?.tagName), 'TEXTAREA')
  await page.keyboard.type('Is paging <b>zero</b> based?')
  await page.keyboard.press('Enter')
  await page.keyboard.type('<img src=x onerror=alert(1)>')
  await page.keyboard.press('Control+Enter')
  await expectVisible(words(page).getByText('Is paging <b>zero</b> based?'))
  expect(await words(page).first().innerText()).toBe('Is paging <b>zero</b> based?\n<img src=x onerror=alert(1)>')
  expect(await box(page).inputValue()).toBe('')
  await expectVisible(drawer(page).getByRole('heading', { name: '1 comment' }))

  const owner = await open(site.server, { token: site.token, at: '/message/index?dtab=remindList' })
  await owner.getByRole('link', { name: 'mo commented on Install' }).click()
  await expectVisible(drawer(owner))
  await eventually(() => currentPath(owner), `/garden/${page_id}`)
  await drawer(owner).getByRole('button', { name: 'Reply to mo' }).press('Enter')
  await eventually(() => owner.evaluate(() => document.activeElement?.tagName), 'TEXTAREA')
  await owner.keyboard.type('Yes')
  await owner.keyboard.press('Control+Enter')
  await expectVisible(words(owner).getByText('Yes', { exact: true }))
  await eventually(() => owner.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Reply to mo')
  await owner.keyboard.press('Escape')
  await expectHidden(drawer(owner))

  await page.keyboard.press('Escape')
  await expectHidden(drawer(page))
  await expectVisible(page.getByRole('button', { name: '1 comment' }))
  await page.keyboard.press('c')
  await expectVisible(words(page).getByText('Yes', { exact: true }))
  await expectVisible(drawer(page).getByRole('heading', { name: '2 comments' }))
  expect(await drawer(page).getByRole('button', { name: 'Delete admin’s comment' }).count()).toBe(0)
  await drawer(page).getByRole('button', { name: 'Delete mo’s comment' }).press('Enter')
  const question = page.getByRole('alertdialog')
  await expectVisible(question.getByText('This can’t be undone. Replies are kept.'))
  await question.getByRole('button', { name: 'Delete comment' }).press('Enter')
  await expectVisible(drawer(page).getByText('This comment was deleted.'))
  expect(await contentsOf(page_id)).toEqual([['', 'Yes']])
  expect((await site.admin.message.getRemindList()).total).toBe(0)
})

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

test('keeps a comment that cannot be sent, shows why, and sends it once the server is back', async () => {
  const page_id = await newPage('Weather')
  const page = await at(page_id, stranger, { expects: /Failed to load resource/ })
  await page.route('**/api/pageComment/add', (route) => route.abort())
  await press(page)
  await box(page).fill('calm and storm')
  await drawer(page).getByRole('button', { name: 'Send' }).click()
  await expectVisible(drawer(page).getByRole('alert'))
  expect(await box(page).inputValue()).toBe('calm and storm')
  await page.reload()
  await expectVisible(button(page))
  await press(page)
  expect(await box(page).inputValue()).toBe('calm and storm')
  await page.unroute('**/api/pageComment/add')
  await drawer(page).getByRole('button', { name: 'Send' }).click()
  await expectVisible(words(page).getByText('calm and storm'))
  expect(await contentsOf(page_id)).toEqual([['calm and storm']])
})

test('keeps the text when the session ends and the user signs in over the page', async () => {
  const page_id = await newPage('Session')
  const page = await at(page_id, stranger)
  await press(page)
  await box(page).fill('half a thought')
  await page.context().clearCookies()
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('textbox', { name: 'Username or e-mail' }) })
  await dialog.getByRole('textbox', { name: 'Username or e-mail' }).fill('ann')
  await dialog.getByLabel('Password', { exact: true }).fill(stranger.password)
  await page.keyboard.press('Enter')
  await expectHidden(dialog)
  await eventually(() => box(page).inputValue(), 'half a thought')
  await box(page).press('Control+Enter')
  await expectVisible(words(page).getByText('half a thought'))
})

test('lets a visitor read comments and vote, change the vote, and asks to sign in to comment', async () => {
  const page_id = await newPage('Open to all')
  await member.client.pageComment.add({ page_id, content: 'Good to know' })
  const page = await at(page_id)
  const [yes, no] = ['Yes', 'No'].map((name) => page.getByRole('button', { name, exact: true })) as [
    ReturnType<Page['getByRole']>,
    ReturnType<Page['getByRole']>,
  ]
  const pressed = () => Promise.all([yes, no].map((one) => one.getAttribute('aria-pressed')))
  await no.scrollIntoViewIfNeeded()
  const before = await no.boundingBox()
  await yes.click()
  await expectVisible(page.getByText('Thank you.'))
  expect(await no.boundingBox()).toEqual(before)
  await no.click()
  await eventually(pressed, ['false', 'true'])
  await eventually(() => site.admin.pageFeedback.getStat({ page_id }), {
    my_feedback: 0,
    helpful_count: 0,
    unhelpful_count: 1,
  })
  await page.reload()
  await eventually(pressed, ['false', 'true'])
  await no.click()
  await eventually(pressed, ['false', 'false'])
  await eventually(async () => (await site.admin.pageFeedback.getStat({ page_id })).unhelpful_count, 0)
  await press(page)
  await expectVisible(words(page).getByText('Good to know'))
  expect(await drawer(page).getByRole('textbox').count()).toBe(0)
  expect(
    await drawer(page)
      .getByRole('button', { name: /^(Reply|Delete)/ })
      .count(),
  ).toBe(0)
  await drawer(page).getByRole('link', { name: 'Sign in to comment' }).click()
  await page.waitForURL(/\/user\/login\?redirect=/)
})

test('shows editors the number of helpful votes, and reverts and reports a rejected vote', async () => {
  const page_id = await newPage('Counted')
  await stranger.client.pageFeedback.submit({ page_id, feedback_type: 1 })
  const page = await at(page_id, member, { expects: /Failed to load resource/ })
  await expectVisible(page.getByRole('button', { name: 'Yes · 1' }))
  await page.getByRole('button', { name: 'Yes · 1' }).click()
  await expectVisible(page.getByRole('button', { name: 'Yes · 2' }))
  await eventually(async () => (await site.admin.pageFeedback.getStat({ page_id })).helpful_count, 2)
  await page.route('**/api/pageFeedback/submit', (route) => route.abort())
  await page.getByRole('button', { name: 'No · 0' }).click()
  await expectVisible(page.getByText(/^Your feedback wasn’t saved:/))
  await expectVisible(page.getByRole('button', { name: 'Yes · 2' }))
  expect(await page.getByRole('button', { name: 'Yes · 2' }).getAttribute('aria-pressed')).toBe('true')
})

test('shows the comments of an archived item and accepts no new ones', async () => {
  const { item_id: old } = await site.admin.item.add({
    item_name: 'Old API',
    item_type: 1,
    allow_comment: '1',
    allow_feedback: '1',
  })
  const page_id = await addPage(site.admin, old, 'Install', text)
  await member.client.pageComment.add({ page_id, content: 'When does this end?' })
  await member.client.pageFeedback.submit({ page_id, feedback_type: 1 })
  await site.admin.item.archive({ item_id: old, password: 'plenty of horses 7' })
  const page = await open(site.server, { token: site.token, at: `/${old}/${page_id}` })
  await expectVisible(page.getByText('Was this page helpful? Yes · 1, No · 0'))
  await press(page)
  await expectVisible(words(page).getByText('When does this end?'))
  await expectVisible(drawer(page).getByText('This project is archived, so comments are read-only.'))
  expect(await drawer(page).getByRole('textbox').count()).toBe(0)
  expect(await drawer(page).getByRole('button').count()).toBe(1)
  const guest = await open(site.server, { at: `/${old}/${page_id}` })
  await expectVisible(button(guest))
  expect(await guest.getByText('Was this page helpful?').count()).toBe(0)
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
