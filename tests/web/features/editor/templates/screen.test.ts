import { beforeAll, expect, test } from 'vitest'
import { addItem, addPage } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, expectVisible, openAs, type Screen } from '#tests/web/support/screen.tsx'
import { readText, selectText, sourceText } from '#tests/web/support/source-text.ts'

const browser = openBrowser()
let item_id: number

const as = (username: string) => browser.app.as(username)

beforeAll(async () => {
  item_id = await addItem(as('owner'), { item_name: 'Orders API', item_domain: 'orders' })
  browser.app.rows.newMember(item_id, 'mo', 'edit')
})

async function choose(page: Screen, entry: string): Promise<void> {
  const menu = entry === 'Save as template' ? 'More save options' : 'Insert'
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

test('saves a page as a template, shares it, and starts a page of another user from it', async () => {
  const page_id = await addPage(as('owner'), item_id, 'A call', '## Request\n\n`GET /v1/things`')
  const page = openAs(browser, 'owner', `/page/edit/orders/${page_id}`)
  await expectVisible(sourceText(page))
  await choose(page, 'Save as template')
  const saving = page.getByRole('dialog', { name: 'Save as template' })
  await saving.getByRole('textbox', { name: 'Name' }).fill('')
  await saving.getByRole('button', { name: 'Save template' }).click()
  await expectVisible(saving.getByText('Give the template a name.'))
  await saving.getByRole('textbox', { name: 'Name' }).fill('API call')
  await page.keyboard.press('Enter')
  await expectHidden(saving)

  await choose(page, 'Template')
  const dialog = page.getByRole('dialog', { name: 'Templates' })
  await expectVisible(dialog.getByRole('heading', { name: 'Request' }))
  await dialog.getByRole('button', { name: 'Share with projects' }).click()
  const sharing = page.getByRole('dialog', { name: 'Share “API call”' })
  await sharing.getByRole('checkbox', { name: 'Orders API' }).check()
  await sharing.getByRole('button', { name: 'Save changes' }).click()
  await expectVisible(dialog.getByText('Shared with 1 project'))

  const theirs = openAs(browser, 'mo', '/page/edit/orders/0')
  await expectVisible(sourceText(theirs))
  await choose(theirs, 'Template')
  const choosing = theirs.getByRole('dialog', { name: 'Templates' })
  // a user without own templates starts with the shared ones
  await eventually(() => choosing.getByRole('tab', { name: /^Shared/ }).getAttribute('aria-selected'), 'true')
  await choosing.getByRole('tab', { name: /^Mine/ }).click()
  await expectVisible(choosing.getByText(/^No templates yet/))
  await choosing.getByRole('tab', { name: /^Shared/ }).click()
  await choosing.getByRole('textbox', { name: 'Search templates' }).fill('api')
  await theirs.keyboard.press('Enter')
  await expectHidden(choosing)
  await eventually(() => readText(theirs), /`GET \/v1\/things`/)
  await eventually(() => sourceText(theirs).hasFocus(), true)

  const again = openAs(browser, 'owner', `/page/edit/orders/${page_id}`)
  await expectVisible(sourceText(again))
  await choose(again, 'Template')
  await expectVisible(dialog.getByText('Shared with 1 project'))
  await dialog.getByRole('button', { name: 'Delete template' }).click()
  await again.getByRole('alertdialog').getByRole('button', { name: 'Delete template' }).click()
  await expectHidden(dialog.getByText('Shared with 1 project'))
  expect(await as('owner').template.getMyList()).toEqual([])
})

test('inserts a template at the cursor and removes nothing', async () => {
  await as('mo').template.save({ template_title: 'Note', template_content: '> A note\n' })
  const page_id = await addPage(as('owner'), item_id, 'Middle', 'first\n\nlast')
  const page = openAs(browser, 'mo', `/page/edit/orders/${page_id}`)
  await expectVisible(page.getByText('Locked by you', { exact: true }))
  await selectText(page, 0, 5)
  await choose(page, 'Template')
  await page.getByRole('option', { name: 'Note' }).dblclick()
  await page.keyboard.press('Control+s')
  const stored = async () => (await as('owner').page.info({ page_id })).page_content
  await eventually(stored, 'first\n\n> A note\n\nlast')
})

test('an old version opens in the editor as an unsaved text', async () => {
  const page_id = await addPage(as('owner'), item_id, 'In the editor', 'the old text')
  await as('owner').page.save({ item_id, page_id, page_title: 'In the editor', page_content: 'the new text' })
  const [version] = await as('owner').page.history({ page_id })
  const stored = async () => (await as('owner').page.info({ page_id })).page_content
  const page = openAs(browser, 'mo', `/page/diff/${page_id}/${version?.page_history_id}`)
  await page.getByRole('button', { name: 'Open in editor' }).click()
  await expectVisible(sourceText(page))
  await eventually(() => readText(page), 'the old text')
  expect(await stored()).toBe('the new text')
  await page.keyboard.press('Control+s')
  await eventually(stored, 'the old text')
})
