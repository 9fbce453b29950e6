import { beforeAll, expect, test } from 'vitest'
import { addItem, addPage } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, expectVisible, openAs, type Screen } from '#tests/web/support/screen.tsx'

const browser = openBrowser()
const password = 'seven mountains'
let item_id: number

const as = (username: string) => browser.app.as(username)

beforeAll(async () => {
  await browser.app.newUser('owner', { password })
  await browser.app.newUser('ann', { password })
  item_id = await addItem(as('owner'), { item_name: 'Garden API', item_domain: 'garden' })
  await as('owner').item.update({ item_id, item_name: 'Garden API', allow_comment: '1', allow_feedback: '1' })
  browser.app.rows.newMember(item_id, 'mo', 'edit')
})

const newPage = (title: string) => addPage(as('owner'), item_id, title, 'Step 1 of many.')
const drawer = (page: Screen) => page.getByRole('dialog', { name: /comment/i })
const box = (page: Screen) => drawer(page).getByRole('textbox', { name: 'Your comment' })
const words = (page: Screen) => drawer(page).getByRole('listitem').locator('p')
const button = (page: Screen) => page.getByRole('button', { name: /^(\d+ comments?|Comments)$/ })
const contentsOf = async (page_id: number) =>
  (await as('owner').pageComment.getList({ page_id })).list.map(({ content, replies }) => [
    content,
    ...replies.map((reply) => reply.content),
  ])

const open = (page_id: number, username?: string) => openAs(browser, username, `/garden/${page_id}`)

async function openComments(page: Screen): Promise<void> {
  await button(page).click()
  await expectVisible(drawer(page))
}

test('lets the owner turn on comments and the feedback question in the item settings', async () => {
  const made = await addItem(as('owner'), { item_name: 'Quiet API', item_domain: 'quiet' })
  const page_id = await addPage(as('owner'), made, 'Install', 'text')
  const page = openAs(browser, 'owner', `/quiet/${page_id}`)
  await expectVisible(page.getByText(/^Last updated by/))
  expect(await page.getByText('Was this page helpful?').count()).toBe(0)
  expect(await button(page).count()).toBe(0)
  await page.goto(`/item/setting/${made}`)
  await page.getByLabel('Allow comments').check()
  await page.getByLabel('Ask whether a page was helpful').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectVisible(page.getByText('“Quiet API” saved'))
  expect(await as('owner').item.detail({ item_id: made })).toMatchObject({ allow_comment: '1', allow_feedback: '1' })
  await page.goto(`/quiet/${page_id}`)
  await expectVisible(page.getByText('Was this page helpful?'))
  await expectVisible(button(page))
  const one = await addItem(as('owner'), { item_name: 'One page', item_type: 2 })
  await page.goto(`/item/setting/${one}`)
  await expectVisible(page.getByLabel('Name'))
  expect(await page.getByLabel('Allow comments').count()).toBe(0)
})

test('lets a member comment and delete, and the owner get a message and reply', async () => {
  const page_id = await newPage('Install')
  const page = open(page_id, 'mo')
  await openComments(page)
  await expectVisible(drawer(page).getByText('No comments yet.'))
  await eventually(() => box(page).hasFocus(), true)
  await box(page).fill('Is paging <b>zero</b> based?\n<img src=x onerror=alert(1)>')
  await box(page).press('Control+Enter')
  await expectVisible(words(page).getByText('Is paging <b>zero</b> based?'))
  expect(await words(page).allTextContents()).toEqual(['Is paging <b>zero</b> based?\n<img src=x onerror=alert(1)>'])
  expect(await box(page).inputValue()).toBe('')
  await expectVisible(drawer(page).getByRole('heading', { name: '1 comment' }))

  const owner = openAs(browser, 'owner', '/message/index?dtab=remindList')
  await owner.getByRole('link', { name: 'mo commented on Install' }).click()
  await expectVisible(drawer(owner))
  await eventually(() => owner.path, `/garden/${page_id}`)
  const reply = drawer(owner).getByRole('button', { name: 'Reply to mo' })
  await reply.press('Enter')
  await eventually(
    () =>
      drawer(owner)
        .getByRole('textbox', { name: /^Reply/ })
        .hasFocus(),
    true,
  )
  await owner.keyboard.type('Yes')
  await owner.keyboard.press('Control+Enter')
  await expectVisible(words(owner).getByText('Yes', { exact: true }))
  await eventually(() => reply.hasFocus(), true)
  await owner.keyboard.press('Escape')
  await expectHidden(drawer(owner))

  const again = open(page_id, 'mo')
  await expectVisible(again.getByRole('button', { name: '2 comments' }))
  await openComments(again)
  await expectVisible(words(again).getByText('Yes', { exact: true }))
  await expectVisible(drawer(again).getByRole('heading', { name: '2 comments' }))
  expect(await drawer(again).getByRole('button', { name: 'Delete owner’s comment' }).count()).toBe(0)
  await drawer(again).getByRole('button', { name: 'Delete mo’s comment' }).press('Enter')
  const question = again.getByRole('alertdialog')
  await expectVisible(question.getByText('This can’t be undone. Replies are kept.'))
  await question.getByRole('button', { name: 'Delete comment' }).press('Enter')
  await expectVisible(drawer(again).getByText('This comment was deleted.'))
  expect(await contentsOf(page_id)).toEqual([['', 'Yes']])
  expect((await as('owner').message.getRemindList()).total).toBe(0)
})

test('keeps a comment that cannot be sent, shows why, and sends it once the server is back', async () => {
  const page_id = await newPage('Weather')
  const page = open(page_id, 'ann')
  browser.unreachable.add('pageComment/add')
  await openComments(page)
  await box(page).fill('calm and storm')
  await drawer(page).getByRole('button', { name: 'Send' }).click()
  await expectVisible(drawer(page).getByRole('alert'))
  expect(await box(page).inputValue()).toBe('calm and storm')
  await page.reload()
  await openComments(page)
  expect(await box(page).inputValue()).toBe('calm and storm')
  browser.unreachable.clear()
  await drawer(page).getByRole('button', { name: 'Send' }).click()
  await expectVisible(words(page).getByText('calm and storm'))
  expect(await contentsOf(page_id)).toEqual([['calm and storm']])
})

test('keeps the text when the session ends and the user signs in over the page', async () => {
  const page_id = await newPage('Session')
  const page = open(page_id, 'ann')
  await openComments(page)
  await box(page).fill('half a thought')
  browser.signOut()
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('textbox', { name: 'Username or email' }) })
  await dialog.getByRole('textbox', { name: 'Username or email' }).fill('ann')
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expectHidden(dialog)
  await eventually(() => box(page).inputValue(), 'half a thought')
  await box(page).press('Control+Enter')
  await expectVisible(words(page).getByText('half a thought'))
})

test('lets a visitor read comments and vote, change the vote, and asks to sign in to comment', async () => {
  const page_id = await newPage('Open to all')
  await as('mo').pageComment.add({ page_id, content: 'Good to know' })
  const page = open(page_id)
  const [yes, no] = [
    page.getByRole('button', { name: 'Yes', exact: true }),
    page.getByRole('button', { name: 'No', exact: true }),
  ]
  const pressed = () => Promise.all([yes, no].map((one) => one.getAttribute('aria-pressed')))
  await yes.click()
  await expectVisible(page.getByText('Thank you.'))
  await no.click()
  await eventually(pressed, ['false', 'true'])
  await eventually(() => as('owner').pageFeedback.getStat({ page_id }), {
    my_feedback: 0,
    helpful_count: 0,
    unhelpful_count: 1,
  })
  await page.reload()
  await eventually(pressed, ['false', 'true'])
  await no.click()
  await eventually(pressed, ['false', 'false'])
  await eventually(async () => (await as('owner').pageFeedback.getStat({ page_id })).unhelpful_count, 0)
  await openComments(page)
  await expectVisible(words(page).getByText('Good to know'))
  expect(await drawer(page).getByRole('textbox').count()).toBe(0)
  expect(
    await drawer(page)
      .getByRole('button', { name: /^(Reply|Delete)/ })
      .count(),
  ).toBe(0)
  await drawer(page).getByRole('link', { name: 'Sign in to comment' }).click()
  await eventually(() => page.path, /^\/user\/login\?redirect=/)
})

test('shows editors the number of helpful votes, and reverts and reports a rejected vote', async () => {
  const page_id = await newPage('Counted')
  await as('ann').pageFeedback.submit({ page_id, feedback_type: 1 })
  const page = open(page_id, 'mo')
  await page.getByRole('button', { name: 'Yes · 1' }).click()
  await expectVisible(page.getByRole('button', { name: 'Yes · 2' }))
  await eventually(async () => (await as('owner').pageFeedback.getStat({ page_id })).helpful_count, 2)
  browser.unreachable.add('pageFeedback/submit')
  await page.getByRole('button', { name: 'No · 0' }).click()
  await expectVisible(page.getByText(/^Your feedback wasn’t saved:/))
  await expectVisible(page.getByRole('button', { name: 'Yes · 2' }))
  expect(await page.getByRole('button', { name: 'Yes · 2' }).getAttribute('aria-pressed')).toBe('true')
})

test('shows the comments of an archived item and accepts no new ones', async () => {
  const allowed = { allow_comment: '1', allow_feedback: '1' } as const
  const { item_id: old } = await as('owner').item.add({ item_name: 'Old API', item_type: 1, ...allowed })
  const page_id = await addPage(as('owner'), old, 'Install', 'text')
  await as('mo').pageComment.add({ page_id, content: 'When does this end?' })
  await as('mo').pageFeedback.submit({ page_id, feedback_type: 1 })
  await as('owner').item.archive({ item_id: old, password })
  const page = openAs(browser, 'owner', `/${old}/${page_id}`)
  await expectVisible(page.getByText('Was this page helpful? Yes · 1, No · 0'))
  await openComments(page)
  await expectVisible(words(page).getByText('When does this end?'))
  await expectVisible(drawer(page).getByText('This project is archived, so comments are read-only.'))
  expect(await drawer(page).getByRole('textbox').count()).toBe(0)
  expect(await drawer(page).getByRole('button').count()).toBe(1)
  const guest = openAs(browser, undefined, `/${old}/${page_id}`)
  await expectVisible(button(guest))
  expect(await guest.getByText('Was this page helpful?').count()).toBe(0)
})

test('keeps a reply open that was begun while another one was being sent', async () => {
  const page_id = await newPage('Soup')
  for (const content of ['Too salty', 'Too hot']) await as('owner').pageComment.add({ page_id, content })
  const page = openAs(browser, 'owner', `/garden/${page_id}?comments`)
  const replies = drawer(page).getByRole('button', { name: 'Reply to owner' })
  const reply = drawer(page).getByRole('textbox', { name: /^Reply to/ })
  await replies.first().click()
  await reply.fill('Add water')
  const sending = browser.hold('pageComment/add')
  await reply.press('Control+Enter')
  await sending.carriedOut
  await replies.last().click()
  await reply.fill('Wait a little')
  sending.release()
  await expectVisible(words(page).getByText('Add water'))
  await page.idle()
  expect(await reply.inputValue()).toBe('Wait a little')
})
