import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { addItem } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectVisible, openAs } from '#tests/web/support/screen.tsx'

const browser = openBrowser()

test('imports a pasted API description as an item, after a check that names what is wrong', async () => {
  const client = browser.app.as('ida')
  await addItem(client, { item_name: 'Orders' })
  const page = openAs(browser, 'ida', '/item/index?group=all')
  await page.getByRole('button', { name: 'New project' }).click()
  await page.getByRole('menuitem', { name: 'Import an API description' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import an API description' })
  const check = dialog.getByRole('button', { name: 'Check' })
  const box = dialog.getByLabel('Or paste the description')
  await check.click()
  await expectVisible(dialog.getByText('Paste a description first.'))
  await box.fill('a description')
  await check.click()
  await expectVisible(dialog.getByText(/^This isn’t an API description in JSON/))
  await box.fill('openapi: 3.0.0\n\tinfo: {}')
  await check.click()
  await expectVisible(dialog.getByText(/is indented with a tab at line 2, column 1/))
  const description = {
    openapi: '3.0.0',
    info: { title: 'Pets', version: '1' },
    paths: { '/pets': { get: { summary: 'List pets', responses: { 200: { description: 'ok' } } } } },
  }
  await box.fill(stringify(description))
  // the pasted text is still there when the server has rejected it
  browser.unreachable.add('import/check')
  await check.click()
  await expectVisible(dialog.getByText('The server isn’t responding. Check your connection, then try again.'))
  browser.unreachable.clear()
  await check.click()
  await dialog.getByRole('radio', { name: /^Public/ }).click()
  await dialog.getByRole('button', { name: 'Import 2 pages' }).click()
  await expectVisible(dialog.getByRole('button', { name: 'Open project' }))
  const names = (await client.item.myList({ item_group_id: 0 })).map(({ item_name }) => item_name)
  expect(names.toSorted()).toEqual(['Orders', 'Pets'])

  // the page of an endpoint is an API page: its method in the tree, the response status, and Try it
  await dialog.getByRole('button', { name: 'Open project' }).click()
  await page.getByRole('treeitem', { name: 'from swagger' }).click()
  const call = page.getByRole('treeitem', { name: 'List pets' })
  await eventually(() => call.getAttribute('aria-description'), 'GET')
  await call.click()
  await expectVisible(page.getByText('Success · 200', { exact: true }))
  await expectVisible(page.getByText('Try it', { exact: true }))
  expect(await page.getByRole('main').textContent()).not.toMatch(/\p{Script=Han}/u)
})
