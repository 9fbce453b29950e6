import { expect, test } from 'vitest'
import { addItem } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, expectVisible, openAs } from '#tests/web/support/screen.tsx'

const browser = openBrowser()

test('shows a new group even if it is on another page', async () => {
  for (let number = 1; number <= 60; number += 1)
    await browser.app.as('una').itemGroup.save({ id: 0, group_name: `Group ${number}` })
  const page = openAs(browser, 'una', '/item/group/index')
  const name = page.getByRole('textbox', { name: 'New group name' })
  await name.fill('Newcomer')
  await name.press('Enter')
  await expectVisible(page.getByText('Newcomer', { exact: true }))
})

test('keeps the name of a new group while the server is down and creates it once it is back', async () => {
  const page = openAs(browser, 'flo', '/item/group/index')
  const name = page.getByRole('textbox', { name: 'New group name' })
  await name.fill('Papers')
  browser.isOffline = true
  await name.press('Enter')
  const failure = page.getByRole('alert').filter({ hasText: 'The server isn’t responding. Check your connection' })
  await expectVisible(failure)
  expect(await name.inputValue()).toBe('Papers')
  await failure.getByRole('button', { name: 'Close' }).click()
  await expectHidden(failure)
  await expectHidden(page.locator('button[aria-busy]')) // until then Enter sends nothing
  browser.isOffline = false
  // the response of something in front of the server, such as the sign-in page of a proxy, counts as a failure
  browser.intercept('itemGroup/save', async () => new Response('Sign in', { headers: { 'content-type': 'text/html' } }))
  await name.press('Enter')
  await expectVisible(failure)
  await expectHidden(page.locator('button[aria-busy]'))
  expect(await name.inputValue()).toBe('Papers')
  await name.press('Enter')
  await expectVisible(page.getByRole('listitem').filter({ hasText: 'Papers' }))
  await eventually(() => name.inputValue(), '')
})

test('keeps the name of the next group typed while the previous one is being created', async () => {
  await addItem(browser.app.as('pia'), { item_name: 'Orders' })
  const page = openAs(browser, 'pia', '/item/index')
  await page.getByRole('button', { name: 'New group' }).click()
  const group = page.getByRole('textbox', { name: 'New group name' })
  await group.fill('Backend')
  const adding = browser.hold('itemGroup/save')
  await group.press('Enter')
  await adding.carriedOut
  await group.fill('Papers')
  adding.release()
  await expectVisible(page.getByRole('dialog').getByText('Backend', { exact: true }))
  expect(await group.inputValue()).toBe('Papers')
})
