import { test } from 'vitest'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectVisible, openAs } from '#tests/web/support/screen.tsx'

const browser = openBrowser()

test('says that a chapter does not exist, with the way in', async () => {
  const page = openAs(browser, undefined, '/help/nothing')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Page not found' }))
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await eventually(() => page.path, /^\/user\/login/)
})
