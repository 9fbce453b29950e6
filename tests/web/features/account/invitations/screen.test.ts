import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addItem, addPage } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectVisible, openAs, type Screen } from '#tests/web/support/screen.tsx'

const browser = openBrowser()
const password = 'seven mountains'
let item_id: number

beforeAll(async () => {
  const { app } = browser
  for (const username of ['ann', 'ben', 'eve']) await app.newUser(username, { password })
  item_id = await addItem(app.as('ann'), { item_name: 'Orders API', item_domain: 'orders' })
  await addPage(app.as('ann'), item_id, 'Create a user', 'Creates a user.')
})

beforeEach(() => window.sessionStorage.removeItem('docstead.invitation'))

const linkOf = async (more: object = {}) =>
  (await browser.app.as('ann').invitation.add({ item_id, member_group_id: 1, days: 7, uses: 1, ...more })).path

const made = async (page: Screen) => {
  const box = page.getByLabel('Invitation link', { exact: true })
  await expectVisible(box)
  return new URL((box.elements()[0] as HTMLInputElement).value)
}

test('a manager makes a link and withdraws it', async () => {
  const page = openAs(browser, 'ann', `/item/setting/${item_id}?tab=members`)
  await page.getByRole('button', { name: 'Invite by link' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^Read/ }).click()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const { pathname, hash } = await made(page)
  expect(pathname + hash).toMatch(/^\/user\/register#invite=[0-9a-f]{64}$/)
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expectVisible(dialog.getByText('Withdrawn'))
  const guest = openAs(browser, 'ben', pathname + hash)
  await expectVisible(guest.getByText('This invitation has been withdrawn.'))
  expect(window.location.href).not.toContain('invite')
  await guest.getByRole('button', { name: 'Continue without it' }).click()
  await eventually(() => guest.path, '/item/index')
})

test('a person who is signed in joins with one click', async () => {
  const link = await linkOf()
  const page = openAs(browser, 'ben', link)
  await expectVisible(page.getByText('ann invites you to read and edit the project “Orders API”.'))
  expect(window.location.href).not.toContain('invite')
  await page.getByRole('button', { name: 'Join as ben' }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Create a user' }))
})

test('a person without an account registers and is in, while registration is closed', async () => {
  browser.app.rows.insert('options', { option_name: 'register_open', option_value: '0' })
  const page = openAs(browser, undefined, await linkOf({ member_group_id: 0 }))
  await page.getByLabel('Username', { exact: true }).fill('nina')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('textbox', { name: 'Code' }).fill('ABCDE')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Create a user' }))
  expect(browser.app.rows.all('invitation').at(-1)).toMatchObject({ use_count: 1 })
})

test('a person with an account signs in first, and then joins', async () => {
  const page = openAs(browser, undefined, await linkOf())
  await page.getByRole('button', { name: 'I have an account: sign in' }).click()
  await page.getByRole('textbox', { name: 'Username or email' }).fill('eve')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Join as eve' }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Create a user' }))
})

test('an administrator invites people to the site', async () => {
  const page = openAs(browser, 'admin', '/admin/index?section=users')
  await page.getByRole('button', { name: 'Invite by link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
  const { pathname, hash } = await made(page)
  const guest = openAs(browser, undefined, pathname + hash)
  await expectVisible(guest.getByText(/invites you to/))
})
