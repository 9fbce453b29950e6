import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  addCatalog,
  addItem,
  addPage,
  currentPath,
  eventually,
  expectHidden,
  expectVisible,
  newSite,
  open,
  type Site,
  settle,
} from './support/browser.ts'

let site: Site
let orders: number
let create: number

const text = `Creates a user.

## Request

Nothing of note.

## Errors

The zebra is refused. So is a second zebra.
`

beforeAll(async () => {
  site = await newSite({}, { site_name: 'Team papers', register_open: true })
  const { admin } = site
  orders = await addItem(admin, { item_name: 'Orders API', item_domain: 'orders', item_description: 'For all' })
  const users = await addCatalog(admin, orders, 'Users')
  await addPage(admin, orders, 'Getting started', 'Hello.')
  create = await addPage(admin, orders, 'Create a user', text, users)
  const secret = await addItem(admin, { item_name: 'Payroll', item_domain: 'payroll', password: 'come in' })
  await addPage(admin, secret, 'Salaries', 'The zebra earns most.')
  // pages are indexed a moment after they are saved; a search also reads those that are not indexed yet
  expect((await admin.search.query({ keyword: 'zebra' })).list).toHaveLength(2)
})

const box = (page: Page) => page.getByRole('combobox', { name: 'Search or jump to…' })
const options = (page: Page) => page.getByRole('listbox').getByRole('option')

async function search(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expectVisible(box(page))
  await page.keyboard.type(words)
}

describe('the palette', () => {
  test('finds a word in a text, goes to its heading, and marks it until Esc is pressed', async () => {
    const page = await open(site.server, { at: '/orders', token: site.token })
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Getting started' }))
    await search(page, 'zebra')
    const hit = options(page).filter({ hasText: 'Create a user' })
    await expectVisible(hit)
    await expectVisible(hit.locator('mark').filter({ hasText: 'zebra' }).first())
    expect(await options(page).filter({ hasText: 'Salaries' }).count()).toBe(0) // this item alone
    await eventually(() => page.getByRole('status').filter({ hasText: '1 result' }).count(), 1)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/orders/${create}?hit=zebra#errors`)
    const bar = page.getByRole('group', { name: 'Search matches' })
    await expectVisible(bar.getByText('1 of 2'))
    await bar.getByRole('button', { name: 'Next match' }).click()
    await expectVisible(bar.getByText('2 of 2'))
    await bar.getByRole('button', { name: 'Next match' }).click()
    await expectVisible(bar.getByText('1 of 2'))
    // closing what is open over the page keeps the marks
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await expectVisible(page.getByRole('dialog', { name: /^Share/ }))
    await settle(page)
    await expectVisible(page.getByText('1 of 2', { exact: true }))
    await page.keyboard.press('Escape')
    await expectHidden(page.getByRole('dialog'))
    await page.locator('body').press('Escape')
    await expectHidden(bar)
    await eventually(() => currentPath(page), `/orders/${create}#errors`)
  })

  test('goes to the heading of the page, from a page and from another screen', async () => {
    const page = await open(site.server, { at: '/orders', token: site.token })
    const focused = (name: string) =>
      expectVisible(page.getByRole('heading', { level: 1, name }).and(page.locator(':focus')))
    const go = async (words: string, name: string) => {
      await search(page, words)
      await expectVisible(options(page).filter({ hasText: name }))
      await page.keyboard.press('Enter')
      await expectHidden(box(page))
      await focused(name)
      await settle(page)
      await focused(name)
    }
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Getting started' }))
    await go('zebra', 'Create a user')
    await go('Getting', 'Getting started')
    const account = page.getByRole('button', { name: /^Account menu/ })
    await account.focus()
    await go('zebra', 'Create a user')
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Projects' }))
    await account.focus()
    await go('earns', 'Salaries')
  })
})

describe('arriving', () => {
  test('reports a script that an update has removed and offers to load the new version', async () => {
    const page = await open(site.server, {
      at: `/orders/${create}`,
      token: site.token,
      expects: /^404: .*opened-item-menu|Failed to (load resource|fetch dynamically)/,
    })
    await page.route('**/assets/opened-item-menu-*', (route) => route.fulfill({ status: 404 }))
    await page.getByRole('button', { name: 'Project menu' }).click()
    await expectVisible(page.getByText('The app was updated, or the connection was lost. Reload to continue.'))
    await page.unroute('**/assets/opened-item-menu-*')
    await page.getByRole('button', { name: 'Reload' }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Create a user' }))
    await page.getByRole('button', { name: 'Project menu' }).click()
    await expectVisible(page.getByRole('menuitem', { name: 'Copy link' }))
  })

  test('a screen whose script cannot be loaded without the server is shown once the server is back', async () => {
    const page = await open(site.server, {
      at: '/item/index',
      token: site.token,
      expects: /Failed to (load resource|fetch dynamically)/,
    })
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Projects' }))
    await settle(page)
    await page.route('**/*', (route) => route.abort())
    await page.getByRole('link', { name: 'Teams' }).click()
    await expectVisible(page.getByRole('heading', { name: 'The server isn’t responding' }))
    await page.getByRole('button', { name: 'Try again' }).click()
    await settle(page)
    await expectVisible(page.getByRole('heading', { name: 'The server isn’t responding' }))
    await page.unroute('**/*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Teams' }))
  })

  test('a style sheet that is lost once is requested again; while it cannot be loaded, the screen offers to try again', async () => {
    const page = await open(site.server, {
      token: site.token,
      at: '/orders',
      expects: /Failed to load resource|^console: ApiError/,
    })
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Getting started' }))
    const sheet = '**/assets/rest-*.css'
    let left = 2
    await page.route(sheet, (route) => (left-- > 0 ? route.abort() : route.continue()))
    /** Whether the rules of the second sheet apply. */
    const isStyled = () =>
      page.evaluate(() =>
        [...document.styleSheets].some((one) => {
          try {
            return /\/rest-/.test(one.href ?? '') && one.cssRules.length > 0
          } catch {
            return false // what remains of a request without an answer
          }
        }),
      )
    await page.goto(`${site.server.url}/item/index`) // one failure is the link of the page itself
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Projects' }))
    expect([left, await isStyled()]).toEqual([-1, true])

    left = Number.POSITIVE_INFINITY
    await page.reload()
    await expectVisible(page.getByRole('heading', { name: 'The server isn’t responding' }))
    await expectHidden(page.getByRole('heading', { level: 1, name: 'Projects' }))
    await expectHidden(page.getByRole('link', { name: 'Teams' }))
    left = 0
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Projects' }))
    await expectVisible(page.getByRole('link', { name: 'Teams' }))
    expect(await isStyled()).toBe(true)
    await page.unroute(sheet)
  })

  test('fills the form with the invite code of the address', async () => {
    const page = await open(site.server, { at: '/user/register?inviteCode=seven' })
    await eventually(() => page.getByRole('textbox', { name: 'Invite code' }).inputValue(), 'seven')
    await page.goto(`${site.server.url}/user/register`)
    await expectVisible(page.getByRole('textbox', { name: 'Username' }))
    expect(await page.getByRole('textbox', { name: 'Invite code' }).count()).toBe(0)
  })

  test('returns to the item after signing in or registering from it', async () => {
    const page = await open(site.server, { at: `/orders/${create}` })
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Create a user' }))
    await search(page, 'sign in')
    await page.getByRole('option', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Register' }).click()
    await page.getByRole('textbox', { name: 'Username' }).fill('newcomer')
    await page.getByLabel('Password', { exact: true }).fill('newcomer and seven mountains')
    await page.getByLabel('Confirm password').fill('newcomer and seven mountains')
    await page.getByRole('button', { name: 'Create account' }).click()
    await eventually(() => currentPath(page), `/orders/${create}`)
    await expectVisible(page.getByRole('button', { name: 'Account' }))
  })

  test('starts with the landing page, the sign-in page or an item, depending on the site settings', async () => {
    const save = (input: Parameters<typeof site.admin.adminSetting.saveConfig>[0]) =>
      site.admin.adminSetting.saveConfig(input)
    await save({ home_page: '1', beian: 'ICP 12345' })
    const page = await open(site.server)
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Documentation your team keeps up to date' }))
    await expectVisible(page.getByText('ICP 12345'))
    await eventually(
      () =>
        page
          .getByRole('img', { name: /A project open for reading/ })
          .evaluate((one: HTMLImageElement) => one.naturalWidth),
      1920,
    )
    await save({ home_page: '2' })
    await page.goto(`${site.server.url}/`)
    await page.waitForURL('**/user/login')
    await save({ home_page: '3', home_item: String(orders) })
    await page.goto(`${site.server.url}/`)
    await page.waitForURL(`**/${orders}*`)
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Getting started' }))
    await save({ home_page: '1', beian: '' })
  })
})

describe('help and the bar', () => {
  test('opens and searches the guide and marks the matches', async () => {
    const page = await open(site.server, { at: '/help' })
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Getting started' }))
    await page.getByRole('searchbox', { name: 'Search the guide' }).fill('recycle bin')
    await page.getByRole('link', { name: /^The recycle bin/ }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'History and undoing' }))
    await eventually(() => currentPath(page), '/help/history?hit=recycle%20bin#the-recycle-bin')
    await expectVisible(page.getByRole('group', { name: 'Search matches' }))
    await page.getByRole('link', { name: 'Attachments' }).last().click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Attachments' }))
  })

  test('marks the current endpoint in the outline of the reference', async () => {
    const page = await open(site.server, { at: '/help/api' })
    const outline = page.getByRole('navigation', { name: 'On this page' })
    await outline.getByRole('link', { name: 'page/save', exact: true }).click()
    await eventually(() => outline.locator('[aria-current]').textContent(), 'page/save')
  })

  test('links the parts of the product in the bar, or in the account menu on narrow screens', async () => {
    const page = await open(site.server, { at: '/orders', token: site.token })
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Getting started' }))
    await page.getByRole('button', { name: 'Switch project' }).click()
    await expectVisible(page.getByRole('menuitem', { name: 'Orders API' }))
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 800, height: 800 })
    await expectHidden(page.getByRole('link', { name: 'Teams', exact: true }))
    await page.getByRole('button', { name: /^Account menu for/ }).click()
    await expectVisible(page.getByRole('menuitem', { name: 'Teams' }))
    await page.getByRole('menuitem', { name: 'About' }).click()
    await expectVisible(page.getByRole('dialog', { name: 'About this product' }).getByText('Apache-2.0'))
    await page.keyboard.press('Escape')
  })
})
