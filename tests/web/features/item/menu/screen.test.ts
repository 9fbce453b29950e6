import { beforeAll, expect, test } from 'vitest'
import { addItem, addPage } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, expectVisible, openAs } from '#tests/web/support/screen.tsx'

const browser = openBrowser()
const password = 'seven mountains'
const as = (username: string) => browser.app.as(username)

beforeAll(() => browser.app.newUser('nat', { password }))

test('lets the owner manage an open item that nobody can edit here, but not leave it', async () => {
  const ofClient = await addItem(as('nat'), { item_name: 'Calls', item_type: 3 })
  const archived = await addItem(as('nat'), { item_name: 'Old' })
  await as('nat').item.archive({ item_id: archived, password })
  for (const [item_id, has, hasNot] of [
    [ofClient, 'Members', 'Import into this project'],
    [archived, 'Settings', 'Members'],
  ] as const) {
    const page = openAs(browser, 'nat', `/${item_id}`)
    await page.getByRole('button', { name: 'Project menu' }).click()
    for (const name of [has, 'Export', 'Delete']) await expectVisible(page.getByRole('menuitem', { name }))
    for (const name of [hasNot, 'Leave project']) await expectHidden(page.getByRole('menuitem', { name }))
  }
})

test('offers managers more in the menu of an open item than readers, and visitors none', async () => {
  const item_id = await addItem(as('may'), { item_name: 'Orders' })
  await addPage(as('may'), item_id, 'Install', 'text')
  const page = openAs(browser, 'may', `/${item_id}`)
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Install' }))
  await page.getByRole('button', { name: 'Project menu' }).click()
  await page.getByRole('menuitem', { name: 'Edit info' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit project info' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Orders of the shop')
  await dialog.getByRole('textbox', { name: 'Custom URL' }).fill('shop')
  await page.keyboard.press('Enter')
  await expectHidden(dialog)
  await eventually(() => page.path, /^\/shop/)
  await expectVisible(page.getByRole('banner').getByRole('link', { name: 'Orders of the shop' }))

  browser.app.rows.newMember(item_id, 'reader', 'read')
  const theirs = openAs(browser, 'reader', '/shop')
  await theirs.idle() // the heading gets the focus first
  await theirs.getByRole('button', { name: 'Project menu' }).click()
  await expectVisible(theirs.getByRole('menuitem', { name: 'Leave project' }))
  await expectHidden(theirs.getByRole('menuitem', { name: 'Members' }))
  await theirs.getByRole('menuitem', { name: 'Leave project' }).click()
  await theirs.getByRole('alertdialog').getByRole('button', { name: 'Leave project' }).click()
  await eventually(() => theirs.path, '/item/index')
  await expectVisible(theirs.getByText('No projects yet. Create one or import what you have.'))

  const visitor = openAs(browser, undefined, '/shop')
  await expectVisible(visitor.getByRole('heading', { level: 1, name: 'Install' }))
  await expectHidden(visitor.getByRole('button', { name: 'Project menu' }))
})

test('accepts the API key in the sample until it is reset', async () => {
  const item_id = await addItem(as('kay'), { item_name: 'Orders' })
  const page = openAs(browser, 'kay', '/item/index?group=all')
  await page.getByRole('button', { name: 'Menu of Orders', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Open API', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Open API for “Orders”' })
  await eventually(async () => (await dialog.getByLabel('Key (api_key)', { exact: true }).inputValue()) !== '', true)
  const api_key = await dialog.getByLabel('Key (api_key)', { exact: true }).inputValue()
  expect(await dialog.getByLabel('Token (api_token)', { exact: true }).getAttribute('type')).toBe('password')
  await dialog.getByRole('tab', { name: 'JavaScript' }).click()
  const sample = await dialog.locator('pre').first().textContent()
  expect(sample).toContain('http://docs.example/api/open/updatePage')
  const { api_token } = await as('kay').item.getKey({ item_id })
  expect(sample).not.toContain(api_token)
  const body = { api_key, api_token, page_title: 'From a script', page_content: 'hello' }
  expect(await browser.app.visitor.open.updatePage(body)).toMatchObject({ page_title: 'From a script' })

  await dialog.getByRole('button', { name: 'Reset' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset token' }).click()
  await expectVisible(page.getByText('New token created. The old one no longer works'))
  await expect(browser.app.visitor.open.updatePage(body)).rejects.toMatchObject({ errorName: 'keyWrong' })
})
