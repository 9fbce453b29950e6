import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  addItem,
  addPage,
  currentPath,
  eventually,
  expectHidden,
  expectVisible,
  handlerNoise,
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

const choose = async (page: Page, of: string, entry: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${of}` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))
const said = (page: Page, text: string | RegExp) =>
  expectVisible(page.getByRole('status').filter({ hasText: text }).first())

test('restricts the console to administrators: others see a message, a visitor signs in first', async () => {
  const page = await open(site.server, { token: mei.token, at: '/admin/index?section=users' })
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Administrators only' }))
  expect(await page.getByRole('table').count()).toBe(0)
  const visitor = await open(site.server, { at: '/admin/index' })
  await visitor.waitForURL('**/user/login?redirect=/admin/index')
})

test('adds, finds and disables a user and resets the password, by keyboard where it is quicker', async () => {
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
  await eventually(() => currentPath(page), '/admin/index?section=users&q=%E8%96%87')
  await eventually(() => page.getByRole('rowheader').count(), 1)
  await choose(page, '林薇 (lin.wei)', 'Edit or reset password')
  await box('New password').fill('seven other mountains')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await said(page, '林薇 (lin.wei) saved')
  const { user_token } = await site.server
    .client()
    .user.loginByVerify({ username: 'lin.wei', password: 'seven other mountains' })
  expect(user_token).toBeTruthy()
  await choose(page, '林薇 (lin.wei)', 'Sign out everywhere')
  await dialog(page).getByRole('button', { name: 'Sign out' }).click()
  await said(page, '林薇 (lin.wei) is signed out everywhere')
  await expect(site.server.client(user_token).user.info()).rejects.toMatchObject({ code: 10102 })

  // closing the dialog returns the focus to the button of the row
  await page.getByRole('button', { name: 'Actions for 林薇 (lin.wei)' }).focus()
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('menuitem', { name: 'Edit' }))
  await page.keyboard.press('Enter')
  await expectVisible(dialog(page))
  await page.keyboard.press('Escape')
  await expectHidden(dialog(page))
  await eventually(() => page.evaluate('document.activeElement.ariaLabel'), 'Actions for 林薇 (lin.wei)')

  await choose(page, '林薇 (lin.wei)', 'Disable')
  await dialog(page).getByRole('button', { name: 'Disable' }).click()
  await expectVisible(row(page, 'lin.wei').getByText('Disabled'))
  await expect(site.server.client(user_token).user.info()).rejects.toMatchObject({ code: 10102 })

  await page.getByRole('combobox', { name: 'Role' }).selectOption('Administrators')
  await expectVisible(page.getByText('No results match these filters.'))
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await eventually(() => page.getByRole('rowheader').count(), 3)
})

test('deletes a user who owns items after transferring them to another user', async () => {
  const leaver = await site.newAccount('leaver')
  const item_id = await addItem(leaver.client, { item_name: 'Left behind' })
  const page = await consoleAt('section=users&q=leaver', 'Users')
  await choose(page, 'leaver', 'Delete')
  await expectVisible(dialog(page).getByText('Left behind'))
  await dialog(page).getByRole('combobox').fill('mei')
  await page.getByRole('option', { name: /mei/ }).first().click()
  await dialog(page).getByRole('button', { name: 'Delete user' }).click()
  await said(page, 'leaver deleted')
  expect((await mei.client.item.myList()).map((item) => Number(item.item_id))).toContain(item_id)
})

test('transfers and deletes an item, restores it with Undo, and deletes it permanently', async () => {
  await addItem(mei.client, { item_name: 'Old papers', item_domain: 'oldpapers' })
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
  const { client } = mei
  const item_id = await addItem(client, { item_name: 'With files' })
  const page_id = await addPage(client, item_id, 'Files')
  const upload = (name: string, more: object = {}) =>
    client.attachment.attachmentUpload({ file: new File([name], name), ...more })
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
  await page.getByRole('tab', { name: 'All files' }).click()
  await expectVisible(row(page, 'kept.txt'))
  await eventually(() => page.getByRole('rowheader').count(), 1)
})

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

test('saves settings of several tabs at once and leads from an error to its field', async () => {
  const page = await consoleAt('section=settings', 'Settings')
  await page.getByRole('textbox', { name: 'Public address' }).fill('docs.example.com')
  await page.getByRole('tab', { name: 'Pages' }).click()
  await page.getByRole('textbox', { name: 'Versions kept per page' }).fill('0')
  await page.getByRole('checkbox', { name: 'Watermark on pages' }).check()
  await expectVisible(page.getByText('3 changes'))
  await page.keyboard.press('Control+s')
  await expectVisible(page.getByRole('alert').filter({ hasText: 'from 1 to 1000' }))
  await page.getByRole('textbox', { name: 'Versions kept per page' }).fill('30')
  // visiting another part of the console loses nothing
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Projects' }))
  await page.getByRole('link', { name: /^Settings/ }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expectVisible(page.getByRole('alert').filter({ hasText: 'Enter a site address like' }))
  await eventually(() => page.evaluate('document.activeElement.value'), 'docs.example.com')
  await page.getByRole('textbox', { name: 'Public address' }).fill('https://docs.example.com/')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectHidden(page.getByText('3 changes'))
  expect(await site.admin.adminSetting.loadConfig()).toMatchObject({
    site_url: 'https://docs.example.com',
    history_version_count: '30',
    show_watermark: '1',
  })
  await site.admin.adminSetting.saveConfig({ site_url: '', show_watermark: false })
})

test('never shows a secret, keeps or replaces it, and clears it only after a warning', async () => {
  const page = await consoleAt('section=sign-in', 'Sign-in')
  await page.getByRole('textbox', { name: 'Host' }).fill('ldap.example.com')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('hush')
  await page.getByRole('button', { name: 'Save' }).click()
  const secret = page.getByRole('group', { name: 'Password' })
  await expectVisible(secret.getByText('Set', { exact: true }))
  expect(await page.content()).not.toContain('hush')
  await page.getByRole('textbox', { name: 'Base DN' }).fill('dc=example')
  await page.getByRole('button', { name: 'Save' }).click()
  await eventually(async () => (await site.admin.adminSetting.loadLdapConfig()).ldap_form.base_dn, 'dc=example')
  expect((await site.admin.adminSetting.loadLdapConfig()).ldap_form.bind_password).toBe('********')
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

test('previews, schedules and withdraws an announcement that everybody reads', async () => {
  const page = await consoleAt('section=announcements', 'Announcements', { expects: handlerNoise })
  await page.getByRole('button', { name: 'New announcement' }).click()
  const text = dialog(page).getByRole('textbox', { name: 'Text' })
  await text.fill('Down on Sunday')
  await text.press('Control+a')
  await dialog(page).getByRole('button', { name: 'Bold' }).click()
  await text.press('End')
  await text.pressSequentially(' <img src=x onerror=alert(1)>')
  const preview = dialog(page).getByRole('region', { name: 'Preview' })
  await expectVisible(preview.locator('strong').filter({ hasText: 'Down on Sunday' }))
  expect(await preview.locator('img').count()).toBe(0)
  await dialog(page).getByRole('button', { name: 'Announce' }).click()
  await said(page, 'Announced to everyone')
  const [read] = await mei.client.message.getAnnouncementList()
  expect(read?.message_content).toContain('<strong>Down on Sunday</strong>')

  await page.getByRole('button', { name: 'New announcement' }).click()
  await text.fill('Later')
  await dialog(page)
    .locator('label')
    .filter({ has: page.getByRole('radio', { name: 'Later' }) })
    .click()
  await dialog(page).getByLabel('Date and time').fill('2020-01-01T10:00')
  await dialog(page).getByRole('button', { name: 'Schedule' }).click()
  await expectVisible(dialog(page).getByRole('alert').filter({ hasText: 'in the future' }))
  await dialog(page).getByLabel('Date and time').fill('2090-01-01T10:00')
  await dialog(page).getByRole('button', { name: 'Schedule' }).click()
  await expectVisible(page.getByText('Scheduled', { exact: true }))
  expect(await mei.client.message.getAnnouncementList()).toHaveLength(1)
  await page.getByRole('button', { name: 'Withdraw' }).first().click()
  await dialog(page).getByRole('button', { name: 'Withdraw' }).click()
  await expectHidden(page.getByText('Scheduled', { exact: true }))
})

test('reports a list that cannot be loaded and loads it once the server responds again', async () => {
  const page = await open(site.server, { token: site.token, at: '/admin/index', expects: /ERR_FAILED|Failed to load/ })
  await expectVisible(page.getByText('Checks', { exact: true }))
  await page.route('**/api/**', (route) => route.abort())
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expectVisible(page.getByText('Couldn’t load this.'))
  await expectVisible(page.getByRole('button', { name: 'Try again' }))
  await page.unroute('**/api/**')
  await expectVisible(page.getByRole('table', { name: 'Users' }))
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

test('shows who did what in the audit log, with filters in the address and a CSV export', async () => {
  await site.admin.adminUser.addUser({ username: '+cmd', password: 'seven other mountains' })
  const page = await consoleAt('section=audit', 'Audit log')
  await expectVisible(page.getByRole('row').filter({ hasText: '+cmd' }).filter({ hasText: 'Added a user' }))
  await page.getByRole('combobox', { name: 'Action' }).selectOption('Added a user')
  await page.getByRole('searchbox', { name: /^Name, setting/ }).fill('cmd')
  await eventually(() => currentPath(page), '/admin/index?section=audit&action=userAdded&q=cmd')
  await eventually(() => page.getByRole('row').count(), 2)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ])
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain('Added a user')
  expect(text).toMatch(/,'\+cmd,127\.0\.0\.1,[\da-f]{64}\r\n$/)
  await page.getByRole('searchbox', { name: /^Name, setting/ }).fill('nobody at all')
  await expectVisible(page.getByText('No results match these filters.'))
})

test('draws one page of 10,000 accounts, files and teams; next, last and search respond at once', async () => {
  const database = new Database(join(site.server.data, 'docstead.db'))
  const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)'
  database.exec(`${numbers} INSERT INTO user (username, username_key, name, password, reg_time)
    SELECT printf('worker-%05d', i), printf('worker-%05d', i), '', '', 1 FROM n`)
  database.exec(`${numbers} INSERT INTO upload_file
    (sign, display_name, file_type, file_size, stored_name, uid, addtime)
    SELECT 'many' || i, printf('file-%05d.txt', i), 'text/plain', 1, 'many' || i,
      (SELECT min(uid) FROM user), i FROM n`)
  database.exec(`${numbers} INSERT INTO team (team_name, uid, addtime, last_update_time)
    SELECT printf('team-%05d', i), (SELECT min(uid) FROM user), 1, 1 FROM n`)
  database.close()

  const page = await consoleAt('section=users', 'Users')
  const shown = page.getByRole('navigation', { name: 'Pages' }).getByRole('status')
  const first = () => page.locator('tbody tr').first().textContent()
  for (const { at, search, wanted } of [
    { at: '/admin/index?section=users', search: 'Name, e-mail or ID', wanted: 'worker-00042' },
    { at: '/attachment/index', search: 'Filter by name', wanted: 'file-00042.txt' },
    { at: '/team/index', search: 'Filter teams', wanted: 'team-00042' },
  ]) {
    await page.goto(`${site.server.url}${at}`)
    await eventually(() => shown.textContent(), /^1–20 of 10,0/)
    expect(await page.locator('tbody tr').count()).toBe(20)
    const newest = await first()
    await page.getByRole('button', { name: 'Next page' }).click()
    await eventually(() => shown.textContent(), /^21–40 of 10,0/)
    expect(currentPath(page)).toContain('page=2')
    await eventually(async () => (await first()) === newest, false)
    await page.getByRole('button', { name: 'Previous page' }).click()
    await eventually(first, newest)
    await page.getByRole('searchbox', { name: search }).fill(wanted)
    await eventually(() => page.locator('tbody tr').count(), 1)
    await expectVisible(page.getByRole('row').filter({ hasText: wanted }))
    expect(currentPath(page)).not.toContain('page=')
  }
})
