import { beforeAll, expect, test } from 'vitest'
import { addItem, addPage } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, expectVisible, openAs, type Screen } from '#tests/web/support/screen.tsx'

const browser = openBrowser()
let item_id: number

const mo = () => browser.app.as('mo')

beforeAll(async () => {
  item_id = await addItem(browser.app.as('owner'), { item_name: 'Orders API', item_domain: 'orders' })
  browser.app.rows.newMember(item_id, 'mo', 'edit')
  browser.app.rows.newMember(item_id, 'jo', 'read')
})

const text = (name: string, content = 'x') => new File([content], name, { type: 'text/plain' })
const upload = (name: string, more: object = {}) =>
  mo().attachment.attachmentUpload({ file: text(name, name), ...more })
const uploads = (page: Screen) => page.getByRole('region', { name: 'Uploads' })
const row = (page: Screen, name: string) => page.getByRole('row').filter({ has: page.getByText(name) })

async function openDrawer(page: Screen): Promise<ReturnType<Screen['getByRole']>> {
  await page.getByRole('button', { name: 'More actions for this page' }).click()
  await page.getByRole('menuitem', { name: 'Attachments' }).click()
  const drawer = page.getByRole('dialog', { name: 'Attachments of this page' })
  await expectVisible(drawer)
  return drawer
}

test('keeps filters in the address, shows where a file is used, and deletes it permanently', async () => {
  const page_id = await addPage(mo(), item_id, 'Create a user')
  const { url } = await upload('used.txt', { page_id })
  await mo().page.save({ item_id, page_id, page_title: 'Create a user', page_content: `[it](${url})` })
  const page = openAs(browser, 'mo', '/attachment/index')
  await expectVisible(row(page, 'used.txt').getByRole('link', { name: 'on 1 page' }))
  const filter = page.getByRole('searchbox', { name: 'Filter by name' })
  await filter.fill('USED')
  await eventually(() => page.path, '/attachment/index?q=USED')
  await eventually(() => page.getByRole('row').count(), 2)
  await page.reload()
  await eventually(() => page.getByRole('row').count(), 2)
  await filter.fill('')
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Images')
  await eventually(() => page.path, '/attachment/index?type=image')
  await expectHidden(row(page, 'used.txt'))
  await page.getByRole('combobox', { name: 'Type' }).selectOption('All types')
  await page.getByRole('checkbox', { name: 'Only unused' }).check()
  await expectHidden(row(page, 'used.txt'))
  await page.getByRole('checkbox', { name: 'Only unused' }).uncheck()
  await page.getByRole('button', { name: 'Grid' }).click()
  await eventually(() => page.path, '/attachment/index?view=grid')

  await page.getByRole('button', { name: 'Actions for used.txt' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete “used.txt”?' })
  await expectVisible(question.getByText(/^It’s used on 1 page/))
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectVisible(page.getByText('Deleted “used.txt”'))
  await expectHidden(page.getByRole('button', { name: 'Actions for used.txt' }))

  // several at once
  for (const name of ['spare-1.txt', 'spare-2.txt']) await upload(name)
  await page.goto('/attachment/index?q=spare&unused=1')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog', { name: 'Delete 2 attachments?' }).getByRole('button', { name: 'Delete' }).click()
  await expectVisible(page.getByText('Deleted 2 attachments'))
  await expectVisible(page.getByText('No matching attachments.'))
})

test('reports an upload that the network interrupts and retries it', async () => {
  const page = openAs(browser, 'jo', '/attachment/index')
  await expectVisible(page.getByText('No attachments yet.'))
  const input = page.locator('input[type=file]').first()
  browser.isOffline = true
  await input.setFiles(text('later.txt'))
  const again = uploads(page).getByRole('button', { name: 'Try again' })
  await expectVisible(again)
  browser.isOffline = false
  await again.click()
  await expectVisible(row(page, 'later.txt'))

  // an upload that hangs can be stopped
  browser.intercept('attachment/attachmentUpload', () => new Promise(() => undefined))
  await input.setFiles(text('hangs.txt'))
  await expectVisible(uploads(page).getByText('hangs.txt'))
  await uploads(page).getByRole('button', { name: 'Cancel' }).click()
  await expectHidden(page.getByText('hangs.txt'))
})

test('asks a visitor to sign in', async () => {
  const page = openAs(browser, undefined, '/attachment/index')
  await eventually(() => page.path, '/user/login?redirect=/attachment/index')
})

test('lets an editor upload, choose existing files and remove them, and a reader only view them', async () => {
  const own = await addPage(mo(), item_id, 'With files', 'Text.')
  await upload('red.txt')
  const page = openAs(browser, 'mo', `/orders/${own}`)
  const drawer = await openDrawer(page)
  await expectVisible(drawer.getByText('This page has no attachments.'))
  await drawer.locator('input[type=file]').setFiles(text('plan.txt', 'the plan'))
  await expectVisible(drawer.getByRole('button', { name: 'plan.txt', exact: true }))
  await drawer.getByRole('button', { name: 'Choose from my attachments' }).click()
  const hub = page.getByRole('dialog', { name: 'Choose from my attachments' })
  await hub.getByRole('checkbox', { name: 'red.txt' }).check()
  await hub.getByRole('button', { name: 'Add to this page' }).click()
  await expectHidden(hub)
  await expectVisible(drawer.getByRole('button', { name: 'red.txt', exact: true }))
  await drawer.getByRole('button', { name: 'Actions for red.txt' }).click()
  await page.getByRole('menuitem', { name: 'Remove from this page' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expectHidden(drawer.getByRole('button', { name: 'red.txt', exact: true }))

  const reader = openAs(browser, 'jo', `/orders/${own}`)
  const strip = reader.getByRole('region', { name: 'Attachments' })
  await expectVisible(strip.getByRole('link', { name: /plan\.txt/ }))
  expect(await strip.getByRole('button', { name: 'Manage' }).count()).toBe(0)
  const shown = await openDrawer(reader)
  await expectVisible(shown.getByRole('button', { name: 'plan.txt', exact: true }))
  expect(await shown.locator('input[type=file]').count()).toBe(0)
  await shown.getByRole('button', { name: 'Actions for plan.txt' }).click()
  await expectVisible(reader.getByRole('menuitem', { name: 'Copy link' }))
  expect(await reader.getByRole('menuitem', { name: 'Remove from this page' }).count()).toBe(0)
})

test('draws some of 10,000 attachments at a time, under the page and in the drawer', async () => {
  const own = await addPage(mo(), item_id, 'Full of files', 'Text.')
  const { sqlite } = browser.app.rows
  const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)'
  sqlite.exec(`${numbers} INSERT INTO upload_file
    (sign, display_name, file_type, file_size, stored_name, uid, item_id, addtime)
    SELECT 'full' || i, printf('full-%05d.txt', i), 'text/plain', 1, 'full' || i,
      (SELECT min(uid) FROM user), ${item_id}, i FROM n`)
  sqlite.exec(`INSERT INTO file_page (file_id, page_id, item_id, addtime)
    SELECT file_id, ${own}, ${item_id}, addtime FROM upload_file WHERE sign LIKE 'full%'`)
  const page = openAs(browser, 'mo', `/orders/${own}`)
  const strip = page.getByRole('region', { name: 'Attachments' })
  await expectVisible(strip.getByRole('link', { name: /full-10000\.txt/ }))
  expect(await strip.getByRole('listitem').count()).toBe(60)
  await strip.getByRole('button', { name: 'Show 60 more' }).click()
  await eventually(() => strip.getByRole('listitem').count(), 120)
  await strip.getByRole('button', { name: 'Manage' }).click()
  const drawer = page.getByRole('dialog', { name: 'Attachments of this page' })
  await expectVisible(drawer.getByText('1–50 of 10,000'))
  await drawer.getByRole('button', { name: 'Next page' }).click()
  await expectVisible(drawer.getByRole('button', { name: 'full-09950.txt', exact: true }))
})
