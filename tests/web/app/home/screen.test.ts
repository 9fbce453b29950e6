import { expect, test } from 'vitest'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, expectVisible, openAs } from '#tests/web/support/screen.tsx'

const browser = openBrowser()

test('shows at /order/index that nothing is sold here', async () => {
  const page = openAs(browser, 'jo', '/order/index')
  await expectVisible(page.getByText('Nothing is sold on this site'))
  await page.getByRole('link', { name: 'Prices and limits' }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Nothing to buy here' }))
  await page.getByRole('link', { name: 'Back to all projects' }).click()
  await eventually(() => page.path, '/item/index')
})

test('links the parts of the product in the bar, the console only for administrators', async () => {
  const page = openAs(browser, 'jo', '/item/index')
  await expectVisible(page.getByRole('link', { name: 'Teams', exact: true }))
  expect(await page.getByRole('link', { name: 'Admin' }).count()).toBe(0)
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expectVisible(keys.getByText('While writing'))
  await page.keyboard.press('Escape')
  await expectHidden(keys)
  await page.getByRole('button', { name: /^Account menu for/ }).click()
  await page.getByRole('menuitem', { name: 'About' }).click()
  await expectVisible(page.getByRole('dialog', { name: 'About this product' }).getByText('Apache-2.0'))
  await expectVisible(openAs(browser, 'admin', '/item/index').getByRole('link', { name: 'Admin' }).first())
})
