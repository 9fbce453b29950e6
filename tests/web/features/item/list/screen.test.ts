import { beforeAll, expect, test } from 'vitest'
import { addCatalog, addItem, addPage } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, expectVisible, openAs, type Screen } from '#tests/web/support/screen.tsx'

const browser = openBrowser()
const password = 'seven mountains'
const list = '/item/index?group=all'

beforeAll(async () => {
  for (const username of ['tom', 'art']) await browser.app.newUser(username, { password })
  browser.app.uid('heir')
})

const as = (username: string) => browser.app.as(username)
const card = (page: Screen, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('link', { name, exact: true }) })
const namesOf = (page: Screen) => page.getByRole('article').getByRole('heading').allTextContents()
const orderOf = async (username: string) =>
  (await as(username).item.myList({ item_group_id: 0 })).map(({ item_name }) => item_name)

/** Gives a user these items, created one after the other. */
async function withItems(username: string, ...names: string[]): Promise<Record<string, number>> {
  const ids: Record<string, number> = {}
  for (const item_name of names) ids[item_name] = await addItem(as(username), { item_name })
  return ids
}

async function choose(page: Screen, item: string, ...entries: string[]): Promise<void> {
  await page.getByRole('button', { name: `Menu of ${item}`, exact: true }).click()
  for (const entry of entries.slice(0, -1)) await page.getByRole('menuitem', { name: entry }).press('ArrowRight')
  await page.getByRole('menuitem', { name: entries.at(-1) ?? '', exact: true }).click()
}

test('sets a star at once and removes it with a reason when the server rejects it', async () => {
  const { Orders } = await withItems('sue', 'Orders', 'Payments')
  const page = openAs(browser, 'sue', list)
  const star = page.getByRole('button', { name: 'Star Orders' })
  await star.click()
  await expectVisible(page.locator('[aria-pressed=true][aria-label="Star Orders"]'))
  await page.getByRole('link', { name: /^Starred/ }).click()
  await eventually(() => namesOf(page), ['Orders'])
  // as another tab does
  await page.getByRole('link', { name: /^All projects/ }).click()
  await as('sue').item.unstar({ item_id: Orders ?? 0 })
  browser.storeElsewhere('docstead.items-changed', Date.now())
  await expectVisible(page.locator('[aria-pressed=false][aria-label="Star Orders"]'))
  await star.click()
  await expectVisible(page.locator('[aria-pressed=true][aria-label="Star Orders"]'))
  await page.getByRole('link', { name: /^Starred/ }).click()
  await eventually(() => namesOf(page), ['Orders'])

  browser.fail('item/unstar', { error_code: 10101, error_name: 'badParameter' })
  await star.click()
  await expectVisible(page.getByRole('alert').filter({ hasText: 'No.' }))
  await eventually(() => namesOf(page), ['Orders'])
})

test('reports a list that cannot be loaded and loads it later; keeps a loaded list during an outage', async () => {
  await withItems('fay', 'Orders')
  const page = openAs(browser, 'fay', '/user/setting')
  const home = page.getByRole('link', { name: 'Docstead, all projects' })
  await expectVisible(page.getByRole('heading', { level: 1 }))
  browser.isOffline = true
  await home.click()
  await expectVisible(page.getByText('The projects could not be loaded.'))
  await expectVisible(page.getByRole('button', { name: 'Try again' }))
  browser.isOffline = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await eventually(() => namesOf(page), ['Orders'])
  // a loaded list stays while the server is down
  browser.isOffline = true
  await page.getByRole('link', { name: 'Teams' }).click()
  await home.click()
  await expectVisible(page.getByText('The server isn’t responding. What’s on screen stays.'))
  await eventually(() => namesOf(page), ['Orders'])
})

test.each([
  [429, 'tooManyRequests', 10429],
  [500, 'internal', 10500],
])(
  'keeps showing the list, the page and its tree when the server responds with %i to a refresh',
  async (status, error_name, error_code) => {
    const username = `gil${status}`
    const { Orders = 0 } = await withItems(username, 'Orders')
    await addPage(as(username), Orders, 'Getting started', 'Hello.')
    const page = openAs(browser, username, list)
    /** Signals a change, as another tab does; from then on the requests for items and pages are rejected. */
    const reject = async (key: string, value: unknown) => {
      await page.idle()
      let rejected = 0
      browser.answers = (path) => {
        if (!/^(item|page|itemGroup)\//.test(path)) return undefined
        rejected += 1
        return Response.json({ error_code, error_name, error_message: 'Refused here.', request_id: 'r1' }, { status })
      }
      browser.storeElsewhere(key, value)
      await eventually(() => rejected > 0, true)
      await page.idle() // an error would be shown
      expect(await page.getByText('Refused here.').count()).toBe(0)
      browser.answers = undefined
    }
    await expectVisible(card(page, 'Orders'))
    await reject('docstead.items-changed', Date.now())
    await expectVisible(card(page, 'Orders'))
    await card(page, 'Orders').getByRole('link', { name: 'Orders', exact: true }).click()
    await expectVisible(page.getByText('Hello.'))
    await reject('docstead.tree-changed', { item_id: String(Orders), at: Date.now() })
    await expectVisible(page.getByText('Hello.'))
    await expectVisible(page.getByRole('treeitem', { name: 'Getting started' }))
  },
)

test('names a copy after its source and copies its pages', async () => {
  const { Orders = 0 } = await withItems('cyd', 'Orders')
  await addPage(as('cyd'), Orders, 'Install', 'text')
  const page = openAs(browser, 'cyd', list)
  await choose(page, 'Orders', 'Duplicate project')
  const dialog = page.getByRole('dialog', { name: 'Duplicate “Orders”' })
  await eventually(() => dialog.getByRole('textbox', { name: 'Name' }).inputValue(), 'Orders--copy')
  await dialog.getByRole('radio', { name: /^Public/ }).click()
  await page.keyboard.press('Control+Enter')
  await expectVisible(card(page, 'Orders--copy').getByText('1 page'))

  // and from the menu of new items, after choosing the source
  await page.getByRole('button', { name: 'New project' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate a project' }).click()
  const choice = page.getByRole('dialog', { name: 'Duplicate a project' })
  await choice.getByRole('button', { name: 'Continue' }).click()
  await expectVisible(choice.getByText('Choose a project.'))
  await choice.getByRole('combobox').fill('Orders--')
  await page.getByRole('option', { name: /Orders--copy/ }).click()
  await choice.getByRole('button', { name: 'Continue' }).click()
  await expectVisible(page.getByRole('dialog', { name: 'Duplicate “Orders--copy”' }))
})

test('asks for receiver and password on transfer, shows errors, and returns to the list', async () => {
  await withItems('tom', 'Given')
  const page = openAs(browser, 'tom', list)
  await choose(page, 'Given', 'Transfer')
  const transfer = page.getByRole('dialog', { name: 'Transfer “Given”' })
  await transfer.getByRole('button', { name: 'Transfer project' }).click()
  await expectVisible(transfer.getByText('Choose the new owner.'))
  await transfer.getByRole('combobox').fill('heir')
  await page.getByRole('option', { name: 'heir' }).click()
  await transfer.getByLabel(/Your account password/).fill('guessed')
  await transfer.getByRole('button', { name: 'Transfer project' }).click()
  await expectVisible(transfer.getByRole('alert').filter({ hasText: /password/i }))
  await transfer.getByLabel(/Your account password/).fill(password)
  await page.keyboard.press('Enter')
  await expectHidden(transfer)
  await expectHidden(card(page, 'Given'))
  expect(await orderOf('heir')).toEqual(['Given'])
})

test('makes an archived item read-only except for deletion; both actions ask for the password', async () => {
  await withItems('art', 'Kept', 'Gone')
  const page = openAs(browser, 'art', list)
  await choose(page, 'Kept', 'Archive')
  const archive = page.getByRole('dialog', { name: 'Archive “Kept”?' })
  await expectVisible(archive.getByText(/can’t be undone/))
  await archive.getByLabel(/Your account password/).fill(password)
  await page.keyboard.press('Enter')
  await expectHidden(archive)
  await expectVisible(card(page, 'Kept').getByText('Archived'))
  await page.getByRole('link', { name: /^Archived/ }).click()
  await eventually(() => namesOf(page), ['Kept'])
  const menu = page.getByRole('button', { name: 'Menu of Kept' })
  await menu.click()
  await expectVisible(page.getByRole('menuitem', { name: 'Delete' }))
  await expectHidden(page.getByRole('menuitem', { name: 'Edit info' }))
  await page.keyboard.press('Escape')
  await eventually(() => menu.hasFocus(), true)

  await page.goto(list)
  await choose(page, 'Gone', 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete “Gone”?' })
  await question.getByRole('button', { name: 'Delete project' }).click()
  await expectVisible(question.getByText('Enter your account password.'))
  await question.getByLabel(/Your account password/).fill(password)
  await page.keyboard.press('Enter')
  await expectHidden(question)
  await expectHidden(card(page, 'Gone'))
  expect(await orderOf('art')).toEqual(['Kept'])
})

test('finds items by name, then pages by their text', async () => {
  const ids = await withItems('ned', 'Orders API', '支付接口')
  const cat_id = await addCatalog(as('ned'), ids['Orders API'] ?? 0, 'Users')
  const text = '## Request\n\nThe token of the caller.'
  const page_id = await addPage(as('ned'), ids['Orders API'] ?? 0, 'Create a user', text, cat_id)
  await addPage(as('ned'), ids['支付接口'] ?? 0, '退款', '退款需要订单号。')
  const page = openAs(browser, 'ned', list)
  const box = page.getByRole('searchbox', { name: 'Search projects and pages' })
  await eventually(async () => (await namesOf(page)).length, 2)
  await box.fill('token')
  const found = page.getByRole('region', { name: 'Pages' })
  await expectVisible(found.getByRole('link', { name: 'Create a user' }))
  await expectVisible(found.getByText('Users / Request'))
  await eventually(() => found.locator('mark').first().textContent(), 'token')
  await eventually(() => page.path, /q=token/)
  await box.fill('款')
  await expectVisible(found.getByRole('link', { name: /^退 ?款/ }))
  await expectHidden(found.getByRole('link', { name: 'Create a user' }))
  await box.fill('orders')
  await eventually(() => namesOf(page), ['Orders API'])
  await box.fill('no such thing')
  await expectVisible(page.getByText('No results for “no such thing”.'))
  await page.getByRole('button', { name: 'Clear search' }).click()
  await eventually(async () => (await namesOf(page)).length, 2)

  await box.fill('token')
  await found.getByRole('link', { name: 'Create a user' }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Create a user' }))
  expect(page.path).toMatch(new RegExp(`/${page_id}.*#`))

  // the opened item appears in the row above the list
  await page.goto(list)
  await expectVisible(page.getByRole('region', { name: 'Recent' }).getByRole('link', { name: 'Orders API' }))
})

test('tells an administrator without projects where those of others are', async () => {
  await withItems('owner', 'Garden')
  const page = openAs(browser, 'admin', list)
  await page.getByRole('link', { name: 'Everyone’s projects' }).click()
  await expectVisible(page.getByRole('heading', { name: 'Projects', level: 1 }))
  await expectVisible(page.getByRole('link', { name: 'Garden' }))
  const other = openAs(browser, 'nobody', list)
  await expectVisible(other.getByText('No projects yet.'))
  await expectHidden(other.getByRole('link', { name: 'Everyone’s projects' }))
})
