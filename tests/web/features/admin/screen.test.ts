import { beforeAll, expect, test, vi } from 'vitest'
import { createClient } from '#shared/contract/client.ts'
import type { Contract } from '#shared/contract/index.ts'
import { commandLineActor, recordAudit } from '#src/features/audit/index.ts'
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

  await page.getByRole('searchbox', { name: 'Name, email or ID' }).fill('薇')
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

test('previews, schedules and withdraws an announcement that everybody reads', async () => {
  const page = await consoleAt('section=announcements', 'Announcements')
  await page.getByRole('button', { name: 'New announcement' }).click()
  const text = dialog(page).getByRole('textbox', { name: 'Text' })
  await text.fill('Down on Sunday')
  const field = (await text.element()) as HTMLTextAreaElement
  field.select()
  await dialog(page).getByRole('button', { name: 'Bold' }).click()
  await text.fill(`${field.value} <img src=x onerror=alert(1)>`)
  const preview = dialog(page).getByRole('region', { name: 'Preview' })
  await expectVisible(preview.locator('strong').filter({ hasText: 'Down on Sunday' }))
  expect(await preview.locator('img').count()).toBe(0)
  await dialog(page).getByRole('button', { name: 'Announce' }).click()
  await said(page, 'Announced to everyone')
  const [read] = await mei().message.getAnnouncementList()
  expect(read?.message_content).toContain('<strong>Down on Sunday</strong>')

  await page.getByRole('button', { name: 'New announcement' }).click()
  await text.fill('Later')
  await dialog(page).getByRole('radio', { name: 'Later' }).click()
  await dialog(page).getByLabel('Date and time').fill('2020-01-01T10:00')
  await dialog(page).getByRole('button', { name: 'Schedule' }).click()
  await expectVisible(dialog(page).getByRole('alert').filter({ hasText: 'in the future' }))
  await dialog(page).getByLabel('Date and time').fill('2090-01-01T10:00')
  await dialog(page).getByRole('button', { name: 'Schedule' }).click()
  await expectVisible(page.getByText('Scheduled', { exact: true }))
  expect(await mei().message.getAnnouncementList()).toHaveLength(1)
  await page.getByRole('button', { name: 'Withdraw' }).first().click()
  await dialog(page).getByRole('button', { name: 'Withdraw' }).click()
  await expectHidden(page.getByText('Scheduled', { exact: true }))
})

test('shows who did what in the audit log, with filters in the address and a CSV export', async () => {
  await admin().adminUser.addUser({ username: '+cmd', password: 'seven other mountains' })
  const page = await consoleAt('section=audit', 'Audit log')
  await expectVisible(page.getByRole('row').filter({ hasText: '+cmd' }).filter({ hasText: 'Added a user' }))
  await page.getByRole('combobox', { name: 'Action' }).selectOption('Added a user')
  await page.getByRole('searchbox', { name: /^Name, setting/ }).fill('cmd')
  await eventually(() => page.path, '/admin/index?section=audit&action=userAdded&q=cmd')
  await eventually(() => page.getByRole('row').count(), 2)
  const saved = vi.spyOn(URL, 'createObjectURL')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  await eventually(() => page.opened.length, 1)
  const [blob] = saved.mock.calls.flat() as Blob[]
  const text = (await blob?.text()) ?? ''
  expect(text).toContain('Added a user')
  expect(text).toMatch(/,'\+cmd,127\.0\.0\.1,[\da-f]{64}\r\n$/)
  await page.getByRole('searchbox', { name: /^Name, setting/ }).fill('nobody at all')
  await expectVisible(page.getByText('No results match these filters.'))
})

test('names the command line in the language of the reader in the audit log', async () => {
  const entry = { ...commandLineActor, action: 'backedUp', object_type: 'setting', detail: 'site.tar' } as const
  await recordAudit(browser.app.app.db, entry, Math.floor(Date.now() / 1000))
  const page = await consoleAt('section=audit', 'Audit log')
  await expectVisible(page.getByRole('row').filter({ hasText: 'site.tar' }).getByText('Command line', { exact: true }))
})

test('draws one page of 10,000 accounts, files and teams; next, last and search respond at once', async () => {
  const database = browser.app.rows.sqlite
  const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)'
  database.exec(`${numbers} INSERT INTO user (username, username_key, name, password, reg_time)
    SELECT printf('worker-%05d', i), printf('worker-%05d', i), '', '', 1 FROM n`)
  database.exec(`${numbers} INSERT INTO upload_file
    (sign, display_name, file_type, file_size, stored_name, uid, addtime)
    SELECT 'many' || i, printf('file-%05d.txt', i), 'text/plain', 1, 'many' || i,
      (SELECT min(uid) FROM user), i FROM n`)
  database.exec(`${numbers} INSERT INTO team (team_name, uid, addtime, last_update_time)
    SELECT printf('team-%05d', i), (SELECT min(uid) FROM user), 1, 1 FROM n`)

  const page = await consoleAt('section=users', 'Users')
  const shown = page.getByRole('navigation', { name: 'Pages' }).getByRole('status')
  const first = () => page.locator('tbody tr').first().textContent()
  for (const { at, search, wanted } of [
    { at: '/admin/index?section=users', search: 'Name, email or ID', wanted: 'worker-00042' },
    { at: '/attachment/index', search: 'Filter by name', wanted: 'file-00042.txt' },
    { at: '/team/index', search: 'Filter teams', wanted: 'team-00042' },
  ]) {
    await page.goto(at)
    await eventually(() => shown.textContent(), /^1–20 of 10,0/)
    expect(await page.locator('tbody tr').count()).toBe(20)
    const newest = await first()
    await page.getByRole('button', { name: 'Next page' }).click()
    await eventually(() => shown.textContent(), /^21–40 of 10,0/)
    expect(page.path).toContain('page=2')
    await eventually(async () => (await first()) === newest, false)
    await page.getByRole('button', { name: 'Previous page' }).click()
    await eventually(first, newest)
    await page.getByRole('searchbox', { name: search }).fill(wanted)
    await eventually(() => page.locator('tbody tr').count(), 1)
    await expectVisible(page.getByRole('row').filter({ hasText: wanted }))
    expect(page.path).not.toContain('page=')
  }
})
