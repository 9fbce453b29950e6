import { expect, test } from 'vitest'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, openAs } from '#tests/web/support/screen.tsx'

const browser = openBrowser()

test('lists who did what in the change log in pages of ten, with links to the pages', async () => {
  const owner = browser.app.as('owner')
  const { item_id } = await owner.item.add({ item_name: 'Logged', item_type: 1 })
  const ids: number[] = []
  for (let at = 0; at < 12; at += 1)
    ids.push(
      Number((await owner.page.save({ item_id, page_id: 0, page_title: `Page ${at}`, page_content: 'x' })).page_id),
    )
  await owner.page.delete({ page_id: ids[0] ?? 0 })
  const page = openAs(browser, 'owner', '/item/index')
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
  await eventually(() => page.path, `/${item_id}/${ids[1]}`)
  await expectHidden(dialog)
})
