import { beforeAll, expect, test } from 'vitest'
import { createClient } from '#shared/contract/client.ts'
import type { Contract } from '#shared/contract/index.ts'
import { addItem, addPage } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, expectVisible, openAs, type Screen } from '#tests/web/support/screen.tsx'

const browser = openBrowser()
const password = 'seven mountains'

beforeAll(async () => {
  for (const username of ['lee', 'max', 'ned', 'oda', 'cleo', 'dora', 'rae'])
    await browser.app.newUser(username, { password })
})

async function signIn(page: Screen, username: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Username or email' }).fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/** Signs in over the page. */
async function signInOver(page: Screen, username: string): Promise<void> {
  const ended = page.getByRole('dialog', { name: 'Your session has ended' })
  await expectVisible(ended)
  await signIn(page, username)
  await expectHidden(ended)
}

test('a session that was ended elsewhere leads to the sign-in page once, and back', async () => {
  await browser.app.as('lee').itemGroup.save({ group_name: 'Papers' })
  const page = openAs(browser, 'lee', '/item/group/index')
  await expectVisible(page.getByText('Papers', { exact: true }))
  await page.idle() // a request of the opening screen would end the session before the click
  const paths: string[] = []
  const note = () => paths.push(page.path)
  window.addEventListener('pushState', note)
  window.addEventListener('replaceState', note)
  browser.signOut()
  await page.getByRole('button', { name: 'Delete “Papers”' }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Sign in' }))
  await page.idle() // a redirect loop, if there were one
  window.removeEventListener('pushState', note)
  window.removeEventListener('replaceState', note)
  expect(paths).toEqual(['/user/login?redirect=%2Fitem%2Fgroup%2Findex'])
  await signIn(page, 'lee')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Groups' }))
})

test('a session is renewed over an open dialog, which keeps what was typed', async () => {
  const page = openAs(browser, 'max', '/team/index')
  await page.getByRole('button', { name: 'New team' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New team' })
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await name.fill('Writers')
  browser.signOut()
  await name.press('Enter')
  await signInOver(page, 'max')
  expect(await name.inputValue()).toBe('Writers')
  await dialog.getByRole('button', { name: 'Create team' }).click()
  await expectVisible(page.getByText('Team “Writers” created'))
})

test('a session is renewed over a form, which keeps what was typed', async () => {
  await browser.app.as('ned').itemGroup.save({ group_name: 'Papers' })
  const page = openAs(browser, 'ned', '/item/group/index')
  const name = page.getByRole('textbox', { name: 'New group name' })
  await name.fill('Letters')
  browser.signOut()
  await name.press('Enter')
  await signInOver(page, 'ned')
  await eventually(() => name.inputValue(), 'Letters')
  await name.press('Enter')
  await expectVisible(page.getByText('Letters', { exact: true }))

  await page.getByRole('button', { name: 'Rename “Papers”' }).click()
  const renamed = page.getByRole('textbox', { name: 'Name of “Papers”' })
  await renamed.fill('Old papers')
  browser.signOut()
  await renamed.press('Enter')
  await signInOver(page, 'ned')
  await eventually(() => renamed.inputValue(), 'Old papers')
  await renamed.press('Enter')
  await expectVisible(page.getByText('Old papers', { exact: true }))
  await expectHidden(renamed)

  await page.goto('/user/setting')
  const own = page.getByRole('textbox', { name: 'Name', exact: true })
  await own.fill('Ned of the papers')
  browser.signOut()
  await own.press('Enter')
  await signInOver(page, 'ned')
  await eventually(() => own.inputValue(), 'Ned of the papers')
  await own.press('Enter')
  await expectVisible(page.getByText('Name saved'))
})

test.each([
  { where: 'the catalogs of a public item', at: '/catalog/', button: 'New folder' },
  { where: 'a page of it', at: '/', button: 'Folder' },
])('a session is renewed over $where, which keeps the name of a new catalog', async ({ at, button }) => {
  const item_id = await addItem(browser.app.as('oda'), { item_name: 'Of Oda' })
  await addPage(browser.app.as('oda'), item_id, 'Start', 'one')
  const page = openAs(browser, 'oda', `${at}${item_id}`)
  await page.getByRole('button', { name: button, exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New folder' })
  await dialog.getByRole('textbox').fill('Invoices')
  browser.signOut()
  await dialog.getByRole('textbox').press('Enter')
  await signInOver(page, 'oda')
  await eventually(() => dialog.getByRole('textbox').inputValue(), 'Invoices')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expectHidden(dialog)
  await expectVisible(page.getByRole('treeitem', { name: /Invoices/ }))
})

test('an idle window goes to the sign-in page when its session ends, without a click', async () => {
  const page = openAs(browser, 'cleo', '/team/index')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Teams' }))
  await eventually(() => browser.sent('message/watch').length > 0, true)
  await page.idle()
  await browser.app.as('admin').adminUser.deleteUser({ uid: browser.app.uid('cleo') })
  await eventually(() => page.path, /^\/user\/login/)
})

test('a session that ends while something is typed keeps it, and asks to sign in over it', async () => {
  const item_id = await addItem(browser.app.as('dora'), { item_name: 'Of Dora' })
  const page = openAs(browser, 'dora', `/page/edit/${item_id}/0`)
  await page.getByRole('textbox', { name: 'Title' }).fill('Half a title')
  const elsewhere = await browser.app.visitor.user.login({ username: 'dora', password })
  const other = createClient<Contract>({
    base: browser.app.url,
    headers: () => ({ authorization: `Bearer ${elsewhere.user_token}` }),
  })
  await other.user.sessionDelete({ others: true })
  const dialog = page.getByRole('dialog', { name: /session has ended/i })
  await dialog.getByRole('button', { name: 'Not now' }).click()
  expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Half a title')
})

test('messages are watched again after a session was renewed over a form', async () => {
  const page = openAs(browser, 'rae', '/item/group/index')
  await page.getByRole('textbox', { name: 'New group name' }).fill('Letters')
  await eventually(() => browser.sent('message/watch').length > 0, true)
  await page.idle()
  const before = browser.sent('message/watch').length
  const uid = browser.app.uid('rae')
  browser.app.rows.sqlite.prepare('DELETE FROM user_token WHERE uid = ?').run(uid)
  browser.signOut()
  await page.getByRole('textbox', { name: 'New group name' }).press('Enter')
  await signInOver(page, 'rae')
  await eventually(() => browser.sent('message/watch').length > before, true)
})
