import { beforeAll, expect, test } from 'vitest'
import { makeZip } from '#tests/src/features/import/zip-writer.ts'
import { addItem } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import {
  eventually,
  expectHidden,
  expectVisible,
  type Locator,
  openAs,
  type Screen,
} from '#tests/web/support/screen.tsx'

const browser = openBrowser()
const owner = () => browser.app.as('owner')
const choices = ['Members only', 'Anyone with the password', 'Public']

beforeAll(() => void browser.app.uid('owner'))

const groupIn = (dialog: Locator) => dialog.getByRole('group', { name: 'Who can see it' })

/** The choices that a dialog offers, by name, and the selected one. */
async function offered(dialog: Locator) {
  const radios = groupIn(dialog).getByRole('radio')
  await expectVisible(radios.first())
  const all = radios.elements() as HTMLInputElement[]
  const names = all.map((one) => one.labels?.[0]?.querySelector('span')?.firstChild?.textContent ?? '')
  return { names, chosen: all.findIndex((one) => one.checked) }
}

const described = new File(
  [
    JSON.stringify({
      openapi: '3.0.0',
      info: { title: 'Shop', version: '1' },
      paths: { '/a': { get: { summary: 'A', responses: {} } } },
    }),
  ],
  'shop.json',
  { type: 'application/json' },
)

const zip = (name: string, entry: string, data: string) =>
  new File([Uint8Array.from(makeZip([{ name: entry, data }]))], name, { type: 'application/zip' })

const showdocFile = (password: string) => {
  const pages = { pages: [{ page_title: 'T', page_content: 'text' }], catalogs: [] }
  return zip('item.zip', 'info.json', JSON.stringify({ item_name: 'From ShowDoc', item_type: '1', password, pages }))
}

async function openImport(page: Screen, entry: string, file: File): Promise<Locator> {
  await page.goto('/item/index')
  await page.getByRole('button', { name: 'New project' }).first().click()
  await page.getByRole('menuitem', { name: entry }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setFiles(file)
  return dialog
}

test('every dialog that creates an item offers the same choices, and preselects the known one', async () => {
  const source = await addItem(owner(), { item_name: 'Source', password: 'come in' })
  const page = openAs(browser, 'owner', '/item/index')
  const dialogs: [string, File, number, string?][] = [
    ['Import a file', zip('notes.zip', 'a.md', '# A'), 0],
    ['Import an API description', described, 0],
    ['Import a file', showdocFile('of the file'), 1, 'The access password in the file is kept.'],
    ['Import a file', showdocFile(''), 2],
  ]
  for (const [entry, file, chosen, note] of dialogs) {
    const dialog = await openImport(page, entry, file)
    const shown = await offered(dialog)
    expect([file.name, shown.chosen]).toEqual([file.name, chosen])
    expect(shown.names.map((name) => name.replace(' (as in the file)', ''))).toEqual(choices)
    if (note) await expectVisible(dialog.getByText(note))
  }
  // a copy keeps the choice of its source, with its password
  await owner().item.star({ item_id: source })
  await page.goto('/item/index')
  await page.getByRole('button', { name: 'New project' }).first().click()
  await page.getByRole('menuitem', { name: 'Duplicate a project' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').fill('Source')
  await page.getByRole('option', { name: /Source/ }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  expect(await offered(dialog)).toEqual({ names: choices, chosen: 1 })
  await expectVisible(dialog.getByText('The copy keeps the access password.'))
  await dialog.getByRole('button', { name: 'Duplicate project' }).click()
  await eventually(
    async () => (await owner().item.myList()).find(({ item_name }) => item_name === 'Source--copy')?.visibility,
    'password',
  )
})

test('a visitor sees the same screen for an item with a password, a members-only one, and a missing one', async () => {
  const { item_id } = await owner().item.add({ item_name: 'Hidden', visibility: 'members' })
  const withPassword = await addItem(owner(), { item_name: 'Locked', password: 'come in' })
  const screens: string[] = []
  for (const id of [item_id, withPassword, item_id + withPassword]) {
    const page = openAs(browser, undefined, `/${id}`)
    await expectVisible(page.getByRole('heading', { level: 1, name: 'This project is private or doesn’t exist' }))
    await expectVisible(page.getByRole('link', { name: 'Sign in' }).first())
    await page.idle()
    screens.push((await page.getByRole('main').textContent()) ?? '')
    expect(screens.at(-1)).toContain('If you were given an access password, enter it here.')
  }
  expect(screens).toEqual(screens.map(() => screens[0]))
})

test('a new item is members-only by default, by keyboard, and the middle choice requires a password', async () => {
  const kim = () => browser.app.as('kim')
  const page = openAs(browser, 'kim', '/item/index')
  await expectVisible(page.getByText('No projects yet. Create one or import what you have.'))
  await page.getByRole('button', { name: 'New project' }).last().press('Enter')
  const dialog = page.getByRole('dialog')
  expect(await offered(dialog)).toEqual({ names: choices, chosen: 0 })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Plans')
  expect(await dialog.getByLabel(/^Access password/).count()).toBe(0)
  const radio = (name: string) => groupIn(dialog).getByRole('radio', { name: new RegExp(`^${name}`) })
  await radio('Members only').press('ArrowDown')
  await expectVisible(dialog.getByLabel(/^Access password/))
  // from the choice, Tab moves to its password
  await page.keyboard.press('Tab')
  await eventually(() => dialog.getByLabel(/^Access password/).hasFocus(), true)
  await page.keyboard.press('Enter')
  const error = dialog.getByText('Enter an access password, or choose “Members only”')
  await expectVisible(error)
  expect(await dialog.getByLabel(/^Access password/).getAttribute('aria-invalid')).toBe('true')
  await radio('Anyone with the password').press('ArrowUp')
  await expectHidden(error)
  await page.keyboard.press('Control+Enter')
  await eventually(() => page.path, /^\/\d+$/)
  const [item] = await kim().item.myList()
  expect(item).toMatchObject({ item_name: 'Plans', visibility: 'members' })

  // replacing an existing password is cancelled by keyboard
  const { item_id: locked } = await kim().item.add({ item_name: 'Keys', visibility: 'password', password: 'old' })
  await page.goto(`/item/setting/${locked}`)
  await page.getByRole('button', { name: 'Change password' }).press('Enter')
  await eventually(() => page.getByLabel(/^Access password/).hasFocus(), true)
  await page.keyboard.type('new')
  expect(await page.getByLabel(/^Access password/).inputValue()).toBe('new')
  await page.getByRole('button', { name: 'Keep the current password' }).press('Enter')
  await eventually(() => page.focused(), 'Change password')
  await expectVisible(page.getByText('An access password is set.'))

  // no password is mentioned where there is none
  await page.goto(`/item/setting/${item?.item_id}`)
  await expectVisible(page.getByRole('radio', { name: /^Members only/, checked: true }))
  expect(await page.getByText(/password is set/).count()).toBe(0)
  await page.goto('/item/index')
  await expectVisible(page.getByRole('article').filter({ hasText: 'Plans' }).getByText('Members only'))
  await page.getByRole('button', { name: 'Menu of Plans' }).click()
  await page.getByRole('menuitem', { name: 'Share', exact: true }).click()
  await expectVisible(dialog.getByText('Members only: People and teams added to this project.'))
})
