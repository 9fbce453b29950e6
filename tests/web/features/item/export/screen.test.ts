import { beforeAll, expect, test } from 'vitest'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectVisible, openAs, type Screen } from '#tests/web/support/screen.tsx'

const browser = openBrowser()
let item_id: number

beforeAll(async () => {
  item_id = await browser.app.rows.newItem({ item_name: 'Orders API', item_domain: 'orders' })
  browser.app.rows.newMember(item_id, 'mo', 'edit')
})

function openPage(title: string, place: { cat_id?: number } = {}): Screen {
  const page_id = browser.app.rows.newPage(item_id, title, place)
  return openAs(browser, 'mo', `/orders/${page_id}`)
}

async function openMenu(page: Screen): Promise<void> {
  await page.getByRole('button', { name: 'More actions for this page' }).click()
  await page.getByRole('menuitem', { name: 'Export this page' }).click()
}

const dialog = (page: Screen) => page.getByRole('dialog', { name: 'Export “Orders API”' })

test('exports a page as Word, then a catalog as Markdown', async () => {
  const cat_id = browser.app.rows.newCatalog(item_id, 'Users')
  const page = openPage('List users', { cat_id })
  await openMenu(page)
  await dialog(page).getByRole('button', { name: 'Export' }).click()
  await expectVisible(dialog(page).getByText(/^List users\.docx \(.+\) is in your downloads\.$/))
  expect(page.opened).toEqual(['List users.docx'])
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()

  await openMenu(page)
  await dialog(page)
    .getByRole('radio', { name: /^Markdown/ })
    .click()
  expect(
    await dialog(page)
      .getByRole('radio', { name: /^This page/ })
      .isDisabled(),
  ).toBe(true)
  await dialog(page)
    .getByRole('radio', { name: /^One folder/ })
    .click()
  await dialog(page).getByRole('button', { name: 'Export' }).click()
  await expectVisible(dialog(page).getByText('Choose a folder to export.'))
  await dialog(page).getByRole('combobox', { name: 'Folder' }).selectOption({ label: 'Users' })
  await dialog(page).getByRole('button', { name: 'Export' }).click()
  await eventually(() => page.opened[1], /\.zip$/)
})

test('continues an export when its window is closed and stops it from the header', async () => {
  browser.hold('export/word')
  const page = openPage('Slow')
  await openMenu(page)
  await dialog(page).getByRole('button', { name: 'Export' }).click()
  await expectVisible(dialog(page).getByText('Creating the file on the server…'))
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: '1 import or export is running' }).click()
  const jobs = page.getByRole('dialog', { name: 'Imports and exports' })
  await expectVisible(jobs.getByText('Export “Slow”'))
  await jobs.getByRole('button', { name: 'Cancel' }).click()
  await expectVisible(jobs.getByText('Cancelled'))
  expect(page.opened).toEqual([])
})

test('shows why an export failed and tries again', async () => {
  const page = openPage('Broken')
  browser.unreachable.add('export/word')
  await openMenu(page)
  await dialog(page).getByRole('button', { name: 'Export' }).click()
  await expectVisible(dialog(page).getByText(/^Nothing was exported\. The server isn’t responding\./))
  browser.unreachable.clear()
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await eventually(() => page.opened, ['Broken.docx'])
})

test('has its own address and shows readers that they may not export', async () => {
  const page = openAs(browser, 'mo', `/item/export/${item_id}`)
  await page.getByRole('main').getByRole('button', { name: 'Export' }).click()
  await eventually(() => page.opened, ['Orders API.docx'])
  const reader = openAs(browser, undefined, `/item/export/${item_id}`)
  await expectVisible(reader.getByText('Only people who can edit Orders API can export it.'))
})
