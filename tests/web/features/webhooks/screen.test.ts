import { expect, test } from 'vitest'
import { openBrowser } from '#tests/web/support/browser.ts'
import { expectVisible, openAs } from '#tests/web/support/screen.tsx'

const browser = openBrowser()

test('an address on an internal network is refused at its field, with the setting that allows it', async () => {
  const page = openAs(browser, 'ann', '/user/setting?tab=notices')
  await page.getByRole('button', { name: 'Add webhook', exact: true }).click()
  const address = page.getByRole('textbox', { name: 'Address', exact: true })
  await address.fill('http://10.1.2.3/hook')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectVisible(page.getByText(/10\.1\.2\.3 is on an internal network .*outbound_allow in config\.json/))
  expect(await address.getAttribute('aria-invalid')).toBe('true')
  expect(browser.app.rows.all('webhook')).toEqual([])
  // what is not about the address stands above it
  await address.fill('https://hooks.invalid/x')
  const events = page.getByRole('checkbox', { checked: true })
  while ((await events.count()) > 0) await events.first().uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectVisible(page.getByText('Choose at least one event.'))
  expect(await address.getAttribute('aria-invalid')).toBe(null)
  expect(browser.app.rows.all('webhook')).toEqual([])
})
