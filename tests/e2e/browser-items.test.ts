import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import type { Client } from '#shared/contract/client.ts'
import type { Contract } from '#shared/contract/index.ts'
import {
  addCatalog,
  addItem,
  addPage,
  consoleErrors,
  currentPath,
  eventually,
  expectHidden,
  expectVisible,
  frames,
  newSite,
  open,
  type Site,
  settle,
} from './support/browser.ts'
import type { RunningExecutable } from './support/executable.ts'

let site: Site
let server: RunningExecutable

beforeAll(async () => {
  site = await newSite({}, { site_name: 'Team papers' })
  server = site.server
})

const list = '/item/index?group=all'
const card = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('link', { name, exact: true }) })
const namesOf = (page: Page) => page.getByRole('article').getByRole('heading').allTextContents()

const choose = async (page: Page, item: string, ...entries: string[]) => {
  await page.getByRole('button', { name: `Menu of ${item}`, exact: true }).click()
  for (const entry of entries.slice(0, -1)) await page.getByRole('menuitem', { name: entry }).press('ArrowRight')
  await page.getByRole('menuitem', { name: entries.at(-1) ?? '', exact: true }).click()
}

/** Chooses a radio button by its label, as a user with a pointer does. */
const chooseRadio = (page: Page, name: RegExp) =>
  page
    .locator('label')
    .filter({ has: page.getByRole('radio', { name }) })
    .click()

const nameOfFocus = (page: Page) =>
  page.evaluate<string>('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent')

/** A user with these items, created one after the other. */
async function withItems(username: string, ...names: string[]) {
  const person = await site.newAccount(username)
  const ids: Record<string, number> = {}
  for (const item_name of names) ids[item_name] = await addItem(person.client, { item_name })
  return { ...person, ids }
}

const orderOf = async (client: Client<Contract>, item_group_id = 0) =>
  (await client.item.myList({ item_group_id })).map(({ item_name }) => item_name)

/** Drags by the mouse to just over the target; with `letGo`, Escape cancels it. */
async function drag(page: Page, from: Locator, to: Locator, letGo = false): Promise<void> {
  const [a, b] = [await from.boundingBox(), await to.boundingBox()]
  if (!a || !b) throw new Error('nothing to drag')
  await page.mouse.move(a.x + 30, a.y + a.height / 2)
  await page.mouse.down()
  await page.mouse.move(a.x + 60, a.y + a.height / 2 + 4, { steps: 3 })
  await page.mouse.move(b.x + 12, b.y + b.height / 3, { steps: 6 })
  await frames(page) // the line is drawn
  if (letGo) await page.keyboard.press('Escape')
  await page.mouse.up()
}

describe('the list', () => {
  test('creates, fills, selects, remembers and deletes a group, which can be undone', async () => {
    const { token, client } = await withItems('gil', 'Orders', 'Payments', 'Rules')
    const page = await open(server, { at: list, token })
    await page.getByRole('button', { name: 'New group' }).click()
    const dialog = page.getByRole('dialog', { name: 'Groups' })
    await expectVisible(dialog.getByRole('textbox', { name: 'New group name' }).and(page.locator(':focus')))
    await page.keyboard.type('Backend')
    await page.keyboard.press('Enter')
    await expectVisible(dialog.getByText('Backend', { exact: true }))
    await page.keyboard.type('Papers')
    await page.keyboard.press('Enter')
    await expectVisible(dialog.getByText('Papers', { exact: true }))

    // by keyboard alone: the handle moves it up and announces it
    await dialog.getByRole('button', { name: 'Move “Papers”', exact: true }).press('ArrowUp')
    await expectVisible(page.getByText('“Papers” is now 1 of 2'))
    await eventually(
      async () => (await client.itemGroup.getList()).map(({ group_name }) => group_name),
      ['Papers', 'Backend'],
    )
    expect(await nameOfFocus(page)).toBe('Move “Papers”')

    await dialog.getByRole('button', { name: 'Choose projects for “Backend”' }).click()
    await page.keyboard.type('pay')
    await expectHidden(dialog.getByRole('checkbox', { name: 'Orders' }))
    await dialog.getByRole('checkbox', { name: 'Payments' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectVisible(dialog.getByRole('button', { name: '1 project' }))
    await dialog.getByRole('button', { name: 'Rename “Papers”' }).click()
    await page.keyboard.type('House papers')
    await page.keyboard.press('Enter')
    await expectVisible(dialog.getByText('House papers', { exact: true }))
    await page.keyboard.press('Escape')
    await expectHidden(dialog)
    await eventually(() => nameOfFocus(page), 'New group')

    const groups = page.getByRole('navigation', { name: 'Project groups' })
    await groups.getByRole('link', { name: /^Backend/ }).click()
    await eventually(() => namesOf(page), ['Payments'])
    expect(currentPath(page)).toMatch(/group=\d+/)
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Backend' }))

    // the group is remembered where the address names none
    await page.goto(`${server.url}/item/index`)
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Backend' }))
    await page.getByRole('button', { name: 'Menu of Payments', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Groups' }).press('ArrowRight')
    await page.getByRole('menuitemcheckbox', { name: 'Backend' }).click()
    await expectVisible(page.getByText('Nothing in “Backend” yet.'))
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(() => namesOf(page), ['Payments'])

    // deleting it shows all items again, and undoing brings it back with its items
    await page.getByRole('button', { name: 'Edit groups' }).click()
    await dialog.getByRole('button', { name: 'Delete “Backend”' }).click()
    await expectHidden(dialog.getByText('Backend', { exact: true }))
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await expectVisible(dialog.getByText('Backend', { exact: true }))
    const restored = (await client.itemGroup.getList()).find(({ group_name }) => group_name === 'Backend')
    expect(restored?.item_ids.split(',')).toHaveLength(1)
  })

  test('sets a star at once and removes it with a reason when the server rejects it', async () => {
    const { token } = await withItems('sue', 'Orders', 'Payments')
    const page = await open(server, { at: list, token })
    const star = page.getByRole('button', { name: 'Star Orders' })
    await star.click()
    await expectVisible(page.locator('[aria-pressed=true][aria-label="Star Orders"]'))
    await page.getByRole('link', { name: /^Starred/ }).click()
    await eventually(() => namesOf(page), ['Orders'])
    const other = await open(server, { at: list, sameProfileAs: page })
    await expectVisible(other.locator('[aria-pressed=true][aria-label="Star Orders"]'))
    await page.getByRole('link', { name: /^All projects/ }).click()
    await page.getByRole('button', { name: 'Star Payments' }).click()
    await expectVisible(other.locator('[aria-pressed=true][aria-label="Star Payments"]'))
    await page.getByRole('link', { name: /^Starred/ }).click()
    await page.getByRole('button', { name: 'Star Payments' }).click()
    await eventually(() => namesOf(page), ['Orders'])

    await page.route('**/api/item/unstar', (route) =>
      route.fulfill({
        json: { error_code: 10101, error_name: 'badParameter', error_message: 'Not now.', request_id: 'r' },
      }),
    )
    await star.click()
    await expectVisible(page.getByRole('alert').filter({ hasText: 'Not now.' }))
    await eventually(() => namesOf(page), ['Orders'])
  })

  test('sorts items by dragging and by the menu, per group, and reverts a rejected order', async () => {
    const { token, client } = await withItems('ola', 'One', 'Two', 'Three', 'Four')
    const page = await open(server, { at: list, token })
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('own')
    await eventually(() => namesOf(page), ['One', 'Two', 'Three', 'Four'])
    await drag(page, card(page, 'Three'), card(page, 'One'))
    await eventually(() => namesOf(page), ['Three', 'One', 'Two', 'Four'])
    expect(currentPath(page)).toContain('/item/index') // the click that follows a drag opens nothing
    await eventually(() => orderOf(client), ['Three', 'One', 'Two', 'Four'])

    await choose(page, 'Three', 'Move', 'To the end')
    await eventually(() => namesOf(page), ['One', 'Two', 'Four', 'Three'])
    await expectVisible(page.getByText('“Three” is now 4 of 4'))
    await eventually(() => orderOf(client), ['One', 'Two', 'Four', 'Three'])
    await page.reload()
    await eventually(() => namesOf(page), ['One', 'Two', 'Four', 'Three'])

    // rows can be dragged too; Escape cancels
    await page.getByRole('button', { name: 'List' }).click()
    const rows = page.getByRole('row').getByRole('link')
    await eventually(() => rows.allTextContents(), ['One', 'Two', 'Four', 'Three'])
    await drag(
      page,
      page.getByRole('row').filter({ hasText: 'Four' }),
      page.getByRole('row').filter({ hasText: 'One' }),
      true,
    )
    await frames(page)
    expect(await rows.allTextContents()).toEqual(['One', 'Two', 'Four', 'Three'])
    await drag(
      page,
      page.getByRole('row').filter({ hasText: 'Four' }),
      page.getByRole('row').filter({ hasText: 'One' }),
    )
    await eventually(() => rows.allTextContents(), ['Four', 'One', 'Two', 'Three'])
    await eventually(() => orderOf(client), ['Four', 'One', 'Two', 'Three'])
    await page.getByRole('button', { name: 'Cards' }).click()

    await page.route('**/api/item/sort', (route) =>
      route.fulfill({
        json: { error_code: 10101, error_name: 'badParameter', error_message: 'Not now.', request_id: 'r' },
      }),
    )
    await choose(page, 'Three', 'Move', 'To the start')
    await expectVisible(page.getByRole('alert').filter({ hasText: 'The order wasn’t saved: Not now.' }))
    await eventually(() => namesOf(page), ['Four', 'One', 'Two', 'Three'])
  })

  test('finds items by name, then pages by their text, but not by a single Latin letter', async () => {
    const { token, client, ids } = await withItems('ned', 'Orders API', '支付接口')
    const cat_id = await addCatalog(client, ids['Orders API'] ?? 0, 'Users')
    await addPage(client, ids['Orders API'] ?? 0, 'Create a user', '## Request\n\nThe token of the caller.', cat_id)
    await addPage(client, ids['支付接口'] ?? 0, '退款', '退款需要订单号。')
    const page = await open(server, { at: list, token })
    const box = page.getByRole('searchbox', { name: 'Search projects and pages' })
    await eventually(async () => (await namesOf(page)).length, 2)
    await page.clock.install()
    await box.fill('o')
    await page.clock.runFor(1000)
    await settle(page)
    expect(await namesOf(page)).toHaveLength(2)
    await expectHidden(page.getByRole('region', { name: 'Pages' }))

    await box.fill('token')
    const found = page.getByRole('region', { name: 'Pages' })
    await expectVisible(found.getByRole('link', { name: 'Create a user' }))
    await expectVisible(found.getByText('Users / Request'))
    await eventually(() => found.locator('mark').first().textContent(), 'token')
    await eventually(() => currentPath(page), /q=token/)
    await box.fill('款')
    await expectVisible(found.getByRole('link', { name: '退款' }))
    await expectHidden(found.getByRole('link', { name: 'Create a user' }))
    await box.fill('orders')
    await eventually(() => namesOf(page), ['Orders API'])
    await box.fill('no such thing')
    await expectVisible(page.getByText('No results for “no such thing”'))
    await page.getByRole('button', { name: 'Clear search' }).click()
    await eventually(async () => (await namesOf(page)).length, (await orderOf(client)).length)

    await box.fill('token')
    await found.getByRole('link', { name: 'Create a user' }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Create a user' }))
    expect(currentPath(page)).toMatch(/#/)

    // the opened item appears in the row above the list
    await page.goto(`${server.url}${list}`)
    await expectVisible(page.getByRole('region', { name: 'Recent' }).getByRole('link', { name: 'Orders API' }))
  })

  test('reports a list that cannot be loaded and loads it later; keeps a loaded list during an outage', async () => {
    const { token } = await withItems('fay', 'Orders')
    const page = await open(server, { at: '/user/setting', token, expects: /Failed to load resource|myList/ })
    await page.route('**/api/**', (route) => route.abort())
    await page.getByRole('link', { name: 'Team papers, all projects' }).click()
    await expectVisible(page.getByText('The projects could not be loaded.'))
    await expectVisible(page.getByRole('button', { name: 'Try again' }))
    await page.unroute('**/api/**')
    await eventually(() => namesOf(page), ['Orders'])
    // a loaded list stays while the server is down
    await page.route('**/api/**', (route) => route.abort())
    await page.getByRole('link', { name: 'My attachments' }).click()
    await page.getByRole('link', { name: 'Team papers, all projects' }).click()
    await expectVisible(page.getByText('The server isn’t responding. What’s on screen stays.', { exact: false }))
    await eventually(() => namesOf(page), ['Orders'])
    consoleErrors(page).length = 0
  })

  test.each([
    [429, 'tooManyRequests', 10429],
    [500, 'internal', 10500],
  ])(
    'keeps showing the list, the page and its tree when the server responds with %i to a refresh',
    async (status, name, code) => {
      const { token, client, ids } = await withItems(`gil${status}`, 'Orders')
      await addPage(client, Number(ids.Orders), 'Getting started', 'Hello.')
      const page = await open(server, { at: list, token, expects: new RegExp(String(status)) })
      /** Signals a change to the page, as another tab does; from then on every request fails. */
      const refuse = async (key: string, value: unknown) => {
        let refused = 0
        await page.route(/api\/(item|page|itemGroup)\//, (route) => {
          refused++
          const json = { error_code: code, error_name: name, error_message: 'Refused here.', request_id: 'r1' }
          return route.fulfill({ status, json })
        })
        const tab = await page.context().newPage()
        await tab.goto(`${server.url}/api.md`)
        await tab.evaluate(`localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(JSON.stringify(value))})`)
        await tab.close()
        await eventually(() => refused, 1)
        await settle(page) // an error would be shown
      }
      await expectVisible(card(page, 'Orders'))
      await refuse('docstead.items-changed', Date.now())
      expect(await page.getByText('Refused here.').count()).toBe(0)
      await expectVisible(card(page, 'Orders'))
      await page.unrouteAll()
      await card(page, 'Orders').getByRole('link', { name: 'Orders', exact: true }).click()
      await expectVisible(page.getByText('Hello.'))
      await refuse('docstead.tree-changed', { item_id: String(ids.Orders), at: Date.now() })
      expect(await page.getByText('Refused here.').count()).toBe(0)
      await expectVisible(page.getByText('Hello.'))
      await expectVisible(page.getByRole('treeitem', { name: 'Getting started' }))
    },
  )

  test('draws a thousand groups one page at a time and sorts them across page borders', async () => {
    const { token, client } = await withItems('tess', 'Orders')
    const nameOf = (number: number) => `Group ${String(number).padStart(4, '0')}`
    // more than the limit allows: created before there was a limit
    const sqlite = new Database(join(server.data, 'docstead.db'))
    const { uid } = await client.user.info()
    const insert = sqlite.prepare(
      'INSERT INTO item_group (uid, group_name, s_number, created_at, updated_at) VALUES (?, ?, ?, 1, 1)',
    )
    sqlite.transaction(() => {
      for (let number = 1; number <= 1000; number += 1) insert.run(uid, nameOf(number), number)
    })()
    sqlite.close()
    const orderNow = async () => (await client.itemGroup.getList()).map(({ group_name }) => group_name)
    await eventually(async () => (await orderNow()).slice(0, 2), [nameOf(1), nameOf(2)])

    const page = await open(server, { at: list, token })
    const nav = page.getByRole('navigation', { name: 'Project groups' })
    await eventually(() => nav.getByRole('link').count(), 103) // with all, starred and archived items
    await nav.getByRole('button', { name: '900 more groups' }).click()
    await eventually(() => nav.getByRole('link').count(), 203)
    // the menu of an item loads more of them at its end, also by keyboard
    await page.getByRole('button', { name: 'Menu of Orders', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Groups' }).press('ArrowRight')
    const choices = page.getByRole('menuitemcheckbox')
    await eventually(() => choices.count(), 100)
    await page.keyboard.press('End')
    await eventually(() => choices.count(), 200)
    await expectVisible(page.getByRole('menuitemcheckbox', { name: nameOf(101) }))
    await page.keyboard.press('Escape')
    await page.goto(`${server.url}/item/group/index`)
    const rows = page.getByRole('list', { name: 'Groups' }).getByRole('listitem')
    await eventually(() => rows.count(), 50)
    expect(await page.locator('main *').count()).toBeLessThan(4000)
    const handle = (number: number) => page.getByRole('button', { name: `Move “${nameOf(number)}”`, exact: true })

    // the last one of a page moves to the next page, and the focus with it
    await handle(50).press('ArrowDown')
    await eventually(() => nameOfFocus(page), `Move “${nameOf(50)}”`)
    await expectVisible(page.getByText('51–100', { exact: false }).first())
    await eventually(async () => (await orderNow()).slice(49, 51), [nameOf(51), nameOf(50)])
    await handle(50).press('PageDown')
    await eventually(() => nameOfFocus(page), `Move “${nameOf(50)}”`)
    await eventually(async () => (await orderNow()).indexOf(nameOf(50)), 100)
    await handle(50).press('Home')
    await eventually(async () => (await orderNow())[0], nameOf(50))
    await eventually(() => nameOfFocus(page), `Move “${nameOf(50)}”`)

    // by dragging, on a page other than the first
    await page.getByRole('button', { name: 'Page 2', exact: true }).click()
    await handle(54).scrollIntoViewIfNeeded()
    await handle(60).scrollIntoViewIfNeeded()
    const [from, to] = [await handle(60).boundingBox(), await handle(55).boundingBox()]
    if (!from || !to) throw new Error('nothing to drag')
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(to.x + to.width / 2, to.y + to.height, { steps: 6 })
    await page.mouse.move(to.x + to.width / 2, to.y + 2, { steps: 3 })
    await expectVisible(page.locator('[data-drop]'))
    await page.mouse.up()
    await eventually(async () => (await orderNow()).indexOf(nameOf(60)) < (await orderNow()).indexOf(nameOf(56)), true)
  })

  test('shows a new group even if it is on another page', async () => {
    const { token, client } = await withItems('una')
    for (let number = 1; number <= 60; number += 1)
      await client.itemGroup.save({ id: 0, group_name: `Group ${number}` })
    const page = await open(server, { at: '/item/group/index', token })
    await page.getByRole('textbox', { name: 'New group name' }).fill('Newcomer')
    await page.keyboard.press('Enter')
    await expectVisible(page.getByText('Newcomer', { exact: true }))
  })

  test('keeps the focus when a list loads after a retry', async () => {
    const { token } = await withItems('pia', 'Orders')
    const page = await open(server, { at: '/team/index', token, expects: /Failed to load resource/ })
    await page.route('**/api/team/getList', (route) => route.abort())
    await page.reload()
    const again = page.getByRole('button', { name: 'Try again' })
    await again.focus()
    await page.keyboard.press('Enter')
    await eventually(() => nameOfFocus(page), 'Try again')
    await page.unroute('**/api/team/getList')
    await again.press('Enter')
    await expectHidden(again)
    await eventually(() => page.evaluate<string>('document.activeElement.tagName'), 'H1')
  })

  test('keeps the name of a new group while the server is down and creates it once it is back', async () => {
    const { token } = await withItems('flo', 'Orders')
    const page = await open(server, { at: '/item/group/index', token, expects: /Failed to load resource/ })
    const name = page.getByRole('textbox', { name: 'New group name' })
    await name.fill('Papers')
    await page.route('**/api/**', (route) => route.abort())
    await name.press('Enter')
    const failure = page.getByRole('alert').filter({ hasText: 'The server isn’t responding. Check your connection' })
    await expectVisible(failure)
    expect(await name.inputValue()).toBe('Papers')
    await failure.getByRole('button', { name: 'Close' }).click()
    await expectHidden(failure)
    await expectHidden(page.locator('button[aria-busy]')) // until then Enter sends nothing
    await page.unroute('**/api/**')
    // the response of something in front of the server, such as the sign-in page of a proxy, counts as a failure
    await page.route('**/api/itemGroup/save', (route) => route.fulfill({ contentType: 'text/html', body: 'Sign in' }))
    await name.press('Enter')
    await expectVisible(failure)
    await expectHidden(page.locator('button[aria-busy]'))
    expect(await name.inputValue()).toBe('Papers')
    await page.unroute('**/api/itemGroup/save')
    await name.press('Enter')
    await expectVisible(page.getByRole('listitem').filter({ hasText: 'Papers' }))
    await eventually(() => name.inputValue(), '')
  })
})

describe('dialogs of an item', () => {
  test('names a copy after its source and copies its pages', async () => {
    const { token, client, ids } = await withItems('cyd', 'Orders')
    await addPage(client, ids['Orders'] ?? 0, 'Install', 'text')
    const page = await open(server, { at: list, token })
    await choose(page, 'Orders', 'Duplicate project')
    const dialog = page.getByRole('dialog', { name: 'Duplicate “Orders”' })
    await eventually(() => dialog.getByRole('textbox', { name: 'Name' }).inputValue(), 'Orders--copy')
    await chooseRadio(page, /^Public/)
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
    const { token, password } = await withItems('tom', 'Given')
    const heir = await site.newAccount('heir')
    const page = await open(server, { at: list, token })
    await choose(page, 'Given', 'Transfer')
    const transfer = page.getByRole('dialog', { name: 'Transfer “Given”' })
    await transfer.getByRole('button', { name: 'Transfer project' }).click()
    await expectVisible(transfer.getByText('Choose the new owner.'))
    await transfer.getByRole('combobox').fill('heir')
    await page.keyboard.press('Enter')
    await transfer.getByLabel(/Your account password/).fill('guessed')
    await transfer.getByRole('button', { name: 'Transfer project' }).click()
    await expectVisible(transfer.getByRole('alert').filter({ hasText: /password/i }))
    await transfer.getByLabel(/Your account password/).fill(password)
    await page.keyboard.press('Enter')
    await expectHidden(transfer)
    await expectHidden(card(page, 'Given'))
    expect(await orderOf(heir.client)).toEqual(['Given'])
  })

  test('makes an archived item read-only except for deletion; both actions ask for the password', async () => {
    const { token, client, password } = await withItems('art', 'Kept', 'Gone')
    const page = await open(server, { at: list, token })
    await choose(page, 'Kept', 'Archive')
    const archive = page.getByRole('dialog', { name: 'Archive “Kept”?' })
    await expectVisible(archive.getByText(/can’t be undone/))
    await archive.getByLabel(/Your account password/).fill(password)
    await page.keyboard.press('Enter')
    await expectHidden(archive)
    await expectVisible(card(page, 'Kept').getByText('Archived'))
    await page.getByRole('link', { name: /^Archived/ }).click()
    await eventually(() => namesOf(page), ['Kept'])
    await page.getByRole('button', { name: 'Menu of Kept' }).click()
    await expectVisible(page.getByRole('menuitem', { name: 'Delete' }))
    await expectHidden(page.getByRole('menuitem', { name: 'Edit info' }))
    await page.keyboard.press('Escape')
    await eventually(() => nameOfFocus(page), 'Menu of Kept')

    await page.goto(`${server.url}${list}`)
    await choose(page, 'Gone', 'Delete')
    const question = page.getByRole('dialog', { name: 'Delete “Gone”?' })
    await question.getByRole('button', { name: 'Delete project' }).click()
    await expectVisible(question.getByText('Enter your account password.'))
    await question.getByLabel(/Your account password/).fill(password)
    await page.keyboard.press('Enter')
    await expectHidden(question)
    await expectHidden(card(page, 'Gone'))
    expect(await orderOf(client)).toEqual(['Kept'])
  })

  test('accepts the API key in the sample until it is reset', async () => {
    const { token, client, ids } = await withItems('kay', 'Orders')
    const page = await open(server, { at: list, token })
    await choose(page, 'Orders', 'Open API')
    const dialog = page.getByRole('dialog', { name: 'Open API for “Orders”' })
    const key = await dialog.getByLabel('Key (api_key)', { exact: true }).inputValue()
    expect(await dialog.getByLabel('Token (api_token)', { exact: true }).getAttribute('type')).toBe('password')
    await dialog.getByRole('tab', { name: 'JavaScript' }).click()
    const sample = await dialog.locator('pre').textContent()
    expect(sample).toContain(`${server.url}/api/open/updatePage`)
    const { api_token } = await client.item.getKey({ item_id: ids['Orders'] ?? 0 })
    expect(sample).not.toContain(api_token)
    const body = { api_key: key, api_token, page_title: 'From a script', page_content: 'hello' }
    expect(await server.client().open.updatePage(body)).toMatchObject({ page_title: 'From a script' })

    await dialog.getByRole('button', { name: 'Reset' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reset token' }).click()
    await expectVisible(page.getByText('New token created. The old one no longer works'))
    await expect(server.client().open.updatePage(body)).rejects.toMatchObject({ errorName: 'keyWrong' })
  })

  test('previews a deleted page before restoring it, and asks for a target when its catalog is gone', async () => {
    const { token, client, ids } = await withItems('rob', 'Orders')
    const item_id = ids['Orders'] ?? 0
    const guide = await addCatalog(client, item_id, 'Guide')
    await addCatalog(client, item_id, 'Archive')
    const page_id = await addPage(client, item_id, 'Install', '# Step one', guide)
    await client.catalog.delete({ cat_id: guide })
    const page = await open(server, { at: `/item/setting/${item_id}?tab=recycle`, token, expects: /ERR_FAILED/ })
    await expectVisible(page.getByText('30 days left').first())
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    const preview = page.getByRole('dialog', { name: 'Install' })
    await expectVisible(preview.getByRole('heading', { name: /Step one/ }))
    await preview.getByRole('button', { name: 'Restore' }).click()
    const question = page.getByRole('dialog', { name: 'Restore “Install”?' })
    await question.getByRole('combobox', { name: 'Folder' }).selectOption({ label: 'Archive' })
    await question.getByRole('button', { name: 'Restore' }).click()
    await expectVisible(page.getByText('“Install” restored'))
    expect((await client.page.info({ page_id, with_path: 1 })).full_path).toMatchObject([{ cat_name: 'Archive' }, {}])

    // the row that had the focus is gone: the list gets it
    const list = page.getByRole('tabpanel')
    await eventually(() => list.evaluate((node) => node.contains(document.activeElement)), true)

    // the selected catalog
    await page.getByRole('checkbox', { name: /Guide/ }).check()
    await page.getByRole('button', { name: 'Restore 1' }).click()
    await page.route('**/api/recycle/*', (route) => route.abort())
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await expectVisible(
      page.getByRole('dialog').getByText('The server isn’t responding. Check your connection, then try again.'),
    )
    await page.unroute('**/api/recycle/*')
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await expectVisible(page.getByText('The recycle bin is empty'))
    const names = (await client.catalog.catListName({ item_id })).map(({ cat_name }) => cat_name)
    expect(names.toSorted()).toEqual(['Archive', 'Guide'])
  })

  test('lets the owner manage an open item that nobody can edit here, but not leave it', async () => {
    const { token, client, password } = await withItems('nat')
    const ofClient = await addItem(client, { item_name: 'Calls', item_type: 3 })
    const archived = await addItem(client, { item_name: 'Old' })
    await client.item.archive({ item_id: archived, password })
    for (const [item_id, has, hasNot] of [
      [ofClient, 'Members', 'Import into this project'],
      [archived, 'Settings', 'Members'],
    ] as const) {
      const page = await open(server, { at: `/${item_id}`, token })
      await page.getByRole('button', { name: 'Project menu' }).click()
      for (const name of [has, 'Export', 'Delete']) await expectVisible(page.getByRole('menuitem', { name }))
      for (const name of [hasNot, 'Leave project']) await expectHidden(page.getByRole('menuitem', { name }))
    }
  })

  test('offers managers more in the menu of an open item than readers, and visitors none', async () => {
    const { token, client, ids } = await withItems('may', 'Orders')
    const item_id = ids['Orders'] ?? 0
    await addPage(client, item_id, 'Install', 'text')
    const page = await open(server, { at: `/${item_id}`, token })
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Install' }))
    await page.getByRole('button', { name: 'Project menu' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Edit info' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Edit project info' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Orders of the shop')
    await dialog.getByRole('textbox', { name: 'Custom URL' }).fill('shop')
    await page.keyboard.press('Enter')
    await expectHidden(dialog)
    await page.waitForURL('**/shop**')
    await expectVisible(page.getByRole('banner').getByRole('link', { name: 'Orders of the shop' }))

    const reader = await site.newAccount('reader')
    await client.member.save({ item_id, username: 'reader', member_group_id: 0 })
    const theirs = await open(server, { at: '/shop', token: reader.token })
    await theirs.getByRole('button', { name: 'Project menu' }).click()
    await expectVisible(theirs.getByRole('menuitem', { name: 'Leave project' }))
    await expectHidden(theirs.getByRole('menuitem', { name: 'Members' }))
    await theirs.getByRole('menuitem', { name: 'Leave project' }).click()
    await theirs.getByRole('alertdialog').getByRole('button', { name: 'Leave project' }).click()
    await theirs.waitForURL('**/item/index')
    await expectVisible(theirs.getByText('No projects yet. Create one or import what you have.'))

    const visitor = await open(server, { at: '/shop' })
    await expectVisible(visitor.getByRole('heading', { level: 1, name: 'Install' }))
    await expectHidden(visitor.getByRole('button', { name: 'Project menu' }))
  })

  test('reports that an item is gone when it was deleted while its settings were open', async () => {
    const { token, client, ids } = await withItems('ivo', 'Orders')
    const item_id = Number(ids.Orders)
    const page = await open(server, { at: `/item/setting/${item_id}`, token })
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('Orders of the shop')
    await site.admin.adminItem.deleteItem({ item_id })
    await name.press('Enter')
    await expectVisible(page.getByText('This project no longer exists, or you no longer have access to it.'))
    await expectHidden(page.getByText('Sign in', { exact: false }))
    expect(await name.inputValue()).toBe('Orders of the shop')
    await page.goto(`${server.url}/item/setting/${item_id}`)
    await expectVisible(page.getByText('Only managers of a project can see its settings.'))
    expect(await client.user.info()).toMatchObject({ username: 'ivo' })
  })

  test('restricts item settings to managers and imports an API description as an item', async () => {
    const { token, client } = await withItems('ida', 'Orders')
    const hidden = await addItem(site.admin, { item_name: 'Hidden' })
    const page = await open(server, { at: `/item/setting/${hidden}`, token, expects: /ERR_FAILED/ })
    await expectVisible(page.getByText('Only managers of a project can see its settings.'))

    await page.goto(`${server.url}${list}`)
    await page.getByRole('button', { name: 'New project' }).click()
    await page.getByRole('menuitem', { name: 'Import OpenAPI or Postman' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import OpenAPI or Postman' })
    await dialog.getByRole('button', { name: 'Check' }).click()
    await expectVisible(dialog.getByText('Paste a description first.'))
    await dialog.getByLabel('Or paste the description').fill('a description')
    await dialog.getByRole('button', { name: 'Check' }).click()
    await expectVisible(dialog.getByText(/^This isn’t valid JSON or YAML/))
    await dialog.getByLabel('Or paste the description').fill('openapi: 3.0.0\n\tinfo: {}')
    await dialog.getByRole('button', { name: 'Check' }).click()
    await expectVisible(dialog.getByText(/is indented with a tab at line 2, column 1/))
    const description = {
      openapi: '3.0.0',
      info: { title: 'Pets', version: '1' },
      paths: { '/pets': { get: { summary: 'List pets', responses: { 200: { description: 'ok' } } } } },
    }
    await dialog.getByLabel('Or paste the description').fill(stringify(description))
    // the pasted text is still there when the server has rejected it
    await page.route('**/api/import/check', (route) => route.abort(), { times: 1 })
    await dialog.getByRole('button', { name: 'Check' }).click()
    await expectVisible(dialog.getByText('The server isn’t responding. Check your connection, then try again.'))
    await dialog.getByRole('button', { name: 'Check' }).click()
    await chooseRadio(page, /^Public/)
    await dialog.getByRole('button', { name: 'Import 2 pages' }).click()
    await expectVisible(dialog.getByRole('button', { name: 'Open project' }))
    await eventually(async () => (await orderOf(client)).toSorted(), ['Orders', 'Pets'])

    // the page of an endpoint is an API page: its method in the tree, the response status, and Try it
    await dialog.getByRole('button', { name: 'Open project' }).click()
    await page.getByRole('treeitem', { name: 'from swagger' }).click()
    const call = page.getByRole('treeitem', { name: 'List pets' })
    await eventually(() => call.getAttribute('aria-description'), 'GET')
    await call.click()
    await expectVisible(page.getByRole('heading', { name: 'Success · 200' }))
    await expectVisible(page.getByRole('heading', { name: 'Try it' }))
    expect(await page.getByRole('main').innerText()).not.toMatch(/\p{Script=Han}/u)
  })
})
