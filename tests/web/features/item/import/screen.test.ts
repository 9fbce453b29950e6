import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { addCatalog, addItem, addPage } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, expectVisible, openAs, type Screen } from '#tests/web/support/screen.tsx'

const browser = openBrowser()

const owner = () => browser.app.as('owner')
const fixture = (name: string) => new File([readFileSync(join('tests/fixtures/showdoc', name))], name)

async function openDialog(page: Screen) {
  await page.getByRole('button', { name: 'New project' }).first().click()
  await page.getByRole('menuitem', { name: 'Import a file' }).click()
  return page.getByRole('dialog', { name: 'Import a file' })
}

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
  await expectVisible(page.getByRole('tab', { name: '200' }))
  await expectVisible(page.getByText('Try it', { exact: true }))
  expect(await page.getByRole('main').textContent()).not.toMatch(/\p{Script=Han}/u)
})

test('takes what is pasted into the dialog: the text of a description, or a copied file', async () => {
  const client = browser.app.as('pia')
  await addItem(client, { item_name: 'Orders' })
  const description = {
    openapi: '3.0.0',
    info: { title: 'Pets', version: '1' },
    paths: { '/pets': { get: { summary: 'List pets', responses: { 200: { description: 'ok' } } } } },
  }
  const paste = (text: string, files: File[] = []) => {
    const event = new Event('paste', { bubbles: true, cancelable: true })
    Object.assign(event, { clipboardData: { files, getData: () => text } })
    document.body.dispatchEvent(event)
    return event.defaultPrevented
  }
  const page = openAs(browser, 'pia', '/item/index?group=all')
  const dialog = await openDialog(page)
  await expectVisible(dialog.getByText(/^Drop a file here, or paste/))
  // what is no description is not taken
  expect(paste('just words')).toBe(false)
  expect(paste(stringify(description))).toBe(true)
  await expectVisible(dialog.getByText(/2 pages will be added/))
  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  expect(paste('', [new File([JSON.stringify(description)], 'pets.json')])).toBe(true)
  await dialog.getByRole('button', { name: 'Import 2 pages' }).click()
  await expectVisible(dialog.getByRole('button', { name: 'Open project' }))
  // the dialog is over
  expect(paste(stringify(description))).toBe(false)
})

test('a Docstead archive brings its members back only when the box is ticked', async () => {
  const client = browser.app.as('mia')
  browser.app.uid('noah')
  const item_id = await addItem(client, { item_name: 'Greenhouse' })
  await addPage(client, item_id, 'Beds')
  await client.member.save({ item_id, username: 'noah', member_group_id: 1 })
  const answer = await client.export.markdown({ item_id })
  const archive = new File([await answer.arrayBuffer()], 'Greenhouse.zip')
  const page = openAs(browser, 'mia', '/item/index')
  const dialog = await openDialog(page)
  await dialog.locator('input[type=file]').setFiles(archive)
  await expectVisible(dialog.getByText(/^Docstead archive: 1 page/))
  await expectVisible(dialog.getByText(/0 earlier versions and 0 comments/))
  await dialog.getByText('1 member or team exists here').click()
  await expectVisible(dialog.getByText('noah · can edit'))
  await dialog.getByRole('textbox', { name: 'Project name' }).fill('Glasshouse')
  await dialog.getByRole('checkbox', { name: 'Give 1 member or team access again' }).click()
  await dialog.getByRole('button', { name: 'Import 1 page' }).click()
  await expectVisible(dialog.getByRole('button', { name: 'Open project' }))
  const items = await client.item.myList()
  const again = items.find(({ item_name }) => item_name === 'Glasshouse')?.item_id ?? 0
  const members = await client.member.getList({ item_id: again })
  expect(members.map(({ username, member_group_id }) => [username, String(member_group_id)])).toEqual([['noah', '1']])
})

test('a ShowDoc export becomes a new item after a check', async () => {
  const page = openAs(browser, 'owner', '/item/index')
  const dialog = await openDialog(page)
  await dialog.locator('input[type=file]').setFiles(fixture('markdown-regular-item.zip'))
  await expectVisible(dialog.getByText(/^ShowDoc export: 16 pages in \d+ folders$/))
  // nothing is written before confirmation
  expect(await owner().item.myList()).toEqual([])
  await dialog.getByRole('textbox', { name: 'Project name' }).fill('Garden')
  await dialog.getByRole('radio', { name: /^Public/ }).click()
  await dialog.getByRole('button', { name: 'Import 16 pages' }).click()
  await expectVisible(dialog.getByText('“Garden”: 16 pages imported.'))
  await dialog.getByRole('button', { name: 'Open project' }).click()
  await page.getByRole('treeitem', { name: 'Plants' }).click()
  await page.getByRole('treeitem', { name: 'Add a plant' }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Add a plant' }))
})

test('an import into an item names the pages it replaces, and their former text stays in the history', async () => {
  const item_id = await addItem(owner(), { item_name: 'Manual' })
  const guide = await addCatalog(owner(), item_id, 'Guide')
  const page_id = await addPage(owner(), item_id, 'install', 'the text from before', guide)
  const page = openAs(browser, 'owner', '/item/index')
  await page.getByRole('button', { name: 'Menu of Manual' }).click()
  await page.getByRole('menuitem', { name: 'Import into this project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import into “Manual”' })
  await dialog.locator('input[type=file]').setFiles(fixture('plainmd.zip'))
  await expectVisible(dialog.getByText(/^Markdown files: 4 pages/))
  await dialog.getByText('1 page will be changed').click()
  await expectVisible(dialog.getByText('Guide / install'))
  await dialog.getByText('1 file won’t be imported').click()
  await expectVisible(dialog.getByText('Guide/pic.png'))
  await dialog.getByRole('button', { name: 'Import 4 pages' }).click()
  await expectVisible(dialog.getByText('“Manual”: 4 pages imported.'))
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expectHidden(dialog)
  expect((await owner().page.info({ page_id })).page_content).not.toContain('the text from before')
  const versions = await owner().page.history({ page_id })
  expect(versions.map(({ page_content }) => page_content)).toContain('the text from before')
})

test('explains why a damaged zip, and a file that is not a zip, are rejected', async () => {
  const page = openAs(browser, 'owner', '/item/index')
  const dialog = await openDialog(page)
  const whole = zipSync({ 'a.md': new TextEncoder().encode('# A\n'.repeat(2000)) })
  const before = await owner().item.myList()
  const send = (name: string, content: BlobPart) =>
    dialog.locator('input[type=file]').setFiles(new File([content], name))
  await send('half.zip', Buffer.from(whole.subarray(0, whole.length / 2)))
  await expectVisible(dialog.getByText(/^The zip file is damaged or incomplete/))
  await send('words.zip', 'just some words')
  await expectVisible(dialog.getByText(/can’t be imported\. Choose a \.zip/))
  expect(await owner().item.myList()).toEqual(before)
})
