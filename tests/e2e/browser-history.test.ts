import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
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
  newSite,
  open,
  type Site,
  settle,
} from './support/browser.ts'

let site: Site
let item_id: number
/** A user who may edit the item. */
let writer: { token: string; client: Client<Contract> }

beforeAll(async () => {
  site = await newSite({}, { site_name: 'Team papers' })
  item_id = await addItem(site.admin, { item_name: 'Orders API', item_domain: 'orders' })
  writer = await site.newAccount('mo')
  await site.admin.member.save({ item_id, username: 'mo', member_group_id: 1, cat_id: 0 })
})

const lines = (count: number) => Array.from({ length: count }, (_, at) => `Line ${at + 1} of the page.`)

/** Creates a page that was saved with these texts, one after the other. */
async function withVersions(page_title: string, ...texts: string[]): Promise<number> {
  const page_id = await addPage(site.admin, item_id, page_title, texts[0])
  for (const page_content of texts.slice(1)) await site.admin.page.save({ item_id, page_id, page_title, page_content })
  return page_id
}

const textOf = async (page_id: number) => (await site.admin.page.info({ page_id })).page_content
const versionsOf = async (page_id: number) =>
  (await site.admin.page.history({ page_id })).map(({ page_history_id }) => page_history_id)
const drawer = (page: Page) => page.getByRole('dialog', { name: 'History' })
const status = (page: Page, words: string) => expectVisible(page.getByText(words, { exact: true }).first())
const rowWith = (page: Page, text: string) => page.locator('[data-row]').filter({ hasText: text })

describe('history', () => {
  test('opens the drawer, adds a remark, previews and restores a version and undoes it, by keyboard', async () => {
    const page_id = await withVersions('Create a user', 'one\ntwo', 'one\ntwo\nthree', 'one\n2\nthree')
    const page = await open(site.server, { token: site.token, at: `/orders/${page_id}`, expects: /ERR_FAILED/ })
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Create a user' }))
    await page.keyboard.press('h')
    const versions = drawer(page).getByRole('listitem')
    await eventually(() => versions.count(), 3)
    await expectVisible(drawer(page).getByText('Keeps the last 20 versions.'))
    await expectVisible(versions.first().getByText('Current'))
    await eventually(() => versions.first().textContent(), /\+1 −1/)
    await eventually(() => versions.nth(1).textContent(), /\+1 −0/)

    await versions
      .nth(1)
      .getByRole('button', { name: /^Actions for/ })
      .focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Add note' }).press('Enter')
    await page.getByRole('textbox', { name: /^Note on the version/ }).fill('before the rename')
    await page.route('**/api/page/updateHistoryComments', (route) => route.abort(), { times: 1 })
    await page.keyboard.press('Enter')
    // an unsaved remark stays in its field
    await expectVisible(page.getByText('The server isn’t responding. Check your connection, then try again.'))
    await page.keyboard.press('Enter')
    await expectVisible(versions.nth(1).getByText('before the rename'))
    await eventually(async () => (await site.admin.page.history({ page_id }))[0]?.page_comments, 'before the rename')

    await versions
      .nth(1)
      .getByRole('button', { name: /Preview$/ })
      .press('Enter')
    const preview = page.getByRole('dialog', { name: 'Create a user' })
    await expectVisible(preview.getByText('two'))
    await preview.getByRole('button', { name: 'Restore this version' }).press('Enter')
    const question = page.getByRole('alertdialog')
    await expectVisible(
      question.getByText(
        'This replaces the current text right away. The replaced text stays in the history, so nothing is lost.',
      ),
    )
    await eventually(() => page.evaluate(() => document.activeElement?.textContent), 'Cancel')
    await question.getByRole('button', { name: 'Restore' }).press('Enter')
    await expectHidden(drawer(page))
    await eventually(() => textOf(page_id), 'one\ntwo\nthree')
    await expectVisible(page.locator('.md-body').getByText('two'))
    expect((await site.admin.page.info({ page_id })).page_comments).toMatch(/^Version from .* restored$/)

    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(() => textOf(page_id), 'one\n2\nthree')
    await expectHidden(page.locator('.md-body').getByText('two'))
    expect(await versionsOf(page_id)).toHaveLength(4)
  })

  test('compares two selected versions with the older one on the left', async () => {
    const page_id = await withVersions('Two of three', 'a', 'b', 'c')
    const [newer, older] = await versionsOf(page_id)
    const page = await open(site.server, { token: writer.token, at: `/orders/${page_id}` })
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Two of three' }))
    await page.keyboard.press('h')
    await drawer(page).getByRole('button', { name: 'Compare two versions' }).click()
    for (const box of await drawer(page).getByRole('checkbox').all()) await box.check({ force: true })
    const [window] = await Promise.all([
      page.context().waitForEvent('page'),
      drawer(page).getByRole('button', { name: 'Compare', exact: true }).click(),
    ])
    await window.waitForURL(`**/page/diff/${page_id}/${older}?with=${newer}`)
    await expectVisible(window.getByText('1 line added · 1 removed'))
    await window.close()
  })

  test('lets an editor restore, but reports it and changes nothing while another user is editing', async () => {
    const page_id = await withVersions('Locked', 'old', 'new')
    await site.admin.page.setLock({ page_id, item_id })
    const [version] = await versionsOf(page_id)
    const page = await open(site.server, { token: writer.token, at: `/page/diff/${page_id}/${version}` })
    await page.getByRole('button', { name: 'Restore this version' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Restore' }).click()
    await expectVisible(question.getByRole('alert'))
    expect(await textOf(page_id)).toBe('new')
    await site.admin.page.setLock({ page_id, item_id, lock_to: 1000 })
    await question.getByRole('button', { name: 'Restore' }).click()
    await page.waitForURL(`**/orders/${page_id}`)
    await expectVisible(page.locator('.md-body').getByText('old'))
    expect(await textOf(page_id)).toBe('old')
  })

  test('gives a reader no history and a read-only comparison', async () => {
    const page_id = await withVersions('For readers', 'old', 'new')
    const [version] = await versionsOf(page_id)
    const page = await open(site.server, { at: `/orders/${page_id}` })
    await expectVisible(page.getByRole('heading', { level: 1, name: 'For readers' }))
    await page.keyboard.press('h')
    await settle(page)
    expect(await drawer(page).count()).toBe(0)
    await page.goto(`${site.server.url}/page/diff/${page_id}/${version}`)
    await expectVisible(page.getByText('1 line added · 1 removed'))
    await expectVisible(page.getByRole('button', { name: 'Copy old text' }))
    expect(await page.getByRole('button', { name: 'Restore this version' }).count()).toBe(0)
  })

  test('shows a message for missing versions and for pages without access', async () => {
    const page_id = await withVersions('Gone versions', 'old', 'new')
    const hidden = await addItem(site.admin, { item_name: 'Hidden', password: 'come in' })
    const secret = await addPage(site.admin, hidden, 'Secret', 'old')
    await site.admin.page.save({ item_id: hidden, page_id: secret, page_title: 'Secret', page_content: 'new' })
    const [version] = await versionsOf(secret)
    const page = await open(site.server, { token: writer.token, at: `/page/diff/${page_id}/${version}` })
    await expectVisible(page.getByText('This version is no longer available, or the page no longer exists.'))
    await page.goto(`${site.server.url}/page/diff/${secret}/${version}`)
    await expectVisible(page.getByText('The versions could not be loaded.'))
    expect(await page.getByRole('main').getByText('old').count()).toBe(0)
    await page.goto(`${site.server.url}/page/diff/x/y`)
    await expectVisible(page.getByText('This version is no longer available, or the page no longer exists.'))
  })
})

describe('the comparison', () => {
  const before = [...lines(40), 'POST /v1/user', ...lines(30), 'The end.']
  const after = [...lines(40), 'POST /v1/users', '', ...lines(30), 'The  end.']

  test('steps through changes, unfolds lines, and keeps the view settings in the address, by keyboard', async () => {
    const page_id = await withVersions('Compared', before.join('\n'), after.join('\n'))
    const [version] = await versionsOf(page_id)
    const page = await open(site.server, { token: writer.token, at: `/page/diff/${page_id}/${version}` })
    await status(page, '3 lines added · 2 removed')
    expect(
      await page
        .locator('[data-row] span')
        .filter({ hasText: /^users$/ })
        .count(),
    ).toBe(1)
    await page.keyboard.press('n')
    await status(page, 'Change 1 of 2')
    await expectVisible(page.locator('[data-row][data-current]').filter({ hasText: '/v1/users' }))
    await page.keyboard.press('n')
    await status(page, 'Change 2 of 2')
    await page.keyboard.press('p')
    await status(page, 'Change 1 of 2')

    expect(await rowWith(page, 'Line 20 of').count()).toBe(0)
    await page.getByRole('button', { name: '⋯ Show 37 unchanged lines' }).press('Enter')
    await expectVisible(rowWith(page, 'Line 20 of').first())

    await page.getByRole('switch', { name: 'Ignore spaces' }).press('Space')
    await status(page, '2 lines added · 1 removed')
    await page.getByRole('switch', { name: 'Side by side' }).press('Space')
    await eventually(() => currentPath(page), `/page/diff/${page_id}/${version}?space=1&unified=1`)
    expect(await rowWith(page, '/v1/user').count()).toBe(2)
    await page.reload()
    await status(page, '2 lines added · 1 removed')
    await page.getByRole('tab', { name: 'Rendered' }).click()
    await expectVisible(page.locator('[data-changed=new]').filter({ hasText: '/v1/users' }))
    await expectVisible(page.getByRole('group', { name: 'Removed' }).first())
  })

  test('switches versions in place and reports equal texts', async () => {
    const page_id = await withVersions('Chosen', 'a', 'b', 'a')
    const [second, first] = await versionsOf(page_id)
    const page = await open(site.server, { token: writer.token, at: `/page/diff/${page_id}/${second}` })
    await status(page, '1 line added · 1 removed')
    await page.getByRole('combobox', { name: 'Older version' }).selectOption(String(first))
    await expectVisible(page.getByText('Both versions have the same text.'))
    expect(await page.getByRole('button', { name: 'Restore this version' }).count()).toBe(0)
    await page.getByRole('combobox', { name: 'Newer version' }).selectOption(String(second))
    await status(page, '1 line added · 1 removed')
    expect(currentPath(page)).toBe(`/page/diff/${page_id}/${first}?with=${second}`)
  })

  test('opens an old version in the editor as an unsaved text', async () => {
    const page_id = await withVersions('In the editor', 'the old text', 'the new text')
    const [version] = await versionsOf(page_id)
    const page = await open(site.server, { token: writer.token, at: `/page/diff/${page_id}/${version}` })
    await page.getByRole('button', { name: 'Open in editor' }).click()
    await expectVisible(page.getByRole('textbox', { name: 'Text of the page, Markdown' }).getByText('the old text'))
    expect(await textOf(page_id)).toBe('the new text')
    await page.keyboard.press('Control+s')
    await eventually(() => textOf(page_id), 'the old text')
  })

  test('compares in the window when there are no workers', async () => {
    const page_id = await withVersions('No thread', 'a', 'b')
    const [version] = await versionsOf(page_id)
    const page = await open(site.server, { token: writer.token })
    await page.addInitScript(() => Reflect.deleteProperty(window, 'Worker'))
    await page.goto(`${site.server.url}/page/diff/${page_id}/${version}`)
    await status(page, '1 line added · 1 removed')
  })
})

describe('templates', () => {
  const editorText = (page: Page) => page.getByRole('textbox', { name: 'Text of the page, Markdown' })
  const chooseTemplates = async (page: Page, entry: string) => {
    const menu = entry === 'Save as template' ? 'More save options' : 'Insert'
    await page.getByRole('button', { name: menu, exact: true }).click()
    await page.getByRole('menuitem', { name: entry, exact: true }).click()
  }

  test('saves a page as a template, shares it, and starts a page of another user from it', async () => {
    const page_id = await withVersions('A call', '## Request\n\n`GET /v1/things`')
    const page = await open(site.server, { token: site.token, at: `/page/edit/orders/${page_id}` })
    await expectVisible(editorText(page).getByText('## Request'))
    await chooseTemplates(page, 'Save as template')
    const saving = page.getByRole('dialog', { name: 'Save as template' })
    await saving.getByRole('textbox', { name: 'Name' }).fill('')
    await saving.getByRole('button', { name: 'Save template' }).click()
    await expectVisible(saving.getByText('Give the template a name.'))
    await saving.getByRole('textbox', { name: 'Name' }).fill('API call')
    await page.keyboard.press('Enter')
    await expectHidden(saving)

    await chooseTemplates(page, 'Template')
    const dialog = page.getByRole('dialog', { name: 'Templates' })
    await expectVisible(dialog.getByRole('heading', { name: 'Request' }))
    await dialog.getByRole('button', { name: 'Share with projects' }).click()
    const sharing = page.getByRole('dialog', { name: 'Share “API call”' })
    await sharing.getByRole('checkbox', { name: 'Orders API' }).check({ force: true })
    await sharing.getByRole('button', { name: 'Save changes' }).click()
    await expectVisible(dialog.getByText('Shared with 1 project'))

    const theirs = await open(site.server, { token: writer.token, at: `/page/edit/orders/0` })
    await expectVisible(editorText(theirs))
    await chooseTemplates(theirs, 'Template')
    const choosing = theirs.getByRole('dialog', { name: 'Templates' })
    // a user without own templates starts with the shared ones
    await eventually(() => choosing.getByRole('tab', { name: /^Shared/ }).getAttribute('aria-selected'), 'true')
    await choosing.getByRole('tab', { name: /^Mine/ }).click()
    await expectVisible(choosing.getByText(/^No templates yet/))
    await choosing.getByRole('tab', { name: /^Shared/ }).click()
    await choosing.getByRole('textbox', { name: 'Search templates' }).fill('api')
    await theirs.keyboard.press('Enter')
    await expectHidden(choosing)
    await expectVisible(editorText(theirs).getByText('`GET /v1/things`'))
    expect(await theirs.evaluate(() => document.activeElement?.className)).toMatch(/cm-content/)

    await dialog.getByRole('button', { name: 'Delete template' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete template' }).click()
    await expectHidden(dialog.getByText('Shared with 1 project'))
  })

  test('inserts a template at the cursor and removes nothing', async () => {
    await writer.client.template.save({ template_title: 'Note', template_content: '> A note\n' })
    const page_id = await withVersions('Middle', 'first\n\nlast')
    const page = await open(site.server, { token: writer.token, at: `/page/edit/orders/${page_id}` })
    await editorText(page).getByText('first').click()
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+End')
    await chooseTemplates(page, 'Template')
    await page.getByRole('option', { name: 'Note' }).dblclick()
    await page.keyboard.press('Control+s')
    await eventually(() => textOf(page_id), 'first\n\n> A note\n\nlast')
  })
})

describe('export', () => {
  const openMenu = async (page: Page) => {
    await page.getByRole('button', { name: 'More actions for this page' }).click()
    await page.getByRole('menuitem', { name: 'Export this page' }).click()
  }
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export “Orders API”' })
  const choose = (page: Page, name: string | RegExp) =>
    dialog(page)
      .locator('label')
      .filter({ has: page.getByRole('radio', { name }) })
      .click()

  test('exports a page as Word, then a catalog as Markdown', async () => {
    const cat_id = Number((await addCatalog(site.admin, item_id, 'Users')) ?? 0)
    const page_id = await addPage(site.admin, item_id, 'List users', 'All of them.', cat_id)
    const page = await open(site.server, { token: writer.token, at: `/orders/${page_id}` })
    await openMenu(page)
    const [word] = await Promise.all([
      page.waitForEvent('download'),
      dialog(page).getByRole('button', { name: 'Export' }).click(),
    ])
    expect(word.suggestedFilename()).toBe('List users.docx')
    expect((await readFile(await word.path())).subarray(0, 2).toString()).toBe('PK')
    await expectVisible(dialog(page).getByText(/^List users\.docx \(.+\) is in your downloads\.$/))
    await dialog(page).getByRole('button', { name: 'Close' }).last().click()

    await openMenu(page)
    await choose(page, /^Markdown/)
    expect(
      await dialog(page)
        .getByRole('radio', { name: /^This page/ })
        .isDisabled(),
    ).toBe(true)
    await choose(page, /^One folder/)
    await dialog(page).getByRole('button', { name: 'Export' }).click()
    await expectVisible(dialog(page).getByText('Choose a folder to export.'))
    await dialog(page).getByRole('combobox', { name: 'Folder' }).selectOption({ label: 'Users' })
    const [zip] = await Promise.all([
      page.waitForEvent('download'),
      dialog(page).getByRole('button', { name: 'Export' }).click(),
    ])
    expect(zip.suggestedFilename()).toMatch(/\.zip$/)
  })

  test('continues an export when its window is closed and stops it from the header', async () => {
    const page_id = await withVersions('Slow', 'text')
    const page = await open(site.server, { token: writer.token, at: `/orders/${page_id}` })
    // never answered
    await page.route('**/api/export/word', () => undefined)
    await openMenu(page)
    await dialog(page).getByRole('button', { name: 'Export' }).click()
    await expectVisible(dialog(page).getByText('Creating the file on the server…'))
    await dialog(page).getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('button', { name: '1 import or export is running' }).click()
    const jobs = page.getByRole('dialog', { name: 'Imports and exports' })
    await expectVisible(jobs.getByText('Export “Slow”'))
    await jobs.getByRole('button', { name: 'Cancel' }).click()
    await expectVisible(jobs.getByText('Cancelled'))
  })

  test('shows why an export failed and tries again', async () => {
    const page_id = await withVersions('Broken', 'text')
    const page = await open(site.server, { token: writer.token, at: `/orders/${page_id}` })
    await page.route('**/api/export/word', (route) => route.abort())
    await openMenu(page)
    await dialog(page).getByRole('button', { name: 'Export' }).click()
    await expectVisible(dialog(page).getByText(/^Nothing was exported\. The server isn’t responding\./))
    await page.unroute('**/api/export/word')
    const [word] = await Promise.all([
      page.waitForEvent('download'),
      dialog(page).getByRole('button', { name: 'Try again' }).click(),
    ])
    expect(word.suggestedFilename()).toBe('Broken.docx')
    consoleErrors(page).length = 0 // the connection that was aborted
  })

  test('has its own address and shows readers that they may not export', async () => {
    const page = await open(site.server, { token: writer.token, at: `/item/export/${item_id}` })
    const [word] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('main').getByRole('button', { name: 'Export' }).click(),
    ])
    expect(word.suggestedFilename()).toBe('Orders API.docx')
    const reader = await open(site.server, { at: `/item/export/${item_id}` })
    await expectVisible(reader.getByText('Only people who can edit Orders API can export it.'))
  })
})

test('lists who did what in the change log in pages of ten, with links to the pages', async () => {
  const other = await addItem(site.admin, { item_name: 'Logged' })
  const ids: number[] = []
  for (let at = 0; at < 12; at += 1) ids.push(await addPage(site.admin, other, `Page ${at}`, 'x'))
  await site.admin.page.delete({ page_id: ids[0] ?? 0 })
  const page = await open(site.server, { token: site.token, at: '/item/index' })
  await page.getByRole('button', { name: 'Menu of Logged', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Activity' }).click()
  const dialog = page.getByRole('dialog', { name: 'Activity in “Logged”' })
  const rows = dialog.getByRole('table').getByRole('row')
  await eventually(() => rows.count(), 11)
  await dialog.getByRole('combobox', { name: 'Action' }).selectOption('deleted')
  await eventually(() => rows.count(), 2)
  expect(await dialog.getByRole('link', { name: 'Page 0' }).count()).toBe(0)
  await dialog.getByRole('combobox', { name: 'Action' }).selectOption('')
  await dialog.getByRole('button', { name: 'Page 2' }).click()
  await dialog.getByRole('link', { name: 'Page 1', exact: true }).click()
  await page.waitForURL(`**/${other}/${ids[1]}`)
  await expectHidden(dialog)
})
