import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { eventually, expectHidden, expectVisible, newSite, open, type Site } from './support/browser.ts'

const choices = ['Members only', 'Anyone with the password', 'Public']

let site: Site
beforeAll(async () => {
  site = await newSite()
})

const dialogOf = (page: Page) => page.getByRole('dialog')

const groupIn = (dialog: Locator) => dialog.getByRole('group', { name: 'Who can see it' })

/** The choices that a dialog offers, by name, and the selected one. */
async function offered(dialog: Locator) {
  const radios = groupIn(dialog).getByRole('radio')
  await expectVisible(radios.first())
  const names = await radios.evaluateAll((all) =>
    all.map((one) => (one as HTMLInputElement).labels?.[0]?.querySelector('span')?.firstChild?.textContent ?? ''),
  )
  const chosen = await radios.evaluateAll((all) => all.findIndex((one) => (one as HTMLInputElement).checked))
  return { names, chosen }
}

test('a new item is members-only by default, by keyboard, and the middle choice requires a password', async () => {
  const page = await open(site.server, { at: '/item/index', token: site.token })
  await expectVisible(page.getByText('No projects yet. Create one or import what you have.'))
  await page.getByRole('button', { name: 'New project' }).last().press('Enter')
  const dialog = dialogOf(page)
  expect(await offered(dialog)).toEqual({ names: choices, chosen: 0 })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Plans')
  expect(await dialog.getByLabel(/^Access password/).count()).toBe(0)
  const radio = (name: string) => groupIn(dialog).getByRole('radio', { name: new RegExp(`^${name}`) })
  await radio('Members only').focus()
  await page.keyboard.press('ArrowDown')
  await expectVisible(dialog.getByLabel(/^Access password/))
  // from the choice, Tab moves to its password
  await page.keyboard.press('Tab')
  await eventually(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name), 'password')
  await page.keyboard.press('Enter')
  const error = dialog.getByText('Enter an access password, or choose “Members only”')
  await expectVisible(error)
  expect(await dialog.getByLabel(/^Access password/).getAttribute('aria-invalid')).toBe('true')
  await radio('Anyone with the password').focus()
  await page.keyboard.press('ArrowUp')
  await expectHidden(error)
  await page.keyboard.press('Control+Enter')
  await page.waitForURL((url) => /^\/\d+$/.test(url.pathname))
  const [item] = await site.admin.item.myList()
  expect(item).toMatchObject({ item_name: 'Plans', visibility: 'members' })

  // replacing an existing password is cancelled by keyboard
  const { item_id: locked } = await site.admin.item.add({ item_name: 'Keys', visibility: 'password', password: 'old' })
  await page.goto(`${site.server.url}/item/setting/${locked}`)
  await page.getByRole('button', { name: 'Change password' }).press('Enter')
  await page.keyboard.type('new')
  expect(await page.getByLabel(/^Access password/).inputValue()).toBe('new')
  await page.getByRole('button', { name: 'Keep the current password' }).press('Enter')
  await eventually(() => page.evaluate(() => document.activeElement?.textContent), 'Change password')
  await expectVisible(page.getByText('An access password is set.'))

  // no password is mentioned where there is none
  await page.goto(`${site.server.url}/item/setting/${item?.item_id}`)
  await expectVisible(page.getByRole('radio', { name: /^Members only/, checked: true }))
  expect(await page.getByText(/password is set/).count()).toBe(0)
  await page.goto(`${site.server.url}/item/index`)
  await expectVisible(page.getByRole('article').filter({ hasText: 'Plans' }).getByText('Members only'))
  await page.getByRole('button', { name: 'Menu of Plans' }).click()
  await page.getByRole('menuitem', { name: 'Share', exact: true }).click()
  await expectVisible(dialog.getByText('Members only: People and teams added to this project.'))
})
