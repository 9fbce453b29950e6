import { expect, test } from 'vitest'
import { addItem } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, expectVisible, openAs } from '#tests/web/support/screen.tsx'

const browser = openBrowser()

test('reports that an item is gone when it was deleted while its settings were open', async () => {
  const item_id = await addItem(browser.app.as('ivo'), { item_name: 'Orders' })
  const page = openAs(browser, 'ivo', `/item/setting/${item_id}`)
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Orders of the shop')
  await browser.app.as('admin').adminItem.deleteItem({ item_id })
  await name.press('Enter')
  await expectVisible(page.getByText('This project no longer exists, or you no longer have access to it.'))
  await expectHidden(page.getByText('Sign in'))
  expect(await name.inputValue()).toBe('Orders of the shop')
  await page.goto(`/item/setting/${item_id}`)
  await expectVisible(page.getByText('Only managers of a project can see its settings.'))
})

test('restricts the settings to managers', async () => {
  const item_id = await addItem(browser.app.as('owner'), { item_name: 'Hidden' })
  browser.app.rows.newMember(item_id, 'ed', 'edit')
  const page = openAs(browser, 'ed', `/item/setting/${item_id}`)
  await expectVisible(page.getByText('Only managers of a project can see its settings.'))
})

test('keeps what is typed into the settings while they are being saved', async () => {
  const item_id = await addItem(browser.app.as('owner'), { item_name: 'Orders' })
  const page = openAs(browser, 'owner', `/item/setting/${item_id}`)
  const name = page.getByRole('textbox', { name: 'Name' })
  const description = page.getByRole('textbox', { name: 'Description' })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await name.fill('Orders 2')
  const saving = browser.hold('item/update')
  await save.click()
  await saving.carriedOut
  await description.fill('Of the shop')
  saving.release()
  await expectVisible(page.getByText('“Orders 2” saved'))
  await page.idle()
  expect([await name.inputValue(), await description.inputValue()]).toEqual(['Orders 2', 'Of the shop'])
  await save.click()
  await eventually(async () => (await browser.app.as('owner').item.detail({ item_id })).item_description, 'Of the shop')
  await eventually(() => save.isDisabled(), true)
})
