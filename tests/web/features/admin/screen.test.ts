import { beforeAll, expect, test } from 'vitest'
import { createClient } from '#shared/contract/client.ts'
import type { Contract } from '#shared/contract/index.ts'
import { addItem, addPage } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, expectVisible, openAs, type Screen } from '#tests/web/support/screen.tsx'

const browser = openBrowser()
const admin = () => browser.app.as('admin')
const mei = () => browser.app.as('mei')

beforeAll(() => {
  for (const username of ['admin', 'mei']) browser.app.uid(username)
})

async function consoleAt(query: string, heading: string): Promise<Screen> {
  const page = openAs(browser, 'admin', `/admin/index?${query}`)
  await expectVisible(page.getByRole('heading', { level: 1, name: heading }))
  return page
}

const row = (page: Screen, name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

async function choose(page: Screen, of: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${of}` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

const dialog = (page: Screen) => page.locator('[role=dialog], [role=alertdialog]')
const said = (page: Screen, text: string | RegExp) =>
  expectVisible(page.getByRole('status').filter({ hasText: text }).first())

test('restricts the console to administrators: others see a message, a visitor signs in first', async () => {
  const page = openAs(browser, 'mei', '/admin/index?section=users')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Administrators only' }))
  expect(await page.getByRole('table').count()).toBe(0)
  const visitor = openAs(browser, undefined, '/admin/index')
  await eventually(() => visitor.path, '/user/login?redirect=/admin/index')
})

test('adds, finds and disables a user and resets the password', async () => {
  const page = await consoleAt('section=users', 'Users')
  await page.getByRole('button', { name: 'Add user' }).click()
  const box = (name: string) => dialog(page).getByRole('textbox', { name })
  await box('Username').fill('admin')
  await dialog(page).getByRole('button', { name: 'Generate' }).click()
  await eventually(() => box('Password').getAttribute('type'), 'text') // the administrator passes it on to the user
  await page.keyboard.press('Control+Enter')
  await expectVisible(dialog(page).getByRole('alert').filter({ hasText: 'taken' }))
  await box('Username').fill('lin.wei')
  await box('Name').last().fill('林薇')
  await page.keyboard.press('Control+Enter')
  await said(page, '林薇 (lin.wei) added')

  await page.getByRole('searchbox', { name: 'Name, e-mail or ID' }).fill('薇')
  await eventually(() => page.path, '/admin/index?section=users&q=%E8%96%87')
  await eventually(() => page.getByRole('rowheader').count(), 1)
  await choose(page, '林薇 (lin.wei)', 'Edit or reset password')
  await box('New password').fill('seven other mountains')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await said(page, '林薇 (lin.wei) saved')
  const signedIn = { username: 'lin.wei', password: 'seven other mountains' }
  const { user_token } = await browser.app.visitor.user.loginByVerify(signedIn)
  const lin = createClient<Contract>({
    base: browser.app.url,
    headers: () => ({ authorization: `Bearer ${user_token}` }),
  })
  expect(await lin.user.info()).toMatchObject({ username: 'lin.wei' })
  await choose(page, '林薇 (lin.wei)', 'Sign out everywhere')
  await dialog(page).getByRole('button', { name: 'Sign out' }).click()
  await said(page, '林薇 (lin.wei) is signed out everywhere')
  await expect(lin.user.info()).rejects.toMatchObject({ code: 10102 })

  // closing the dialog returns the focus to the button of the row
  await choose(page, '林薇 (lin.wei)', 'Edit')
  await expectVisible(dialog(page))
  await page.keyboard.press('Escape')
  await expectHidden(dialog(page))
  await eventually(() => page.focused(), 'Actions for 林薇 (lin.wei)')

  await choose(page, '林薇 (lin.wei)', 'Disable')
  await dialog(page).getByRole('button', { name: 'Disable' }).click()
  await expectVisible(row(page, 'lin.wei').getByText('Disabled'))
  await expect(browser.app.visitor.user.loginByVerify(signedIn)).rejects.toMatchObject({ name: 'ApiError' })

  await page.getByRole('combobox', { name: 'Role' }).selectOption('Administrators')
  await expectVisible(page.getByText('No results match these filters.'))
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await eventually(() => page.getByRole('rowheader').count(), 3)
})

test('deletes a user who owns items after transferring them to another user', async () => {
  const item_id = await addItem(browser.app.as('leaver'), { item_name: 'Left behind' })
  const page = await consoleAt('section=users&q=leaver', 'Users')
  await choose(page, 'leaver', 'Delete')
  await expectVisible(dialog(page).getByText('Left behind'))
  await dialog(page).getByRole('combobox').fill('mei')
  await page.getByRole('option', { name: /mei/ }).first().click()
  await dialog(page).getByRole('button', { name: 'Delete user' }).click()
  await said(page, 'leaver deleted')
  expect((await mei().item.myList()).map((item) => Number(item.item_id))).toContain(item_id)
})

test('transfers and deletes an item, restores it with Undo, and deletes it permanently', async () => {
  await addItem(mei(), { item_name: 'Old papers', item_domain: 'oldpapers' })
  const page = await consoleAt('section=items&q=Old', 'Projects')
  await choose(page, 'Old papers', 'Transfer')
  await dialog(page).getByRole('combobox').fill('admin')
  await page.getByRole('option', { name: /admin/ }).first().click()
  await dialog(page).getByRole('button', { name: 'Transfer' }).click()
  await expectVisible(row(page, 'Old papers').getByText('admin', { exact: true }))

  await choose(page, 'Old papers', 'Delete')
  await dialog(page).getByRole('button', { name: 'Delete project' }).click()
  await expectHidden(row(page, 'Old papers'))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectVisible(row(page, 'Old papers'))

  await choose(page, 'Old papers', 'Delete')
  await dialog(page).getByRole('button', { name: 'Delete project' }).click()
  await page.getByRole('tab', { name: 'Deleted' }).click()
  await expectVisible(row(page, 'Old papers').getByText('30 days'))
  await choose(page, 'Old papers', 'Delete permanently')
  await dialog(page).getByRole('button', { name: 'Delete permanently' }).click()
  await expectHidden(row(page, 'Old papers'))
})

test('finds, selects and deletes unused files and keeps those of a page', async () => {
  const item_id = await addItem(mei(), { item_name: 'With files' })
  const page_id = await addPage(mei(), item_id, 'Files')
  const upload = (name: string, more: object = {}) =>
    mei().attachment.attachmentUpload({ file: new File([name], name), ...more })
  await upload('kept.txt', { item_id, page_id })
  for (const name of ['one.txt', 'two.txt', 'three.txt']) await upload(name)
  const page = await consoleAt('section=files&view=unused', 'Files')
  await eventually(() => page.getByRole('rowheader').count(), 3)
  await page.getByRole('checkbox', { name: 'Select two.txt' }).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expectHidden(row(page, 'two.txt'))
  await page.getByRole('button', { name: 'Delete all 2' }).click()
  await dialog(page).getByRole('button', { name: 'Delete all' }).click()
  await expectVisible(page.getByText('Every file is used on a page.'))
  await page.goto('/admin/index?section=files')
  await expectVisible(row(page, 'kept.txt'))
  expect(await page.getByRole('rowheader').count()).toBe(1)
})

test('saves settings of several tabs at once and leads from an error to its field', async () => {
  const page = await consoleAt('section=settings', 'Settings')
  const address = page.getByRole('textbox', { name: 'Public address' })
  const versions = page.getByRole('textbox', { name: 'Versions kept per page' })
  await address.fill('docs.example.com')
  await page.getByRole('tab', { name: 'Pages' }).click()
  await versions.fill('0')
  await page.getByRole('checkbox', { name: 'Watermark on pages' }).check()
  await expectVisible(page.getByText('3 changes'))
  await page.keyboard.press('Control+s')
  await expectVisible(page.getByRole('alert').filter({ hasText: 'from 1 to 1000' }))
  await versions.fill('30')
  // visiting another part of the console loses nothing
  await page.getByRole('link', { name: 'Projects', exact: true }).last().click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Projects' }))
  await page.getByRole('link', { name: /^Settings/ }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expectVisible(page.getByRole('alert').filter({ hasText: 'Enter a site address like' }))
  await eventually(() => address.hasFocus(), true)
  await address.fill('https://docs.example.com/')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectHidden(page.getByText('3 changes'))
  expect(await admin().adminSetting.loadConfig()).toMatchObject({
    site_url: 'https://docs.example.com',
    history_version_count: '30',
    show_watermark: '1',
  })
  await admin().adminSetting.saveConfig({ site_url: '', show_watermark: false })
})

test('never shows a secret, keeps or replaces it, and clears it only after a warning', async () => {
  const page = await consoleAt('section=sign-in', 'Sign-in')
  await page.getByRole('textbox', { name: 'Host' }).fill('ldap.example.com')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('hush')
  await page.getByRole('button', { name: 'Save' }).click()
  const secret = page.getByRole('group', { name: 'Password' })
  await expectVisible(secret.getByText('Set', { exact: true }))
  expect(document.documentElement.outerHTML).not.toContain('hush')
  await page.getByRole('textbox', { name: 'Base DN' }).fill('dc=example')
  await page.getByRole('button', { name: 'Save' }).click()
  await eventually(async () => (await admin().adminSetting.loadLdapConfig()).ldap_form.base_dn, 'dc=example')
  expect((await admin().adminSetting.loadLdapConfig()).ldap_form.bind_password).toBe('********')
  await page.getByRole('textbox', { name: 'Host' }).fill('other.example.com')
  await expectVisible(secret.getByText(/Will be removed/))
  await page.getByRole('button', { name: 'Discard' }).click()
  await expectVisible(secret.getByText('Set', { exact: true }))
})

test('creates the login key on demand and resets it after a confirmation', async () => {
  const page = await consoleAt('section=sign-in&way=key', 'Sign-in')
  await page.getByRole('button', { name: 'Show the key' }).click()
  const box = page.getByRole('textbox', { name: 'Login key' })
  const first = await box.inputValue()
  expect(first).toHaveLength(32)
  expect(await box.getAttribute('type')).toBe('password')
  await page.getByRole('button', { name: 'Reset the key' }).click()
  await dialog(page).getByRole('button', { name: 'Reset the key' }).click()
  await said(page, 'Login key reset')
  expect(await box.inputValue()).not.toBe(first)
})

test('reports a list that cannot be loaded and loads it once the server responds again', async () => {
  const page = await consoleAt('section=items', 'Projects')
  browser.isOffline = true
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expectVisible(page.getByText('Couldn’t load this.'))
  const again = page.getByRole('button', { name: 'Try again' })
  await expectVisible(again)
  browser.isOffline = false
  await again.click()
  await expectVisible(page.getByRole('table', { name: 'Users' }))
})

test('downloads a backup after the own password', async () => {
  await browser.app.newUser('boss', { password: 'seven other mountains', groupid: 1 })
  await admin().adminBackup.start()
  await expect.poll(async () => (await admin().adminBackup.status()).running, { timeout: 15_000 }).toBe(-1)
  const page = openAs(browser, 'boss', '/admin/index?section=backups')
  await page.getByRole('button', { name: /^Download: docstead-/ }).click()
  await dialog(page).getByRole('textbox', { name: 'Your account password' }).fill('a wrong one')
  await dialog(page).getByRole('button', { name: 'Download' }).click()
  await expectVisible(dialog(page).getByRole('alert').filter({ hasText: 'The password is wrong.' }))
  await dialog(page).getByRole('textbox', { name: 'Your account password' }).fill('seven other mountains')
  await dialog(page).getByRole('button', { name: 'Download' }).click()
  await expectHidden(dialog(page))
  const uid = browser.app.uid('boss')
  expect(browser.app.rows.all('download_ticket')).toMatchObject([{ uid, path: expect.stringMatching(/^docstead-/) }])
})
