import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { addCatalog, addItem, addPage, expectVisible, newSite, type OpenOptions, type Site } from './support/browser.ts'
import { administrator } from './support/executable.ts'
import { type Screen, testScreens } from './support/screens.ts'

let site: Site
let orders: number
let archived: number
let reader: string

beforeAll(async () => {
  site = await newSite({}, { site_name: 'Team papers' })
  const { admin } = site
  orders = await addItem(admin, {
    item_name: 'Orders API',
    item_domain: 'orders',
    item_description: 'Placing, paying and tracking orders',
  })
  const users = await addCatalog(admin, orders, 'Users')
  await addPage(admin, orders, 'Create a user', 'The token of the caller.', users)
  const old = await addCatalog(admin, orders, 'Old calls')
  await addPage(admin, orders, 'Deprecated', '# Deprecated\n\nUse the new one.', old)
  await admin.catalog.delete({ cat_id: old })
  const rules = await addItem(admin, { item_name: 'House rules', item_type: 2, password: 'come in' })
  await addItem(admin, { item_name: '价格表', item_type: 4 })
  archived = await addItem(admin, { item_name: 'Old project', item_description: 'Of 2019' })
  await admin.item.archive({ item_id: archived, password: administrator.password })
  await addItem(admin, { item_name: `مشروع ${'a name that goes on and on '.repeat(7)}`.trim(), item_type: 3 })
  await admin.item.star({ item_id: orders })
  await admin.itemGroup.save({ id: 0, group_name: 'Backend', item_ids: `${orders},${rules}` })
  await admin.itemGroup.save({ id: 0, group_name: '空的分组' })
  reader = (await site.newAccount('reader')).token
})

const signedIn = (): OpenOptions => ({ token: site.token })
const asReader = (): OpenOptions => ({ token: reader })

/** Opens a dialog from the menu of the first item that offers it. */
const fromCard = (entry: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Menu of Orders API' }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
  await expectVisible(page.getByRole('dialog').or(page.getByRole('alertdialog')))
}

const fromNew = (entry: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'New project' }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
  await expectVisible(page.getByRole('dialog'))
}

const inTab = (page: Page) => expectVisible(page.getByRole('tabpanel').first())
const all = '/item/index?group=all'

const screens: Screen[] = [
  {
    name: 'items-groups',
    at: all,
    options: signedIn,
    reach: (page) => expectVisible(page.getByRole('article').first()),
  },
  {
    name: 'items-rows',
    at: all,
    options: signedIn,
    reach: (page) => page.getByRole('button', { name: 'List' }).click(),
  },
  {
    name: 'items-search',
    at: `${all}&q=user`,
    options: signedIn,
    reach: (page) => expectVisible(page.getByRole('link', { name: 'Create a user' })),
  },
  {
    name: 'items-search-none',
    at: `${all}&q=nothing+like+it`,
    options: signedIn,
    reach: (page) => expectVisible(page.getByText('No results for “nothing like it”.')),
  },
  {
    name: 'items-archived',
    at: '/item/index?group=archived',
    options: signedIn,
    reach: (page) => expectVisible(page.getByRole('article')),
  },
  {
    name: 'items-no-stars',
    at: '/item/index?group=starred',
    options: signedIn,
    reach: async (page) => {
      await page.route('**/api/item/unstar', (route) => route.fulfill({ json: { error_code: 0, data: [] } }))
      await page.getByRole('button', { name: 'Star Orders API' }).click()
      await expectVisible(page.getByText(/^No starred projects/))
    },
  },
  {
    name: 'items-menu',
    at: all,
    options: signedIn,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Menu of Orders API' }).click()
      await expectVisible(page.getByRole('menu'))
    },
  },
  {
    name: 'items-failed',
    at: '/user/setting',
    options: () => ({ ...signedIn(), expects: /Failed to load resource/ }),
    reach: async (page) => {
      await page.route('**/api/**', (route) => route.abort())
      await page.getByRole('link', { name: 'Team papers, all projects' }).click()
      await expectVisible(page.getByText('The projects could not be loaded.'))
    },
  },
  { name: 'item-groups-dialog', at: all, options: signedIn, reach: (page) => openGroups(page) },
  {
    name: 'item-groups-picker',
    at: '/item/group/index',
    options: signedIn,
    reach: (page) => page.getByRole('button', { name: 'Choose projects for “Backend”' }).click(),
  },
  {
    name: 'item-groups-none',
    at: '/item/group/index',
    options: asReader,
    reach: (page) => expectVisible(page.getByText('No groups yet.')),
  },
  { name: 'item-copy', at: all, options: signedIn, reach: fromCard('Duplicate project') },
  {
    name: 'item-transfer',
    at: all,
    options: signedIn,
    reach: async (page) => {
      await fromCard('Transfer')(page)
      await page.getByRole('button', { name: 'Transfer project' }).click()
    },
  },
  { name: 'item-archive', at: all, options: signedIn, reach: fromCard('Archive') },
  {
    name: 'item-open-api',
    at: all,
    options: signedIn,
    reach: async (page) => {
      await fromCard('Open API')(page)
      await expectVisible(page.getByRole('tabpanel').first())
    },
  },
  {
    name: 'item-recycle',
    at: all,
    options: signedIn,
    reach: async (page) => {
      await fromCard('Recycle bin')(page)
      await page.getByRole('checkbox', { name: /Deprecated/ }).check()
    },
  },
  { name: 'item-from-description', at: all, options: signedIn, reach: fromNew('Import an API description') },
  { name: 'item-copy-choice', at: all, options: signedIn, reach: fromNew('Duplicate a project') },
  { name: 'item-setting-base', at: '/item/setting/ORDERS', options: signedIn, reach: inTab },
  { name: 'item-setting-api', at: '/item/setting/ORDERS?tab=openApi', options: signedIn, reach: inTab },
  {
    name: 'item-setting-recycle',
    at: '/item/setting/ORDERS?tab=recycle',
    options: signedIn,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Deprecated', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
      await expectVisible(page.getByRole('dialog', { name: 'Restore “Deprecated”?' }))
    },
  },
  { name: 'item-setting-danger', at: '/item/setting/ORDERS?tab=danger', options: signedIn, reach: inTab },
  { name: 'item-setting-archived', at: '/item/setting/ARCHIVED', options: signedIn, reach: inTab },
  {
    name: 'item-setting-no-right',
    at: '/item/setting/ORDERS',
    options: asReader,
    reach: (page) => expectVisible(page.getByText('Only managers of a project can see its settings.')),
  },
]

async function openGroups(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit groups' }).click()
  await expectVisible(page.getByRole('dialog').getByText('Backend', { exact: true }))
}

testScreens(screens, () => ({
  server: site.server,
  addressOf: (at) => at.replace('ORDERS', String(orders)).replace('ARCHIVED', String(archived)),
}))
