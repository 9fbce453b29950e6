import { zipSync } from 'fflate'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  addCatalog,
  addItem,
  addPage,
  eventually,
  expectHidden,
  expectVisible,
  newSite,
  open,
  type Site,
  settle,
} from './support/browser.ts'

let site: Site
let item_id: number
let cats: Record<'users' | 'admin' | 'deep' | 'payments', number>
let ids: Record<'start' | 'create' | 'list' | 'pay', number>

beforeAll(async () => {
  site = await newSite()
})

/** Start · Users (Create, List, Admin (Deep)) · Payments (Pay) */
beforeEach(async () => {
  const { admin } = site
  item_id = await addItem(admin, { item_name: 'Orders API' })
  const users = await addCatalog(admin, item_id, 'Users')
  const below = await addCatalog(admin, item_id, 'Admin', users)
  const deep = await addCatalog(admin, item_id, 'Deep', below)
  const payments = await addCatalog(admin, item_id, 'Payments')
  cats = { users, admin: below, deep, payments }
  ids = {
    start: await addPage(admin, item_id, 'Start', 'Where it begins'),
    create: await addPage(admin, item_id, 'Create', 'A walrus', users),
    list: await addPage(admin, item_id, 'List', '', users),
    pay: await addPage(admin, item_id, 'Pay', '', payments),
  }
})

const line = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true })

/** The tree as it is rendered: levels as stars. */
const drawn = (page: Page): Promise<string[]> =>
  page
    .getByRole('treeitem')
    .evaluateAll((all) =>
      all
        .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        .map((one) => '*'.repeat(Number(one.getAttribute('aria-level'))) + one.getAttribute('aria-label')),
    )

/** Opens the item with all catalogs expanded, once the editing code has loaded. */
async function openTree(options: { token?: string; expects?: RegExp; sameProfileAs?: Page } = {}): Promise<Page> {
  const page = await open(site.server, { at: `/${item_id}/${ids.start}`, token: site.token, ...options })
  await line(page, 'Users').press('Shift+F10') // the menu opens when everything has loaded
  await expectVisible(page.getByRole('menuitem').first())
  await page.keyboard.press('Escape')
  await expectHidden(page.getByRole('menu'))
  for (const name of ['Users', 'Payments', 'Admin']) {
    const catalog = line(page, name)
    if ((await catalog.getAttribute('aria-expanded')) === 'false') await catalog.click({ modifiers: ['Alt'] })
  }
  await eventually(
    () => drawn(page),
    ['*Start', '*Users', '**Create', '**List', '**Admin', '***Deep', '*Payments', '**Pay'],
  )
  return page
}

const boxOf = async (target: Locator) => {
  const box = await target.boundingBox()
  if (!box) throw new Error('not drawn')
  return box
}

/** Drags a row and holds it over another: `part` of its height from the top, `levels` to the side. */
async function drag(page: Page, from: string, over: string, part: number, levels = 0): Promise<void> {
  const a = await boxOf(line(page, from))
  const b = await boxOf(line(page, over))
  const x = a.x + 60
  await page.mouse.move(x, a.y + a.height / 2)
  await page.mouse.down()
  await page.mouse.move(x, a.y + a.height / 2 + 8)
  await page.mouse.move(x + 16 * levels, b.y + b.height * part, { steps: 4 })
}

const choose = async (page: Page, name: string, ...entries: string[]) => {
  await line(page, name).click({ button: 'right' })
  for (const entry of entries) await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

const order = async () => {
  const { menu } = await site.admin.item.info({ item_id })
  return [
    ...menu.pages.map((one) => [Number(one.s_number), one.page_title]),
    ...menu.catalogs.map((one) => [Number(one.s_number), one.cat_name]),
  ]
    .toSorted((a, b) => Number(a[0]) - Number(b[0]))
    .map(([, name]) => name)
}

test('drags a row between and into others; Undo reverts, Escape cancels, a fourth level is rejected', async () => {
  const page = await openTree()
  await drag(page, 'Start', 'Payments', 0.1)
  await page.mouse.up()
  await eventually(
    () => drawn(page),
    ['*Users', '**Create', '**List', '**Admin', '***Deep', '*Start', '*Payments', '**Pay'],
  )
  await eventually(order, ['Users', 'Start', 'Payments'])

  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually(order, ['Start', 'Users', 'Payments'])
  await expectVisible(line(page, 'Start'))

  await drag(page, 'Pay', 'Admin', 0.5)
  await page.mouse.up()
  await expectVisible(page.getByText('Moved “Pay” to Users / Admin'))
  await eventually(async () => (await site.admin.page.info({ page_id: ids.pay })).cat_id, String(cats.admin))
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually(async () => (await site.admin.page.info({ page_id: ids.pay })).cat_id, String(cats.payments))

  const before = await drawn(page)
  await drag(page, 'Payments', 'Deep', 0.5)
  await expectVisible(page.getByText('Folders can only be 3 levels deep'))
  await page.mouse.up()
  expect(await drawn(page)).toEqual(before)

  await drag(page, 'Start', 'Pay', 0.9)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  expect(await drawn(page)).toEqual(before)
  expect(new URL(page.url()).pathname).toBe(`/${item_id}/${ids.start}`)
})

test('keys move a row in and out of catalogs and keep its focus; F2 renames a catalog in place', async () => {
  const page = await openTree()
  await line(page, 'Create').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await eventually(
    () => drawn(page),
    ['*Start', '*Users', '**List', '**Create', '**Admin', '***Deep', '*Payments', '**Pay'],
  )
  await page.keyboard.press('Alt+ArrowLeft')
  await eventually(
    () => drawn(page),
    ['*Start', '*Users', '**List', '**Admin', '***Deep', '*Create', '*Payments', '**Pay'],
  )
  await expectVisible(line(page, 'Create').and(page.locator(':focus')))
  await page.keyboard.press('Alt+ArrowRight')
  await eventually(
    () => drawn(page),
    ['*Start', '*Users', '**List', '**Admin', '***Deep', '**Create', '*Payments', '**Pay'],
  )
  await eventually(async () => (await site.admin.page.info({ page_id: ids.create })).cat_id, String(cats.users))
  // one Undo for the whole series
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually(
    () => drawn(page),
    ['*Start', '*Users', '**Create', '**List', '**Admin', '***Deep', '*Payments', '**Pay'],
  )

  await line(page, 'Payments').focus()
  await page.keyboard.press('F2')
  await expectVisible(page.getByRole('textbox', { name: 'New name for “Payments”' }).and(page.locator(':focus')))
  await page.keyboard.type('支付 & <b>Money</b>')
  await page.keyboard.press('Enter')
  await expectVisible(line(page, '支付 & <b>Money</b>').and(page.locator(':focus')))
  await eventually(order, ['Start', 'Users', '支付 & <b>Money</b>'])
  await page.keyboard.press('F2')
  await page.keyboard.type('never')
  await page.keyboard.press('Escape')
  await expectVisible(line(page, '支付 & <b>Money</b>').and(page.locator(':focus')))
})

test('a page moved by its row keeps the focus, or passes it to the heading when the row is not visible', async () => {
  const page = await open(site.server, { at: `/${item_id}/${ids.start}`, token: site.token })
  await expectVisible(page.getByRole('button', { name: 'Folder', exact: true }))
  const move = async (name: string) => {
    await line(page, name).press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Copy', exact: true }).press('Enter')
    const dialog = page.getByRole('dialog', { name: `Copy or move “${name}”` })
    await dialog.getByRole('radio', { name: 'Move' }).press('Space')
    await dialog.getByLabel('Folder').selectOption({ label: 'Payments' })
    await dialog.getByRole('button', { name: 'Move page' }).press('Enter')
    await expectHidden(dialog)
  }
  await move('Start')
  await expectVisible(line(page, 'Start').and(page.locator(':focus')))
  const loose = await addPage(site.admin, item_id, 'Loose', '')
  await page.goto(`${site.server.url}/${item_id}/${ids.create}`)
  await expectVisible(page.getByRole('button', { name: 'Folder', exact: true }))
  await line(page, 'Payments').click()
  await expectHidden(line(page, 'Pay'))
  await page.reload()
  await expectVisible(page.getByRole('button', { name: 'Folder', exact: true }))
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Create' }))
  await move('Loose')
  await eventually(async () => (await site.admin.page.info({ page_id: loose })).cat_id, String(cats.payments))
  await expectHidden(line(page, 'Loose'))
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Create' }).and(page.locator(':focus')))
})

test('a page deleted with the keyboard passes the focus to the heading of the screen that follows', async () => {
  const lonely = await addItem(site.admin, { item_name: 'Lonely' })
  const page_id = await addPage(site.admin, lonely, 'Only one')
  const page = await open(site.server, { at: `/${lonely}/${page_id}`, token: site.token })
  // an earlier place of the focus that the next screen has too
  const edge = page.getByRole('separator', { name: 'Width of the page tree' })
  await edge.focus()
  await page.getByRole('button', { name: 'More actions for this page' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete page' }).press('Enter')
  const heading = page.getByRole('heading', { level: 1, name: 'Lonely' })
  await expectVisible(heading)
  await expectHidden(page.getByRole('alertdialog'))
  await eventually(() => heading.evaluate((one) => one === document.activeElement), true)
})

test('a change in one tab shows in the other', async () => {
  const page = await openTree()
  const other = await openTree({ sameProfileAs: page })
  await line(page, 'Start').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await eventually(async () => (await drawn(other))[0], '*Users')
})

test('with 5,000 pages, a dragged page is in its new position by the next paint', async () => {
  const files: Record<string, Uint8Array> = {}
  for (let n = 0; n < 5000; n++)
    files[`Part ${n % 5}/Page ${String(n).padStart(4, '0')}.md`] = new TextEncoder().encode('x')
  const zip = new Blob([Buffer.from(zipSync(files, { level: 0 }))])
  const { item_id: large } = await site.admin.import.auto({ file: zip })
  const page = await open(site.server, { at: `/${large}`, token: site.token })
  await expectVisible(line(page, 'Page 0005'))
  await expectVisible(page.getByRole('button', { name: 'Folder', exact: true }))
  await settle(page)
  const took: number[] = []
  for (let turn = 0; turn < 5; turn++) {
    const [, name = '', next = ''] = (await drawn(page)).map((one) => one.replaceAll('*', ''))
    const other = (await drawn(page))[4]?.replaceAll('*', '') ?? next
    await drag(page, name, other, 0.9)
    await page.evaluate(() => {
      window.addEventListener(
        'pointerup',
        () => {
          const from = performance.now()
          requestAnimationFrame(() => {
            const channel = new MessageChannel()
            channel.port1.onmessage = () => Object.assign(window, { tookMs: performance.now() - from })
            channel.port2.postMessage(0)
          })
        },
        { once: true, capture: true },
      )
    })
    await page.mouse.up()
    await eventually(async () => (await drawn(page))[4]?.replaceAll('*', ''), name)
    took.push(await page.evaluate<number>('window.tookMs'))
  }
  // 100 on an otherwise idle machine; takes the fastest run, because other processes use this one as well
  expect(Math.min(...took)).toBeLessThan(300)
})

test('a menu in the footer of the tree and a notification do not overlap', async () => {
  const page = await openTree()
  await choose(page, 'Users', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete folder' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await expectVisible(undo)
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await expectVisible(page.getByRole('menuitem', { name: 'Recycle bin' }))
  const menu = (await page.getByRole('menu').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const message = (await page
    .getByRole('status')
    .filter({ hasText: 'moved to the recycle bin' })
    .last()
    .boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  expect(message.x).toBeGreaterThan(menu.x + menu.width)
  await page.keyboard.press('Escape')
  await undo.click()
})

test('a menu requested before it has loaded opens later, unless the user does something else first', async () => {
  const page = await open(site.server, { at: '/about', token: site.token })
  let arrive = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/assets/tree-editing-*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${site.server.url}/${item_id}/${ids.start}`)
  await line(page, 'Users').press('Shift+F10')
  await line(page, 'Payments').click() // something else
  await expectVisible(line(page, 'Pay'))
  await line(page, 'Users').click({ button: 'right' })
  arrive()
  await page.getByRole('menuitem', { name: 'Copy', exact: true }).click()
  await expectVisible(page.getByRole('dialog', { name: 'Copy or move folder “Users”' }))
})
