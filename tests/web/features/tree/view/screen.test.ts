import { beforeEach, expect, test } from 'vitest'
import { addCatalog, addItem, addPage } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, expectVisible, openAs, type Screen } from '#tests/web/support/screen.tsx'

const browser = openBrowser()
const owner = () => browser.app.as('owner')
let item_id: number
let cats: Record<'users' | 'admin' | 'deep' | 'payments', number>
let ids: Record<'start' | 'create' | 'list' | 'pay', number>

/** Start · Users (Create, List, Admin (Deep)) · Payments (Pay) */
beforeEach(async () => {
  item_id = await addItem(owner(), { item_name: 'Orders API' })
  const users = await addCatalog(owner(), item_id, 'Users')
  const below = await addCatalog(owner(), item_id, 'Admin', users)
  const deep = await addCatalog(owner(), item_id, 'Deep', below)
  const payments = await addCatalog(owner(), item_id, 'Payments')
  cats = { users, admin: below, deep, payments }
  ids = {
    start: await addPage(owner(), item_id, 'Start', 'Where it begins'),
    create: await addPage(owner(), item_id, 'Create', 'A walrus', users),
    list: await addPage(owner(), item_id, 'List', '', users),
    pay: await addPage(owner(), item_id, 'Pay', '', payments),
  }
})

const line = (page: Screen, name: string) => page.getByRole('treeitem', { name, exact: true })

/** The tree as it is rendered: levels as stars. */
const drawn = (page: Screen): string[] =>
  page
    .getByRole('treeitem')
    .elements()
    .map((one) => '*'.repeat(Number(one.getAttribute('aria-level'))) + one.getAttribute('aria-label'))

/** Opens the item with all catalogs expanded, once the editing code has loaded. */
async function openTree(username = 'owner'): Promise<Screen> {
  const page = openAs(browser, username, `/${item_id}/${ids.start}`)
  await expectVisible(page.getByRole('button', { name: 'Folder', exact: true }))
  await page.idle()
  for (const name of ['Users', 'Payments', 'Admin'])
    if ((await line(page, name).getAttribute('aria-expanded')) === 'false') await line(page, name).click()
  await eventually(
    () => drawn(page),
    ['*Start', '*Users', '**Create', '**List', '**Admin', '***Deep', '*Payments', '**Pay'],
  )
  return page
}

async function choose(page: Screen, name: string, ...entries: string[]): Promise<void> {
  await line(page, name).click({ button: 'right' })
  for (const entry of entries) await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

const order = async () => {
  const { menu } = await owner().item.info({ item_id })
  return [
    ...menu.pages.map((one) => [Number(one.s_number), one.page_title]),
    ...menu.catalogs.map((one) => [Number(one.s_number), one.cat_name]),
  ]
    .toSorted((a, b) => Number(a[0]) - Number(b[0]))
    .map(([, name]) => name)
}

test('moves a page to another item by its menu; deletes a catalog with its pages and restores it', async () => {
  const other = await addItem(owner(), { item_name: 'HR handbook' })
  const rules = await addCatalog(owner(), other, 'Rules')
  const page = await openTree()
  await choose(page, 'Pay', 'Copy')
  const dialog = page.getByRole('dialog', { name: 'Copy or move “Pay”' })
  await dialog.getByRole('radio', { name: 'Move' }).click()
  await expectVisible(dialog.getByText('It’s already there.'))
  await dialog.getByRole('combobox', { name: 'Project' }).fill('HR')
  await page.getByRole('option', { name: 'HR handbook' }).click()
  await dialog.getByLabel('Folder').selectOption({ label: 'Rules' })
  await expectVisible(dialog.getByText('1 page will be in HR handbook / Rules'))
  await dialog.getByRole('button', { name: 'Move page' }).click()
  await expectHidden(dialog)
  await expectHidden(line(page, 'Pay'))
  expect(await owner().page.info({ page_id: ids.pay })).toMatchObject({ item_id: String(other), cat_id: String(rules) })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectVisible(line(page, 'Pay'))

  await choose(page, 'Users', 'Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete folder “Users” and its 2 pages?' })
  await eventually(() => question.getByRole('button', { name: 'Cancel' }).hasFocus(), true)
  await question.getByRole('button', { name: 'Delete folder' }).click()
  await expectHidden(line(page, 'Users'))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectVisible(line(page, 'Users'))
  await eventually(order, ['Start', 'Users', 'Payments'])
})

test('a new order is previewed, saved and undone; Enter in the filter searches the text', async () => {
  const page = await openTree()
  await choose(page, 'Users', 'Sort pages')
  const dialog = page.getByRole('dialog', { name: 'Sort pages' })
  const first = dialog.getByRole('listitem').first()
  await dialog.getByRole('button', { name: 'Move “Create”', exact: true }).press('ArrowDown')
  await eventually(() => first.textContent(), /^List/)
  await dialog.getByLabel('Order').selectOption({ label: 'By name, A–Z' })
  await eventually(() => first.textContent(), /^Create/)
  await dialog.getByRole('button', { name: 'Move “Create”', exact: true }).press('ArrowDown')
  await dialog.getByRole('button', { name: 'Save order' }).click()
  await eventually(() => drawn(page).slice(1, 4), ['*Users', '**List', '**Create'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually(() => drawn(page).slice(1, 4), ['*Users', '**Create', '**List'])

  await page.keyboard.press('/')
  await page.keyboard.type('walrus')
  await expectVisible(page.getByText('No matching pages or folders'))
  await page.keyboard.press('Enter')
  await expectVisible(page.getByText('0 titles, 1 page with matching text'))
  expect(drawn(page)).toEqual(['*Users', '**Create'])
  await line(page, 'Create').click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Create' }))
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await eventually(() => drawn(page).length, 8)
})

test('reverts what the server rejects and shows the reason; a revoked right removes the menus', async () => {
  const ed = `ed${item_id}`
  await browser.app.newUser(ed)
  await owner().member.save({ item_id, username: ed, member_group_id: 1 })
  const page = await openTree(ed)
  browser.unreachable.add('catalog/batUpdate')
  const before = drawn(page)
  const undone = page.getByRole('alert').filter({ hasText: 'The change wasn’t saved and has been undone' })
  await line(page, 'Start').press('Alt+ArrowDown')
  await expectVisible(undone)
  await eventually(() => drawn(page), before)
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
  browser.unreachable.clear()

  await owner().member.save({ item_id, username: ed, member_group_id: 0 })
  await line(page, 'Start').press('Alt+ArrowDown')
  await expectVisible(undone)
  await eventually(() => drawn(page), before)
  await expectHidden(page.getByRole('button', { name: 'Folder', exact: true }))
})

test('a change in another tab is shown', async () => {
  const page = await openTree()
  const { menu } = await owner().item.info({ item_id })
  expect(menu.pages).toHaveLength(1)
  await owner().page.save({ item_id, page_id: ids.start, page_title: 'Started', page_content: 'x' })
  browser.storeElsewhere('docstead.tree-changed', { item_id: String(item_id), at: Date.now() })
  await eventually(() => drawn(page)[0], '*Started')
})

test('a member limited to a catalog edits only inside it, and readers change nothing', async () => {
  browser.app.rows.newMember(item_id, 'li', 'edit', [cats.users])
  const page = openAs(browser, 'li', `/${item_id}`)
  await expectVisible(page.getByRole('button', { name: 'Folder', exact: true }))
  await page.idle()
  await line(page, 'Users').click({ button: 'right' })
  await eventually(
    () => page.getByRole('menuitem').allTextContents(),
    ['New page', 'New API page', 'New subfolder', 'Copy', 'Sort pages', 'Export'],
  )
  await page.keyboard.press('Escape')
  // a closing menu returns the focus to its row
  await expectHidden(page.getByRole('menu'))
  await eventually(() => line(page, 'Users').hasFocus(), true)
  await line(page, 'List').press('Alt+ArrowUp')
  await eventually(() => drawn(page).slice(0, 3), ['*Users', '**List', '**Create'])
  await line(page, 'List').press('Alt+ArrowLeft')
  await expectVisible(page.getByText('You can only move things within your folders'))

  browser.app.rows.newMember(item_id, 're', 'read')
  const read = openAs(browser, 're', `/${item_id}`)
  await expectVisible(line(read, 'Users'))
  await read.idle()
  await line(read, 'Users').click({ button: 'right' })
  expect(await read.getByRole('menu').count()).toBe(0)
})

test('a catalog created in a collapsed one is visible at once', async () => {
  const page = await openTree()
  for (const name of ['Users', 'Payments']) await line(page, name).click()
  await eventually(() => drawn(page), ['*Start', '*Users', '*Payments'])
  await choose(page, 'Payments', 'New subfolder')
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' })
  await name.fill('Refunds')
  await name.press('Enter')
  await eventually(() => drawn(page), ['*Start', '*Users', '*Payments', '**Pay', '**Refunds'])
})

test('the menu of a catalog says why an action is not available', async () => {
  const page = await openTree()
  await line(page, 'Deep').click({ button: 'right' })
  await eventually(
    () => page.locator('[role=menuitem][data-disabled]').allInnerTexts(),
    ['New subfolder Folders can only be 3 levels deep', 'Sort pages Nothing to sort'],
  )
  await page.getByRole('menuitem', { name: 'Move', exact: true }).press('ArrowRight')
  await expectVisible(page.getByRole('menuitem', { name: /^Up ?Already first/ }))
  await expectVisible(page.getByRole('menuitem', { name: /^Into the folder above ?No folder directly above/ }))
})

test('a page restored from the recycle bin of the item menu is in the tree at once', async () => {
  const page = await openTree()
  await owner().catalog.delete({ cat_id: await addCatalog(owner(), item_id, 'Refunds') })
  await page.getByRole('button', { name: 'Project menu' }).click()
  await page.getByRole('menuitem', { name: 'Recycle bin' }).click()
  const bin = page.getByRole('dialog', { name: /^Recycle bin of/ })
  await bin
    .getByRole('row', { name: /Refunds/ })
    .getByRole('button')
    .click()
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  const question = page.getByRole('dialog', { name: 'Restore “Refunds”?' })
  await expectVisible(question.getByText('The folder is restored. It has no pages.'))
  await eventually(() => page.focused(), 'Restore')
  await page.keyboard.press('Control+Enter')
  await expectVisible(bin.getByText('The recycle bin is empty.'))
  // the row that had the focus is gone
  await eventually(() => bin.hasFocus({ inside: true }), true)
  await page.keyboard.press('Escape')
  await expectVisible(line(page, 'Refunds'))
})

test('catalogs are managed at their own address, by keyboard and by buttons', async () => {
  const page = openAs(browser, 'owner', `/catalog/${item_id}`)
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Manage folders' }))
  await line(page, 'Payments').click()
  await page.getByRole('button', { name: 'Up', exact: true }).click()
  await eventually(() => drawn(page)[0], '*Payments')
  await eventually(order, ['Start', 'Payments', 'Users'])
  await page.getByRole('button', { name: 'New subfolder' }).click()
  const name = page.getByRole('dialog').getByRole('textbox')
  await name.fill('Refunds')
  await name.press('Enter')
  await expectVisible(line(page, 'Refunds'))
  await eventually(() => drawn(page), ['*Payments', '**Refunds', '*Users', '**Admin', '***Deep'])
})

test('n creates a page in an item without pages, and in the focused catalog of the tree', async () => {
  const bare = await addItem(owner(), { item_name: 'Bare' })
  const page = openAs(browser, 'owner', `/${bare}`)
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Bare' }))
  await page.idle()
  await page.keyboard.press('n')
  await eventually(() => page.path, `/page/edit/${bare}/0`)
  const notes = await addCatalog(owner(), bare, 'Notes')
  const inside = await addCatalog(owner(), bare, 'Inside', notes)
  await page.goto(`/${bare}`)
  // type-ahead: jumps to a name that begins with n
  await line(page, 'Notes').click()
  await line(page, 'Inside').press('n')
  await eventually(() => line(page, 'Notes').hasFocus(), true)
  await owner().catalog.save({ item_id: bare, cat_id: notes, cat_name: 'Pieces' })
  await page.reload()
  await expectVisible(line(page, 'Inside'))
  await page.idle()
  await line(page, 'Inside').press('n')
  await eventually(() => page.path, `/page/edit/${bare}/0?cat_id=${inside}`)
})

test('a page moved by its menu is highlighted in its new position, and the focus returns to the menu', async () => {
  const page = openAs(browser, 'owner', `/${item_id}/${ids.start}`)
  await expectVisible(page.getByRole('button', { name: 'Folder', exact: true }))
  const menu = page.getByRole('button', { name: 'More actions for this page' })
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: /^Move…?/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Copy or move “Start”' })
  await dialog.getByRole('radio', { name: 'Move' }).press('Space')
  await dialog.getByLabel('Folder').selectOption({ label: 'Users / Admin' })
  await dialog.getByRole('button', { name: 'Move page' }).press('Enter')
  await expectHidden(dialog)
  await eventually(() => drawn(page), ['*Users', '**Create', '**List', '**Admin', '***Start', '***Deep', '*Payments'])
  expect(await line(page, 'Start').getAttribute('aria-current')).toBe('page')
  await eventually(() => menu.hasFocus(), true)
  // closed by hand, it stays closed
  await line(page, 'Users').click()
  await eventually(() => drawn(page), ['*Users', '*Payments'])
})

test('pages saved by others have a dot until read, also on collapsed catalogs; all can be marked as read', async () => {
  browser.app.rows.newMember(item_id, 'rea', 'read')
  const page = openAs(browser, 'rea', `/${item_id}/${ids.start}`)
  const dotted = async () =>
    page
      .locator('[role=treeitem][aria-description="Changed since you last read it"]')
      .elements()
      .map((one) => one.getAttribute('aria-label'))
      .toSorted()
  await eventually(() => [...browser.storage.keys()].some((key) => key.includes('.read.')), true)
  expect(await dotted()).toEqual([])
  const second = () => Math.floor(Date.now() / 1000)
  const from = second()
  await eventually(() => second() > from, true) // saves are told apart by whole seconds
  for (const [page_id, page_title, cat_id] of [
    [ids.create, 'Create', cats.users],
    [ids.pay, 'Pay', cats.payments],
  ] as const)
    await owner().page.save({ item_id, page_id, page_title, page_content: 'New', cat_id })
  await page.reload()
  await eventually(dotted, ['Payments', 'Users'])
  await line(page, 'Payments').click()
  await eventually(dotted, ['Pay', 'Users'])
  await line(page, 'Pay').click()
  await eventually(dotted, ['Users'])
  await page.getByRole('button', { name: 'Project menu' }).click()
  await page.getByRole('menuitem', { name: 'Mark all as read' }).click()
  await eventually(dotted, [])
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually(dotted, ['Users'])
  await page.reload()
  await eventually(dotted, ['Users'])
})
