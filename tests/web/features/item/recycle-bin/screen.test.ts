import { expect, test } from 'vitest'
import { addCatalog, addItem, addPage } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectVisible, openAs } from '#tests/web/support/screen.tsx'

const browser = openBrowser()

test('previews a deleted page before restoring it, and asks for a target when its catalog is gone', async () => {
  const client = browser.app.as('rob')
  const item_id = await addItem(client, { item_name: 'Orders' })
  const guide = await addCatalog(client, item_id, 'Guide')
  await addCatalog(client, item_id, 'Archive')
  const page_id = await addPage(client, item_id, 'Install', '# Step one', guide)
  await client.catalog.delete({ cat_id: guide })
  const page = openAs(browser, 'rob', `/item/setting/${item_id}?tab=recycle`)
  await expectVisible(page.getByText('30 days left').first())
  await page.getByRole('button', { name: 'Install', exact: true }).click()
  const preview = page.getByRole('dialog', { name: 'Install' })
  await expectVisible(preview.getByText('Step one'))
  await preview.getByRole('button', { name: 'Restore' }).click()
  const question = page.getByRole('dialog', { name: 'Restore “Install”?' })
  await question.getByRole('combobox', { name: 'Folder' }).selectOption({ label: 'Archive' })
  await question.getByRole('button', { name: 'Restore' }).click()
  await expectVisible(page.getByText('“Install” restored'))
  expect((await client.page.info({ page_id, with_path: 1 })).full_path).toMatchObject([{ cat_name: 'Archive' }, {}])

  // the row that had the focus is gone: the list gets it
  await eventually(() => page.getByRole('tabpanel').hasFocus({ inside: true }), true)

  // the selected catalog
  await page.getByRole('checkbox', { name: /Guide/ }).check()
  await page.getByRole('button', { name: 'Restore 1' }).click()
  browser.isOffline = (path) => path.startsWith('recycle/')
  const restore = page.getByRole('dialog').getByRole('button', { name: 'Restore' })
  await restore.click()
  await expectVisible(
    page.getByRole('dialog').getByText('The server isn’t responding. Check your connection, then try again.'),
  )
  browser.isOffline = false
  await restore.click()
  await expectVisible(page.getByText('The recycle bin is empty.'))
  const names = (await client.catalog.catListName({ item_id })).map(({ cat_name }) => cat_name)
  expect(names.toSorted()).toEqual(['Archive', 'Guide'])
})
