import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  addCatalog,
  addItem,
  addPage,
  expectVisible,
  newSite,
  type OpenOptions,
  open,
  type Site,
} from './support/browser.ts'
import { axeViolations, type Screen, testScreens } from './support/screens.ts'

let site: Site
let create: number
/** A sign-in link for a user. */
let link: string

beforeAll(async () => {
  site = await newSite({}, { site_name: 'Team papers', register_open: true })
  const { admin } = site
  const ben = await site.newAccount('ben')
  await ben.client.user.updateInfo({ name: 'Benjamin of the very long and dignified family name' })
  link = ben.token
  await admin.adminSetting.saveConfig({ beian: '京ICP备12345678号' })
  const orders = await addItem(admin, { item_name: 'Orders API', item_domain: 'orders', item_description: 'All of it' })
  const users = await addCatalog(admin, orders, 'Users')
  create = await addPage(
    admin,
    orders,
    'Create a user',
    '## Errors\n\nThe zebra, and 斑马.\n\n```\nzebra()\n```',
    users,
  )
  await addPage(
    admin,
    orders,
    'A zebra with a name that is much longer than one line of the palette could ever be',
    'x',
  )
  await addItem(admin, { item_name: 'Zebra house', password: 'come in', item_domain: 'zebra' })
})

const signedIn = (): OpenOptions => ({ token: site.token })
const heading = (page: Page) => expectVisible(page.getByRole('heading', { level: 1 }).first())
const continues = (page: Page) => expectVisible(page.getByRole('button', { name: /^Continue as|继续$/ }))
const palette = (words: string) => async (page: Page) => {
  await heading(page)
  await page.keyboard.press('Control+k')
  await expectVisible(page.getByRole('combobox').first())
  await page.keyboard.type(words)
}

const screens: Screen[] = [
  {
    name: 'palette',
    at: '/orders',
    options: signedIn,
    reach: async (page) => {
      await palette('zebra')(page)
      await expectVisible(page.locator('[role=option] mark').first())
    },
  },
  {
    name: 'palette-nothing',
    at: '/orders',
    options: signedIn,
    reach: async (page) => {
      await palette('nothing of the kind')(page)
      await expectVisible(page.getByRole('option', { name: /Create page/ }))
    },
  },
  {
    name: 'search',
    at: '/search?q=zebra',
    options: signedIn,
    reach: (page) => expectVisible(page.getByRole('heading', { level: 2, name: 'Orders API' })),
  },
  {
    name: 'search-none',
    at: '/search?q=nobody&type=2&by=mo',
    options: signedIn,
    reach: (page) => expectVisible(page.getByRole('button', { name: 'Clear filters' })),
  },
  { name: 'search-visitor', at: '/search', reach: heading },
  {
    name: 'hits',
    at: '/orders/PAGE?hit=zebra%20斑马',
    options: signedIn,
    reach: (page) => expectVisible(page.getByRole('group', { name: 'Search matches' })),
  },
  {
    name: 'landing',
    at: '/',
    reach: async (page) => {
      await heading(page)
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    },
  },
  { name: 'guide', at: '/help/open-api', reach: heading },
  { name: 'prices', at: '/prices', options: signedIn, reach: heading },
  { name: 'orders', at: '/order/index', reach: heading },
  { name: 'register-invited', at: '/user/register?inviteCode=seven', reach: heading },
  { name: 'account-question', at: '/user/loginByUserToken?user_token=LINK', options: signedIn, reach: continues },
  { name: 'account-link-refused', at: '/user/loginByUserToken?user_token=wrong', options: signedIn, reach: continues },
  { name: 'user-centre-profile', at: '/user/setting', options: signedIn, reach: heading },
  { name: 'user-centre-preferences', at: '/user/setting?tab=preferences', options: signedIn, reach: heading },
  {
    name: 'about',
    at: '/help',
    options: signedIn,
    reach: async (page) => {
      await page.getByRole('button', { name: /^Account menu for/ }).click()
      await page.getByRole('menuitem', { name: 'About' }).click()
      await expectVisible(page.getByRole('dialog'))
    },
  },
  {
    name: 'shortcuts',
    at: '/orders',
    options: signedIn,
    reach: async (page) => {
      await heading(page)
      await page.keyboard.press('?')
      await expectVisible(page.getByRole('dialog'))
    },
  },
]

testScreens(screens, () => ({
  server: site.server,
  addressOf: (at) => at.replace('PAGE', String(create)).replace('LINK', link),
}))

test('the menus of the bar follow the rules, for users and for visitors', async () => {
  const page = await open(site.server, { at: `/orders/${create}`, token: site.token })
  await heading(page)
  await page.getByRole('button', { name: 'Switch project' }).click()
  await expectVisible(page.getByRole('menu'))
  expect(await axeViolations(page)).toEqual([])
  const visitor = await open(site.server, { at: `/orders/${create}`, width: 390 })
  await heading(visitor)
  await visitor.getByRole('button', { name: 'Theme, language and more' }).click()
  await expectVisible(visitor.getByRole('menu'))
  expect(await axeViolations(visitor)).toEqual([])
})
