import type { Page, Route } from 'playwright-core'
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
/** A member of the private item, and a user who is a member of nothing. */
let mo: Awaited<ReturnType<Site['newAccount']>>
let jo: Awaited<ReturnType<Site['newAccount']>>

const text = `Creates a user.

## Request

Nothing of note.

## Errors

The zebra is refused. So is a second zebra.
`

beforeAll(async () => {
  site = await newSite({}, { site_name: 'Team papers', register_open: true })
  const { admin } = site
  ;[mo, jo] = await Promise.all([site.newAccount('mo'), site.newAccount('jo')])
  orders = await addItem(admin, { item_name: 'Orders API', item_domain: 'orders', item_description: 'For all' })
  const users = await addCatalog(admin, orders, 'Users')
  await addPage(admin, orders, 'Getting started', 'Hello.')
  create = await addPage(admin, orders, 'Create a user', text, users)
  const secret = await addItem(admin, { item_name: 'Payroll', item_domain: 'payroll', password: 'come in' })
  await addPage(admin, secret, 'Salaries', 'The zebra earns most.')
  await admin.member.save({ item_id: secret, username: 'mo', member_group_id: 1, cat_id: 0 })
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

  test('searches everywhere without the item filter and offers to create what does not exist', async () => {
    const page = await open(site.server, { at: '/orders', token: site.token })
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Getting started' }))
    await search(page, '')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('zebra')
    await expectVisible(options(page).filter({ hasText: 'Salaries' }))
    await page.keyboard.press('Escape')
    await expectHidden(box(page))

    await search(page, 'Unheard of')
    const create = options(page).filter({ hasText: 'Create page “Unheard of”' })
    await expectVisible(create)
    await expectVisible(options(page).filter({ hasText: 'Search all projects' }))
    await create.click()
    await eventually(() => page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Unheard of')
  })

  test('starts with the recently visited pages, which nobody else sees', async () => {
    const page = await open(site.server, { at: `/orders/${create}`, token: site.token })
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Create a user' }))
    await page.goto(`${site.server.url}/user/setting`)
    await expectVisible(page.getByRole('heading', { level: 1 }))
    await search(page, '')
    await expectVisible(options(page).filter({ hasText: 'Create a user' }).filter({ hasText: 'Orders API' }))
  })
})

describe('search results by permission', () => {
  test('finds the private item for a member, but not for others, and only public items for a visitor', async () => {
    const member = await open(site.server, { at: '/search?q=zebra', token: mo.token })
    await expectVisible(member.getByRole('link', { name: /Salaries/ }))
    expect(await member.getByRole('link', { name: /Create a user/ }).count()).toBe(0) // not one of her items

    const other = await open(site.server, { at: '/search?q=zebra', token: jo.token })
    await expectVisible(other.getByText('No results.'))
    expect(await other.getByText('Salaries').count()).toBe(0)

    const visitor = await open(site.server, { at: '/search?q=zebra' })
    await expectVisible(visitor.getByText('Sign in to search all your projects.'))
    await visitor.goto(`${site.server.url}/orders`)
    await expectVisible(visitor.getByRole('heading', { level: 1 }))
    await search(visitor, 'zebra')
    await expectVisible(options(visitor).filter({ hasText: 'Create a user' }))
    expect(await visitor.getByText('Salaries').count()).toBe(0)
    await visitor.getByText('See all results').click()
    await expectVisible(visitor.getByRole('link', { name: /Create a user/ }))
    const item = visitor.getByLabel('Project', { exact: true })
    await eventually(() => item.locator('option:checked').textContent(), 'Orders API')
  })

  test('opens the page menu for a visitor without asking to sign in', async () => {
    const visitor = await open(site.server, { at: `/orders/${create}` })
    await visitor.getByRole('button', { name: 'More actions for this page' }).click()
    await expectVisible(visitor.getByRole('menuitem', { name: 'Print' }))
    await settle(visitor) // requests that the menu might send
    expect(currentPath(visitor)).toBe(`/orders/${create}`)
    await expectVisible(visitor.getByRole('menuitem', { name: 'Print' }))
  })

  test('keeps search filters in the address and removes them', async () => {
    const page = await open(site.server, { at: '/search?q=zebra', token: site.token })
    await expectVisible(page.getByRole('link', { name: /Salaries/ }))
    await expectVisible(page.getByRole('heading', { level: 2, name: 'Orders API' }))
    await page.getByLabel('Project', { exact: true }).selectOption({ label: 'Orders API' })
    await expectHidden(page.getByRole('link', { name: /Salaries/ }))
    await eventually(() => currentPath(page), `/search?q=zebra&item=${orders}`)
    await page.getByLabel('Last saved by').fill('mo')
    await page.getByLabel('Last saved by').press('Enter')
    await expectVisible(page.getByText('No results.'))
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expectVisible(page.getByRole('link', { name: /Salaries/ }))
    await page.getByRole('link', { name: /Create a user/ }).click()
    await page.waitForURL(`**/orders/${create}?hit=zebra#errors`)
  })
})

test('names who saved a result and who deleted a page or an empty catalog', async () => {
  const { client, token } = await site.newAccount('kim')
  await client.user.updateInfo({ name: 'Kim Lee' })
  const item_id = await addItem(client, { item_name: 'Kims notes', item_domain: 'kims' })
  const page_id = await addPage(client, item_id, 'Okapi', 'An okapi.')
  const page = await open(site.server, { at: '/search?q=okapi', token })
  await expectVisible(page.getByRole('link', { name: /Okapi.*Kim Lee/s }))
  await page.getByLabel('Last saved by').fill('Kim Lee')
  await page.getByLabel('Last saved by').press('Enter')
  await eventually(() => currentPath(page), '/search?q=okapi&by=Kim+Lee')
  await expectVisible(page.getByRole('link', { name: /Okapi.*Kim Lee/s }))
  await client.page.delete({ page_id })
  await client.catalog.delete({ cat_id: await addCatalog(client, item_id, 'Empty') })
  await page.goto(`${site.server.url}/kims/${page_id}`)
  await expectVisible(page.getByText(/^Kim Lee deleted “Okapi”/))
  await page.goto(`${site.server.url}/item/setting/${item_id}?tab=recycle`)
  for (const name of ['Okapi', 'Empty'])
    await expectVisible(page.getByRole('row').filter({ hasText: name }).filter({ hasText: 'Kim Lee' }))
})

describe('arriving', () => {
  test('leads from sign-in to the address that was requested, but only to allowed ones', async () => {
    for (const bad of ['//evil.example', 'https://evil.example/x', '/a b', 'javascript:alert(1)']) {
      const page = await open(site.server, { at: `/user/login?redirect=${encodeURIComponent(bad)}` })
      await expectVisible(page.getByRole('heading', { level: 1, name: 'Unsafe link blocked' }))
      expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0)
      await page.close()
    }
    const page = await open(site.server, { at: `/user/login?redirect=/orders/${create}` })
    await page.getByRole('textbox', { name: 'Username or e-mail' }).fill('mo')
    await page.getByLabel('Password', { exact: true }).fill(mo.password)
    await page.keyboard.press('Enter')
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Create a user' }))
    await page.goto(`${site.server.url}/user/login?redirect=/help`)
    await page.waitForURL('**/help')
  })

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
    await page.goto(`${site.server.url}/help/nothing`)
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Page not found' }))
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL('**/user/login')
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

    const ordinary = await open(site.server, { at: '/item/index', token: jo.token })
    await expectVisible(ordinary.getByRole('link', { name: 'Teams', exact: true }))
    expect(await ordinary.getByRole('link', { name: 'Admin' }).count()).toBe(0)
    await ordinary.keyboard.press('?')
    await expectVisible(ordinary.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('While writing'))
  })

  test('shows at /order/index that nothing is sold here', async () => {
    const page = await open(site.server, { at: '/order/index', token: jo.token })
    await expectVisible(page.getByText('Nothing is sold on this site'))
    await page.getByRole('link', { name: 'Prices and limits' }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Nothing to buy here' }))
    await page.getByRole('link', { name: 'Back to all projects' }).click()
    await page.waitForURL('**/item/index')
  })
})

test('creates an access token with the password, shows it once, signs a program in, and revokes it', async () => {
  const kay = await site.newAccount('kay')
  const page = await open(site.server, { at: '/user/setting?tab=tokens', token: kay.token })
  await expectVisible(page.getByText('No access tokens yet.').or(page.getByText('last used').first()))
  await page.getByRole('textbox', { name: 'Name' }).fill('Build server')
  await page.getByRole('button', { name: 'Create token' }).click()
  await expectVisible(page.getByText('Enter your account password.'))
  await page.getByLabel('Your account password').fill('guessed wrong')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByText('The password is wrong.'))
  await page.getByLabel('Your account password').fill(kay.password)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Your new token' })
  const token = await dialog.getByRole('textbox').inputValue()
  expect(await site.server.client(token).user.info()).toMatchObject({ username: 'kay' })
  await page.keyboard.press('Escape')
  await expectHidden(dialog)
  expect(await page.getByText(token).count()).toBe(0)
  await page.getByRole('button', { name: 'Revoke the token Build server' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expectVisible(page.getByText('Token “Build server” revoked'))
  await expect(site.server.client(token).user.info()).rejects.toMatchObject({ code: 10102 })
})

describe('a session that was ended elsewhere', () => {
  const signIn = async (page: Page, username: string, password: string) => {
    await page.getByRole('textbox', { name: 'Username or e-mail' }).fill(username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
  }

  test('leads to the sign-in page once, and back', async () => {
    const lee = await site.newAccount('lee')
    await lee.client.itemGroup.save({ group_name: 'Papers' })
    const page = await open(site.server, { at: '/item/group/index', token: lee.token })
    await expectVisible(page.getByText('Papers', { exact: true }))
    await settle(page) // a request of the opening screen would end the session before the click
    let paths = 0
    page.on('framenavigated', () => paths++)
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Delete “Papers”' }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Sign in' }))
    await settle(page) // a redirect loop, if there were one
    expect([currentPath(page), paths]).toEqual(['/user/login?redirect=%2Fitem%2Fgroup%2Findex', 1])
    await signIn(page, 'lee', lee.password)
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Groups' }))
  })

  test('is renewed over an open dialog, which keeps what was typed', async () => {
    const max = await site.newAccount('max')
    const page = await open(site.server, { at: '/team/index', token: max.token })
    await page.getByRole('button', { name: 'New team' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New team' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Writers')
    await page.context().clearCookies()
    await page.keyboard.press('Enter')
    const ended = page.getByRole('dialog', { name: 'Your session has ended' })
    await expectVisible(ended)
    await signIn(page, 'max', max.password)
    await expectHidden(ended)
    expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Writers')
    await dialog.getByRole('button', { name: 'Create team' }).click()
    await expectVisible(page.getByText('Team “Writers” created'))
  })

  /** Signs in over the page. */
  const signInOver = async (page: Page, username: string, password: string) => {
    const ended = page.getByRole('dialog', { name: 'Your session has ended' })
    await expectVisible(ended)
    await signIn(page, username, password)
    await expectHidden(ended)
  }

  test('is renewed over a form, which keeps what was typed', async () => {
    const ned = await site.newAccount('ned')
    await ned.client.itemGroup.save({ group_name: 'Papers' })
    const page = await open(site.server, { at: '/item/group/index', token: ned.token })
    const name = page.getByRole('textbox', { name: 'New group name' })
    await name.fill('Letters')
    await page.context().clearCookies()
    await page.keyboard.press('Enter')
    await signInOver(page, 'ned', ned.password)
    await eventually(() => name.inputValue(), 'Letters')
    await name.press('Enter')
    await expectVisible(page.getByText('Letters', { exact: true }))

    await page.getByRole('button', { name: 'Rename “Papers”' }).click()
    const renamed = page.getByRole('textbox', { name: 'Name of “Papers”' })
    await renamed.fill('Old papers')
    await page.context().clearCookies()
    await renamed.press('Enter')
    await signInOver(page, 'ned', ned.password)
    await eventually(() => renamed.inputValue(), 'Old papers')
    await renamed.press('Enter')
    await expectVisible(page.getByText('Old papers', { exact: true }))
    await expectHidden(renamed)

    await page.goto(`${site.server.url}/user/setting`)
    const own = page.getByRole('textbox', { name: 'Name', exact: true })
    await own.fill('Ned of the papers')
    await page.context().clearCookies()
    await own.press('Enter')
    await signInOver(page, 'ned', ned.password)
    await eventually(() => own.inputValue(), 'Ned of the papers')
    await own.press('Enter')
    await expectVisible(page.getByText('Name saved'))
  })

  test('is renewed over a form, and messages are watched again', async () => {
    const rae = await site.newAccount('rae')
    const page = await open(site.server, { at: '/team/index', token: rae.token })
    let watched = 0
    const typed = Promise.withResolvers<void>()
    await page.route('**/api/message/watch*', async (route) => {
      watched += 1
      await typed.promise
      const refusal = { error_code: 10102, error_name: 'notLoggedIn', error_message: '', request_id: '' }
      return watched === 1 ? route.fulfill({ json: refusal }) : route.continue()
    })
    await page.goto(`${site.server.url}/item/group/index`)
    await page.getByRole('textbox', { name: 'New group name' }).fill('Letters')
    await eventually(() => watched, 1)
    typed.resolve()
    await signInOver(page, 'rae', rae.password)
    // the signed-in user may be read more than once, and the watch restarts each time
    await eventually(() => watched > 1, true)
  })

  test.each([
    { where: 'the catalogs of a public item', username: 'oda', at: '/catalog/', button: 'New folder' },
    { where: 'a page of it', username: 'ove', at: '/', button: 'Folder' },
  ])('is renewed over $where, which keeps the name of a new catalog', async ({ username, at, button }) => {
    const oda = await site.newAccount(username)
    const item_id = await addItem(oda.client, { item_name: 'Of Oda' })
    await addPage(oda.client, item_id, 'Start', 'one')
    const page = await open(site.server, { at: `${at}${item_id}`, token: oda.token })
    await page.getByRole('button', { name: button, exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New folder' })
    await dialog.getByRole('textbox').fill('Invoices')
    await page.context().clearCookies()
    await page.keyboard.press('Enter')
    await signInOver(page, username, oda.password)
    await eventually(() => dialog.getByRole('textbox').inputValue(), 'Invoices')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expectHidden(dialog)
    await expectVisible(page.getByRole('treeitem', { name: /Invoices/ }))
  })
})

test('keeps a dialog open without a question when Esc is pressed during its request', async () => {
  const pia = await site.newAccount('pia')
  const page = await open(site.server, { at: '/team/index', token: pia.token })
  /** Holds the next request to `path`. @returns what releases it */
  const hold = async (path: string) => {
    const held = Promise.withResolvers<Route>()
    await page.route(path, held.resolve, { times: 1 })
    return async () => (await held.promise).continue()
  }
  await page.getByRole('button', { name: 'New team' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New team' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Writers')
  const create = await hold('**/api/team/save')
  await page.keyboard.press('Enter')
  await expectVisible(dialog.locator('[type=submit][aria-busy=true]'))
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 400)
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  await expectVisible(dialog)
  await create()
  await expectVisible(page.getByText('Team “Writers” created'))
  await expectHidden(dialog)
  await page.goto(`${site.server.url}/team/index`)
  await page.getByRole('button', { name: 'Menu of Writers' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByLabel('Your account password').fill(pia.password)
  const remove = await hold('**/api/team/delete')
  await page.keyboard.press('Enter')
  await expectVisible(question.locator('[type=submit][aria-busy=true]'))
  await page.keyboard.press('Escape')
  await expectVisible(question)
  await remove()
  await expectHidden(question)
})
