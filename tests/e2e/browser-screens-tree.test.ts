import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import {
  addCatalog,
  addItem,
  addPage,
  expectHidden,
  expectVisible,
  newSite,
  type OpenOptions,
  type Site,
} from './support/browser.ts'
import { administrator } from './support/executable.ts'
import { type Screen, testScreens } from './support/screens.ts'

let site: Site
let item_id: number
let archived: number

beforeAll(async () => {
  site = await newSite()
  const { admin } = site
  item_id = await addItem(admin, { item_name: 'Orders API', item_domain: 'orders' })
  const users = await addCatalog(admin, item_id, 'Users')
  const inner = await addCatalog(admin, item_id, '内部接口', users)
  await addCatalog(admin, item_id, `${'A catalog with a very long name '.repeat(6)}end`.slice(0, 200), inner)
  await addCatalog(admin, item_id, 'مدفوعات')
  await addPage(admin, item_id, 'Start')
  for (const title of ['Create a user', '查询用户列表', 'W'.repeat(200)])
    await addPage(admin, item_id, title, '', users)
  archived = await addItem(admin, { item_name: 'Old one' })
  await admin.item.archive({ item_id: archived, password: administrator.password })
})

const signedIn = (): OpenOptions => ({ token: site.token })

/** The tree is in a drawer on a phone; the screens here are opened at desktop width. */
const catalogMenu = async (page: Page, entry?: string) => {
  const users = page.getByRole('treeitem', { name: 'Users', exact: true })
  await page.keyboard.press('Escape')
  await expectHidden(page.getByRole('menu'))
  // on a phone the tree is in a drawer
  const drawer = page.getByRole('button', { name: /^(?:Show the page tree|显示目录树)$/ })
  if ((await drawer.isVisible()) && !(await users.isVisible())) await drawer.click()
  await expectVisible(users)
  await users.press('Shift+F10')
  if (entry) await page.getByRole('menuitem', { name: entry, exact: true }).click()
  else await expectVisible(page.getByRole('menuitem', { name: /^(?:Rename|重命名)/ }))
}

const screens: Screen[] = [
  {
    name: 'tree-menu',
    at: '/orders',
    options: signedIn,
    reach: (page) => catalogMenu(page),
    again: (page) => catalogMenu(page),
  },
  {
    name: 'tree-carry',
    at: '/orders',
    options: signedIn,
    async reach(page) {
      await catalogMenu(page, 'Copy')
      await expectVisible(page.getByRole('dialog').getByText('3 pages will be in Orders API'))
    },
  },
  {
    name: 'tree-sort',
    at: '/orders',
    options: signedIn,
    async reach(page) {
      await catalogMenu(page, 'Sort pages')
      await expectVisible(page.getByRole('dialog').getByText('Create a user', { exact: true }))
    },
  },
  {
    name: 'tree-delete',
    at: '/orders',
    options: signedIn,
    async reach(page) {
      await catalogMenu(page, 'Delete')
      await expectVisible(page.getByRole('alertdialog'))
    },
  },
  {
    name: 'catalogs',
    at: '/catalog/ITEM',
    options: signedIn,
    reach: (page) => page.getByRole('treeitem', { name: '内部接口' }).click(),
  },
  {
    name: 'catalogs-none',
    at: '/catalog/EMPTY',
    options: signedIn,
    reach: (page) => expectVisible(page.getByText('This project is archived and read-only.')),
  },
]

testScreens(screens, () => ({
  server: site.server,
  addressOf: (at) => at.replace('ITEM', String(item_id)).replace('EMPTY', String(archived)),
}))
