import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '#shared/contract/client.ts'
import type { Contract } from '#shared/contract/index.ts'
import {
  addItem,
  addPage,
  currentPath,
  eventually,
  expectHidden,
  expectVisible,
  newSite,
  open,
  type Site,
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
const status = (page: Page, words: string) => expectVisible(page.getByText(words, { exact: true }).first())
const rowWith = (page: Page, text: string) => page.locator('[data-row]').filter({ hasText: text })

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
