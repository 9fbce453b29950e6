import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { makeZip } from '#tests/src/features/import/zip-writer.ts'
import { addItem, eventually, expectHidden, expectVisible, newSite, open, type Site } from './support/browser.ts'

const choices = ['Members only', 'Anyone with the password', 'Public']

let site: Site
beforeAll(async () => {
  site = await newSite()
})

const dialogOf = (page: Page) => page.getByRole('dialog')

const groupIn = (dialog: Locator) => dialog.getByRole('group', { name: 'Who can see it' })

/** The choices that a dialog offers, by name, and the selected one. */
async function offered(dialog: Locator) {
  const radios = groupIn(dialog).getByRole('radio')
  await expectVisible(radios.first())
  const names = await radios.evaluateAll((all) =>
    all.map((one) => (one as HTMLInputElement).labels?.[0]?.querySelector('span')?.firstChild?.textContent ?? ''),
  )
  const chosen = await radios.evaluateAll((all) => all.findIndex((one) => (one as HTMLInputElement).checked))
  return { names, chosen }
}

const described = {
  name: 'shop.json',
  mimeType: 'application/json',
  buffer: Buffer.from(
    JSON.stringify({
      openapi: '3.0.0',
      info: { title: 'Shop', version: '1' },
      paths: { '/a': { get: { summary: 'A', responses: {} } } },
    }),
  ),
}

const showdocFile = (password: string) => {
  const pages = { pages: [{ page_title: 'T', page_content: 'text' }], catalogs: [] }
  const data = JSON.stringify({ item_name: 'From ShowDoc', item_type: '1', password, pages })
  return { name: 'item.zip', mimeType: 'application/zip', buffer: makeZip([{ name: 'info.json', data }]) }
}

const notes = { name: 'notes.zip', mimeType: 'application/zip', buffer: makeZip([{ name: 'a.md', data: '# A' }]) }

async function openImport(page: Page, entry: string, file: { name: string; mimeType: string; buffer: Buffer }) {
  await page.goto(`${site.server.url}/item/index`)
  await page.getByRole('button', { name: 'New project' }).first().click()
  await page.getByRole('menuitem', { name: entry }).click()
  await dialogOf(page).locator('input[type=file]').setInputFiles(file)
  return dialogOf(page)
}

test('a new item is members-only by default, by keyboard, and the middle choice requires a password', async () => {
  const page = await open(site.server, { at: '/item/index', token: site.token })
  await expectVisible(page.getByText('No projects yet. Create one or import what you have.'))
  await page.getByRole('button', { name: 'New project' }).last().press('Enter')
  const dialog = dialogOf(page)
  expect(await offered(dialog)).toEqual({ names: choices, chosen: 0 })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Plans')
  expect(await dialog.getByLabel(/^Access password/).count()).toBe(0)
  const radio = (name: string) => groupIn(dialog).getByRole('radio', { name: new RegExp(`^${name}`) })
  await radio('Members only').focus()
  await page.keyboard.press('ArrowDown')
  await expectVisible(dialog.getByLabel(/^Access password/))
  // from the choice, Tab moves to its password
  await page.keyboard.press('Tab')
  await eventually(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name), 'password')
  await page.keyboard.press('Enter')
  const error = dialog.getByText('Enter an access password, or choose “Members only”')
  await expectVisible(error)
  expect(await dialog.getByLabel(/^Access password/).getAttribute('aria-invalid')).toBe('true')
  await radio('Anyone with the password').focus()
  await page.keyboard.press('ArrowUp')
  await expectHidden(error)
  await page.keyboard.press('Control+Enter')
  await page.waitForURL((url) => /^\/\d+$/.test(url.pathname))
  const [item] = await site.admin.item.myList()
  expect(item).toMatchObject({ item_name: 'Plans', visibility: 'members' })

  // replacing an existing password is cancelled by keyboard
  const { item_id: locked } = await site.admin.item.add({ item_name: 'Keys', visibility: 'password', password: 'old' })
  await page.goto(`${site.server.url}/item/setting/${locked}`)
  await page.getByRole('button', { name: 'Change password' }).press('Enter')
  await page.keyboard.type('new')
  expect(await page.getByLabel(/^Access password/).inputValue()).toBe('new')
  await page.getByRole('button', { name: 'Keep the current password' }).press('Enter')
  await eventually(() => page.evaluate(() => document.activeElement?.textContent), 'Change password')
  await expectVisible(page.getByText('An access password is set.'))

  // no password is mentioned where there is none
  await page.goto(`${site.server.url}/item/setting/${item?.item_id}`)
  await expectVisible(page.getByRole('radio', { name: /^Members only/, checked: true }))
  expect(await page.getByText(/password is set/).count()).toBe(0)
  await page.goto(`${site.server.url}/item/index`)
  await expectVisible(page.getByRole('article').filter({ hasText: 'Plans' }).getByText('Members only'))
  await page.getByRole('button', { name: 'Menu of Plans' }).click()
  await page.getByRole('menuitem', { name: 'Share', exact: true }).click()
  await expectVisible(dialog.getByText('Members only: People and teams added to this project.'))
})

test('every dialog that creates an item offers the same choices, and preselects the known one', async () => {
  const source = await addItem(site.admin, { item_name: 'Source', password: 'come in' })
  const page = await open(site.server, { at: '/item/index', token: site.token })
  const windows: [string, Parameters<typeof openImport>[2], number, string?][] = [
    ['Import a file', notes, 0],
    ['Import OpenAPI or Postman', described, 0],
    ['Import a file', showdocFile('of the file'), 1, 'The access password in the file is kept.'],
    ['Import a file', showdocFile(''), 2],
  ]
  for (const [entry, file, chosen, kept] of windows) {
    const dialog = await openImport(page, entry, file)
    const shown = await offered(dialog)
    expect([file.name, shown.chosen]).toEqual([file.name, chosen])
    expect(shown.names.map((name) => name.replace(' (as in the file)', ''))).toEqual(choices)
    if (kept) await expectVisible(dialog.getByText(kept))
  }
  // a copy keeps the choice of its source, with its password
  await site.admin.item.star({ item_id: source })
  await page.goto(`${site.server.url}/item/index`)
  await page.getByRole('button', { name: 'New project' }).first().click()
  await page.getByRole('menuitem', { name: 'Duplicate a project' }).click()
  await dialogOf(page).getByRole('combobox').fill('Source')
  await page.keyboard.press('Enter')
  await dialogOf(page).getByRole('button', { name: 'Continue' }).click()
  expect(await offered(dialogOf(page))).toEqual({ names: choices, chosen: 1 })
  await expectVisible(dialogOf(page).getByText('The copy keeps the access password.'))
  await dialogOf(page).getByRole('button', { name: 'Duplicate project' }).click()
  await eventually(
    async () => (await site.admin.item.myList()).find(({ item_name }) => item_name === 'Source--copy')?.visibility,
    'password',
  )
})

test('a visitor sees the same screen for an item with a password, a members-only one, and a missing one', async () => {
  const { item_id } = await site.admin.item.add({ item_name: 'Hidden', visibility: 'members' })
  const withPassword = await addItem(site.admin, { item_name: 'Locked', password: 'come in' })
  const screens: string[] = []
  for (const id of [item_id, withPassword, item_id + withPassword]) {
    const page = await open(site.server, { at: `/${id}` })
    await expectVisible(page.getByRole('heading', { level: 1, name: 'This project is private or doesn’t exist' }))
    await expectVisible(page.getByRole('link', { name: 'Sign in' }))
    screens.push(await page.getByRole('main').innerText())
    expect(screens.at(-1)).toContain('If you were given an access password, enter it here.')
    await page.close()
  }
  expect(screens).toEqual(screens.map(() => screens[0]))
})
