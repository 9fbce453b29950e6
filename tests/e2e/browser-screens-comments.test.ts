import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { addPage, expectVisible, newSite, type Site } from './support/browser.ts'
import { administrator } from './support/executable.ts'
import { type Screen, testScreens } from './support/screens.ts'

let site: Site
let reader: { token: string }
/** Ids by the names that stand for them in the addresses. */
const ids: Record<string, number> = {}

const text = Array.from({ length: 8 }, (_, at) => `## Step ${at + 1}\n\nWhat is done in step ${at + 1}.`).join('\n\n')

/** An item with comments enabled, and the pages before, at and after the tested one. */
async function newItem(item_name: string): Promise<{ item_id: number; page_id: number }> {
  const { admin } = site
  const { item_id } = await admin.item.add({ item_name, item_type: 1, allow_comment: '1', allow_feedback: '1' })
  await addPage(admin, item_id, 'Before', text)
  const page_id = await addPage(admin, item_id, 'Install', text)
  await addPage(admin, item_id, 'After', text)
  return { item_id, page_id }
}

beforeAll(async () => {
  site = await newSite({}, { site_name: 'Team papers' })
  const { admin } = site
  const [mary, wang] = [await site.newAccount('mary'), await site.newAccount('王芳')]
  reader = mary
  const { item_id, page_id } = await newItem('Garden API')
  ids['GARDEN'] = item_id
  ids['PAGE'] = page_id
  const gone = await mary.client.pageComment.add({ page_id, content: 'By mistake' })
  await wang.client.pageComment.add({
    page_id,
    content: '第 3 步的命令在 Windows 上报错。',
    parent_id: gone.comment_id,
  })
  await mary.client.pageComment.delete({ comment_id: gone.comment_id })
  const asked = await mary.client.pageComment.add({
    page_id,
    content: `Is paging <b>zero</b> based?\n\nI get two answers:\n${'averyveryverylongwordwithoutanyplacetobreakit'.repeat(3)}`,
  })
  const answer = await admin.pageComment.add({
    page_id,
    content: 'Yes & documented in **Orders**.',
    parent_id: asked.comment_id,
  })
  await mary.client.pageComment.add({ page_id, content: 'Thanks', parent_id: answer.comment_id })
  for (let at = 0; at < 20; at++)
    await (at % 2 ? wang.client : admin).pageComment.add({ page_id, content: `第 ${at + 1} 条` })
  await mary.client.pageComment.add({ page_id, content: 'The picture in step 2 shows the former screen.' })
  await mary.client.pageFeedback.submit({ page_id, feedback_type: 1 })
  await wang.client.pageFeedback.submit({ page_id, feedback_type: 2 })
  ids['EMPTY'] = await addPage(admin, item_id, 'Nothing said', text)
  const archived = await newItem('Old API')
  await mary.client.pageComment.add({ page_id: archived.page_id, content: 'When does this end?' })
  await mary.client.pageFeedback.submit({ page_id: archived.page_id, feedback_type: 1 })
  await admin.item.archive({ item_id: archived.item_id, password: administrator.password })
  ids['ARCHIVED'] = archived.page_id
  ids['ARCHIVEDITEM'] = archived.item_id
})

const addressOf = (at: string) => at.replace(/[A-Z]{4,}/g, (word) => String(ids[word] ?? word))
const asAdmin = () => ({ token: site.token })
const asReader = () => ({ token: reader.token })
const drawer = (page: Page) => page.getByRole('dialog')
const foot = async (page: Page) => {
  const button = page.getByRole('button', { name: /^(\d+ comments?|\d+ 条评论)$/ })
  await button.scrollIntoViewIfNeeded()
  await expectVisible(button)
}
const comments = async (page: Page) => {
  await expectVisible(page.getByRole('heading', { level: 1 }).first())
  await page.getByRole('button', { name: /^(\d+ comments?|Comments)$/ }).click()
  await expectVisible(drawer(page))
}
const listed = async (page: Page) => {
  await comments(page)
  await expectVisible(drawer(page).getByRole('listitem').first())
}
const oldest = async (page: Page) => {
  await listed(page)
  await drawer(page)
    .getByRole('button', { name: /^Show \d+ more$/ })
    .click()
  await drawer(page).getByText('This comment was deleted.').scrollIntoViewIfNeeded()
}

const screens: Screen[] = [
  { name: 'comments-foot', at: '/GARDEN/PAGE', options: asAdmin, reach: foot, again: foot },
  { name: 'comments-foot-visitor', at: '/GARDEN/PAGE', reach: foot, again: foot },
  { name: 'comments-list', at: '/GARDEN/PAGE', options: asAdmin, reach: listed },
  { name: 'comments-threads', at: '/GARDEN/PAGE', options: asReader, reach: oldest },
  {
    name: 'comments-reply',
    at: '/GARDEN/PAGE',
    options: asReader,
    reach: async (page) => {
      await listed(page)
      await drawer(page).getByRole('button', { name: 'Reply to 王芳' }).first().click()
      await page.keyboard.type('x'.repeat(450))
    },
  },
  {
    name: 'comments-delete',
    at: '/GARDEN/PAGE',
    options: asAdmin,
    reach: async (page) => {
      await listed(page)
      await drawer(page).getByRole('button', { name: 'Delete mary’s comment' }).click()
      await expectVisible(page.getByRole('alertdialog'))
    },
  },
  { name: 'comments-none', at: '/GARDEN/EMPTY', options: asReader, reach: comments },
  { name: 'comments-visitor', at: '/GARDEN/PAGE', reach: listed },
  { name: 'comments-archived', at: '/ARCHIVEDITEM/ARCHIVED', options: asAdmin, reach: listed },
  {
    name: 'comments-failed',
    at: '/GARDEN/PAGE',
    options: () => ({ ...asReader(), expects: /Failed to load resource/ }),
    reach: async (page) => {
      await page.route('**/api/pageComment/getList', (route) => route.abort())
      await page.reload()
      await comments(page)
      await expectVisible(drawer(page).getByRole('alert'))
    },
  },
  {
    name: 'comments-message',
    at: '/message/index?dtab=remindList',
    options: asAdmin,
    reach: (page) => expectVisible(page.getByText(/commented on/).first()),
  },
]

testScreens(screens, () => ({ server: site.server, addressOf }))
