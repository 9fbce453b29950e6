import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import {
  addCatalog,
  addItem,
  addPage,
  expectVisible,
  newSite,
  type OpenOptions,
  type Site,
  takeLockOver,
} from './support/browser.ts'
import { type Screen, testScreens } from './support/screens.ts'

let site: Site
/** A member of the administrator's items and teams. */
let mei: string
/** Ids by the names that stand for them in the addresses. */
const ids: Record<string, string> = {}

beforeAll(async () => {
  site = await newSite({}, { site_name: 'Team papers' })
  const { admin } = site
  const member = await site.newAccount('mei')
  mei = member.token
  const item_id = await addItem(admin, { item_name: 'Orders API', item_domain: 'orders' })
  const users = await addCatalog(admin, item_id, 'Users')
  ids['PAGE'] = String(await addPage(admin, item_id, 'Create an order', 'Text of the page.', users))
  ids['FORM'] = String(await addPage(admin, item_id, 'Call', JSON.stringify({ info: { url: '/v1', method: 'post' } })))
  await admin.member.save({ item_id, username: 'mei', member_group_id: 1 })
  const team = (await admin.team.save({ team_name: 'Backend' })).id
  await admin.teamMember.save({ team_id: team, member_username: 'mei' })
  await admin.teamItem.save({ team_id: team, item_id: String(item_id), member_group_id: 0 })
  ids['TEAM'] = String(team)
  await member.client.attachment.attachmentUpload({ file: new File(['text'], 'notes.txt') })
  // in the future: a new announcement would pop up over the screens
  await admin.adminMessage.addAnnouncement({ message_content: 'Maintenance', send_at: '4000000000' })
})

const asAdmin = (): OpenOptions => ({ token: site.token })
const asMember = (): OpenOptions => ({ token: mei })
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))

/** Opens the dialog of a menu entry. */
const fromMenu = (menu: string | RegExp, entry: string) => async (page: Page) => {
  await page.getByRole('button', { name: menu }).first().click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
  await expectVisible(dialog(page))
}

const fromButton = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await expectVisible(dialog(page))
}

/** Opens an editor tool. The previous window may have left its lock behind. */
const fromEditor = (entry: string) => async (page: Page) => {
  await expectVisible(page.locator('.cm-content'))
  await takeLockOver(page)
  await fromMenu('Insert', entry)(page)
}

const items = '/item/index?group=all'
const consoleAt = (query: string) => `/admin/index?section=${query}`

const screens: Screen[] = [
  { name: 'feedback', at: items, options: asMember, reach: fromMenu(/^Account menu/, 'Send feedback') },
  { name: 'item-params', at: items, options: asAdmin, reach: fromMenu('Menu of Orders API', 'Shared parameters') },
  { name: 'item-leave', at: items, options: asMember, reach: fromMenu('Menu of Orders API', 'Leave project') },
  {
    name: 'page-info',
    at: '/orders/PAGE',
    options: asAdmin,
    reach: fromMenu('More actions for this page', 'Page info'),
  },
  {
    name: 'page-delete',
    at: '/orders/PAGE',
    options: asAdmin,
    reach: fromMenu('More actions for this page', 'Delete'),
  },
  {
    name: 'page-copy',
    at: '/orders/PAGE',
    options: asAdmin,
    reach: fromMenu('More actions for this page', 'Copy page'),
  },
  { name: 'team-rename', at: '/team/member/TEAM', options: asAdmin, reach: fromMenu('Actions', 'Rename') },
  { name: 'team-delete', at: '/team/member/TEAM', options: asAdmin, reach: fromMenu('Actions', 'Delete') },
  { name: 'helper-json-format', at: '/page/edit/orders/PAGE', options: asAdmin, reach: fromEditor('Beautify JSON') },
  { name: 'helper-sql', at: '/page/edit/orders/PAGE', options: asAdmin, reach: fromEditor('SQL to table') },
  { name: 'helper-comments', at: '/page/edit/orders/PAGE', options: asAdmin, reach: fromEditor('From code comments') },
  { name: 'api-bulk', at: '/page/edit/orders/FORM', options: asAdmin, reach: fromButton('Edit as text') },
  { name: 'api-import', at: '/page/edit/orders/FORM', options: asAdmin, reach: fromButton('Import') },
  {
    name: 'admin-item-transfer',
    at: consoleAt('items'),
    options: asAdmin,
    reach: fromMenu('Actions for Orders API', 'Transfer'),
  },
  {
    name: 'admin-item-delete',
    at: consoleAt('items'),
    options: asAdmin,
    reach: fromMenu('Actions for Orders API', 'Delete'),
  },
  { name: 'admin-user-add', at: consoleAt('users'), options: asAdmin, reach: fromButton('Add user') },
  {
    name: 'admin-user-disable',
    at: consoleAt('users'),
    options: asAdmin,
    reach: fromMenu('Actions for mei', 'Disable'),
  },
  { name: 'admin-clean-up', at: consoleAt('files&view=unused'), options: asAdmin, reach: fromButton(/^Delete all/) },
  {
    name: 'admin-key-reset',
    at: consoleAt('sign-in&way=key'),
    options: asAdmin,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Show the key' }).click()
      await fromButton('Reset the key')(page)
    },
  },
  { name: 'admin-take-back', at: consoleAt('announcements'), options: asAdmin, reach: fromButton('Withdraw') },
]

const addressOf = (at: string) => at.replace(/[A-Z]{4,}/g, (word) => ids[word] ?? word)
testScreens(screens, () => ({ server: site.server, addressOf }))
