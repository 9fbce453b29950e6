import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { addItem, addPage, expectVisible, newSite, type OpenOptions, type Site } from './support/browser.ts'
import { type Screen, testScreens } from './support/screens.ts'

let site: Site
/** A site whose address is set at start. */
let fixed: Site

/** A month with more changes on some days than on others. */
function writeChanges(item_id: number): void {
  const database = new Database(join(site.server.data, 'docstead.db'))
  const line = database.prepare(`INSERT INTO item_change_log
    (item_id, uid, op_action_type, op_object_type, op_object_id, op_object_name, optime)
    VALUES (?, 1, 'update', 'page', 1, 'P', ?)`)
  const now = Math.floor(Date.now() / 1000)
  for (let day = 0; day < 30; day++) {
    for (let at = 0; at < (day * 7) % 19; at++) line.run(item_id, now - day * 86_400)
  }
  database.close()
}

beforeAll(async () => {
  site = await newSite()
  fixed = await newSite({ args: ['--captcha', 'off', '--site-url', 'https://docs.example.com'] })
  const { admin } = site
  const mei = await site.newAccount('mei')
  for (let at = 0; at < 24; at++) {
    const name = at === 0 ? `A person with a name ${'that goes on '.repeat(12)}` : `人物 ${at}`
    await admin.adminUser.addUser({
      username: `person${at}`,
      name,
      password: `person ${at} and mountains`,
      groupid: at === 3 ? '1' : '2',
      is_disabled: at === 5,
    })
  }
  const busy = await addItem(mei.client, { item_name: 'Busy', item_description: 'x' })
  await addPage(mei.client, busy, 'A page', 'text '.repeat(5000))
  writeChanges(busy)
  await addItem(mei.client, { item_name: 'مرحبا <b>name</b> و السلام', item_description: 'x' })
  await addItem(mei.client, { item_name: `A long name ${'of an item '.repeat(16)}`, item_domain: 'longname' })
  await addItem(admin, { item_name: '私密项目', password: 'come in', item_type: 4 })
  const deleted = await addItem(admin, { item_name: 'Thrown away' })
  await admin.adminItem.deleteItem({ item_id: deleted })
  for (const name of ['notes.txt', `a-file-with-${'a-long-name-'.repeat(12)}.csv`])
    await mei.client.attachment.attachmentUpload({ file: new File(['text'], name) })
  // in the future: a new announcement would pop up over the screens
  await admin.adminMessage.addAnnouncement({
    message_content: '<h3>Maintenance</h3>On <strong>Sunday</strong>\n<ul><li>one</li></ul>',
    send_at: '4000000000',
  })
})

const signedIn = (): OpenOptions => ({ token: site.token })
const at = (query: string) => `/admin/index?${query}`
const row = async (page: Page) => expectVisible(page.locator('tbody tr').first())
const openMenu = async (page: Page, entry: number) => {
  await row(page)
  await page.locator('tbody tr').first().locator('td:last-child button').click()
  await page.getByRole('menuitem').nth(entry).click()
  await expectVisible(page.getByRole('dialog').or(page.getByRole('alertdialog')))
}

const screens: Screen[] = [
  {
    name: 'admin-overview',
    at: at(''),
    options: signedIn,
    reach: async (page) => {
      await expectVisible(page.getByRole('link', { name: 'All checks' }))
      await expectVisible(page.getByText(/changes, peak/))
    },
  },
  {
    name: 'admin-overview-quiet',
    at: at(''),
    server: () => fixed.server,
    options: () => ({ token: fixed.token }),
    reach: (page) => expectVisible(page.getByText('No changes in the last 30 days.')),
  },
  {
    name: 'admin-settings-fixed',
    at: at('section=settings'),
    server: () => fixed.server,
    options: () => ({ token: fixed.token }),
    reach: (page) => expectVisible(page.getByText('From the command line')),
  },
  { name: 'admin-users', at: at('section=users'), options: signedIn, reach: row },
  { name: 'admin-user-edit', at: at('section=users'), options: signedIn, reach: (page) => openMenu(page, 0) },
  {
    name: 'admin-user-delete',
    at: at('section=users&q=mei'),
    options: signedIn,
    reach: async (page) => {
      await openMenu(page, 4)
      await expectVisible(page.getByRole('dialog').getByRole('list').first())
    },
  },
  { name: 'admin-items', at: at('section=items'), options: signedIn, reach: row },
  { name: 'admin-items-deleted', at: at('section=items&view=deleted'), options: signedIn, reach: row },
  { name: 'admin-files', at: at('section=files'), options: signedIn, reach: row },
  {
    name: 'admin-files-ticked',
    at: at('section=files&view=unused'),
    options: signedIn,
    reach: async (page) => {
      await row(page)
      await page.getByRole('checkbox').nth(1).check()
    },
  },
  {
    name: 'admin-settings-changed',
    at: at('section=settings&topic=access'),
    options: signedIn,
    reach: async (page) => {
      await page.getByRole('textbox', { name: 'Session length in days' }).fill('900')
      await page.keyboard.press('Control+s')
      await expectVisible(page.getByRole('alert'))
    },
  },
  {
    name: 'admin-oauth2',
    at: at('section=sign-in&way=oauth2'),
    options: signedIn,
    reach: (page) => expectVisible(page.getByRole('button', { name: 'Keycloak', exact: true })),
  },
  {
    name: 'admin-provider',
    at: at('section=sign-in&way=oauth2'),
    options: signedIn,
    reach: async (page) => {
      await page.getByRole('button', { name: 'GitLab', exact: true }).click()
      await expectVisible(page.getByRole('heading', { name: 'GitLab', level: 2 }))
    },
  },
  {
    name: 'admin-key',
    at: at('section=sign-in&way=key'),
    options: signedIn,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Show the key' }).click()
      await expectVisible(page.getByRole('textbox', { name: 'Login key' }))
    },
  },
  {
    name: 'admin-announcements',
    at: at('section=announcements'),
    options: signedIn,
    reach: (page) => expectVisible(page.getByText('Maintenance')),
  },
  {
    name: 'admin-announce',
    at: at('section=announcements'),
    options: signedIn,
    reach: async (page) => {
      await page.getByRole('button', { name: 'New announcement' }).click()
      await page.getByRole('dialog').getByRole('textbox').fill('<h3>Title</h3>\nText\nand more')
    },
  },
  {
    name: 'admin-health',
    at: at('section=health'),
    options: signedIn,
    reach: (page) => expectVisible(page.getByText('Events arrive as they are sent.')),
  },
  { name: 'admin-audit', at: at('section=audit'), options: signedIn, reach: row },
  {
    name: 'admin-about',
    at: at('section=about'),
    options: signedIn,
    reach: async (page) => {
      await expectVisible(page.getByText(/Up to date/))
      await row(page)
    },
  },
]

testScreens(screens, () => ({ server: site.server }))
