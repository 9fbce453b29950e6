import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'

import type { Client } from '#shared/contract/client.ts'
import type { Contract } from '#shared/contract/index.ts'
import {
  addItem,
  currentPath,
  eventually,
  expectHidden,
  expectVisible,
  frames,
  newSite,
  open,
  type Site,
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
})
