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
const exportNow = (page: Screen) => dialog(page).getByRole('button', { name: 'Export' }).click()

test('exports a page as Word, then a catalog as Markdown, and keeps both files for the day', async () => {
  const cat_id = browser.app.rows.newCatalog(item_id, 'Users')
  const page = openPage('List users', { cat_id })
  await openMenu(page)
  await dialog(page).getByRole('radio', { name: /^Word/ }).click()
  await exportNow(page)
  await expectVisible(dialog(page).getByText(/^List users\.docx \(.+\) is in your downloads\.$/))
  await eventually(() => page.opened, ['List users.docx'])
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()

  await openMenu(page)
  await expectVisible(dialog(page).getByRole('button', { name: 'Download List users.docx' }))
  await dialog(page)
    .getByRole('radio', { name: /^Markdown/ })
    .click()
  await dialog(page)
    .getByRole('radio', { name: /^One folder/ })
    .click()
  await exportNow(page)
  await expectVisible(dialog(page).getByText('Choose a folder to export.'))
  await dialog(page).getByRole('combobox', { name: 'Folder' }).selectOption({ label: 'Users' })
  await exportNow(page)
  await eventually(() => page.opened[1], 'Users.zip')
  await dialog(page).getByRole('button', { name: 'Export something else' }).click()
  await dialog(page).getByRole('button', { name: 'Download List users.docx' }).click()
  await eventually(() => page.opened[2], 'List users.docx')
})

test('exports the folders and pages that are ticked', async () => {
  const page = openPage('Alone')
  // through the API: the tree is cached until something is saved
  const owner = browser.app.as('owner')
  const cat_id = await owner.catalog.save({ item_id, cat_name: 'Ticked' })
  for (const page_title of ['first of it', 'second of it'])
    await owner.page.save({ item_id, cat_id, page_title, page_content: 'text' })
  await openMenu(page)
  await dialog(page)
    .getByRole('radio', { name: /^Chosen/ })
    .click()
  await exportNow(page)
  await expectVisible(dialog(page).getByText('Choose at least one folder or page.'))
  await dialog(page).getByRole('checkbox', { name: 'Ticked' }).click()
  await expectVisible(dialog(page).getByText('2 pages chosen'))
  await dialog(page).getByRole('button', { name: 'Open Ticked' }).click()
  await dialog(page).getByRole('checkbox', { name: 'second of it' }).click()
  await expectVisible(dialog(page).getByText('1 page chosen'))
  await exportNow(page)
  await eventually(() => page.opened.length, 1)
  const [job] = await browser.app.as('mo').job.list()
  expect(job).toMatchObject({ title: 'Orders API', total: 1, state: 'done' })
})

test('continues an export when its window is closed and stops it from the header', async () => {
  const large = await browser.app.rows.newItem({ item_name: 'Large', item_domain: 'large', owner: 'mo' })
  const page_content = `${'A long text about orders. '.repeat(400)}\n\n`.repeat(4)
  browser.app.rows.sqlite.exec('BEGIN')
  for (let number = 0; number < 1000; number += 1) browser.app.rows.newPage(large, `p${number}`, { page_content })
  browser.app.rows.sqlite.exec('COMMIT')
  const page = openAs(browser, 'mo', `/item/export/${large}`)
  const main = page.getByRole('main')
  await main.getByRole('radio', { name: /^Word/ }).click()
  await main.getByRole('button', { name: 'Export' }).click()
  await expectVisible(main.getByRole('progressbar'))
  await page.getByRole('button', { name: '1 import or export is running' }).click()
  const jobs = page.getByRole('dialog', { name: 'Imports and exports' })
  await expectVisible(jobs.getByText('Export “Large”'))
  await jobs.getByRole('button', { name: 'Cancel' }).click()
  await expectVisible(jobs.getByText('Cancelled'))
  await expectVisible(jobs.getByText('No file was created.'))
  expect(page.opened).toEqual([])
})

test('shows why an export failed and tries again', async () => {
  const page = openPage('Broken')
  browser.unreachable.add('export/start')
  await openMenu(page)
  await exportNow(page)
  await expectVisible(dialog(page).getByText(/^Nothing was exported\. The server isn’t responding\./))
  browser.unreachable.clear()
  await exportNow(page)
  await eventually(() => page.opened.length, 1)
})

test('shows what could not be put into the file as it is', async () => {
  const page_id = browser.app.rows.newPage(item_id, 'Noted')
  const notes = [
    { name: 'Noted', reason: 'glyphs', detail: '𓀀𓀁' },
    { name: 'Noted', reason: 'source', detail: 'flowchart' },
  ]
  const page = openAs(browser, 'mo', `/orders/${page_id}`)
  await openMenu(page)
  await exportNow(page)
  await eventually(() => page.opened.length, 1)
  const [job] = browser.app.rows.all('job').filter(({ title }) => title === 'Noted')
  const input = JSON.stringify({ ...JSON.parse(String(job?.input)), notes, note_count: 2 })
  browser.app.rows.sqlite.prepare('UPDATE job SET input = ? WHERE job_id = ?').run(input, job?.job_id)
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  const again = openAs(browser, 'mo', `/item/export/${item_id}`)
  await again.getByText('2 notes').click()
  await expectVisible(again.getByText('Noted: the font has no glyph for 𓀀𓀁'))
  await expectVisible(again.getByText('Noted: shown as source: flowchart'))
})

test('has its own address and shows readers that they may not export', async () => {
  const page = openAs(browser, 'mo', `/item/export/${item_id}`)
  await page.getByRole('main').getByRole('radio', { name: /^Word/ }).click()
  await page.getByRole('main').getByRole('button', { name: 'Export' }).click()
  await eventually(() => page.opened, ['Orders API.docx'])
  const reader = openAs(browser, undefined, `/item/export/${item_id}`)
  await expectVisible(reader.getByText('Only people who can edit Orders API can export it.'))
})
