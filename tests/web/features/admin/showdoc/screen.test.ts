import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '#tests/web/support/browser.ts'
import { expectVisible, openAs } from '#tests/web/support/screen.tsx'

const browser = openBrowser()
let folder: string

beforeAll(() => {
  browser.app.uid('admin')
  folder = mkdtempSync(join(tmpdir(), 'docstead-showdoc-'))
  cpSync(join(import.meta.dirname, '../../../../fixtures/showdoc-site'), folder, { recursive: true })
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('checks a site by its path, shows the report, and imports it', async () => {
  const page = openAs(browser, 'admin', '/admin/index?section=showdoc')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Move in from ShowDoc' }))
  const path = page.getByRole('textbox', { name: 'Path on this server' })
  await path.fill('/nowhere')
  await page.getByRole('button', { name: 'Check' }).click()
  await expectVisible(page.getByRole('alert').filter({ hasText: 'There is no ShowDoc at /nowhere' }))
  await path.fill(folder)
  await page.getByRole('button', { name: 'Check' }).click()
  await expectVisible(page.getByRole('button', { name: 'Import now' }))
  const pages = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /^Pages$/ }) })
  expect(await pages.textContent()).toContain('49')
  await expectVisible(page.getByText(/Passwords of databases in API projects/).first())
  expect(browser.app.rows.all('item')).toEqual([])
  await page.getByRole('button', { name: 'Import now' }).click()
  await expectVisible(page.getByText(/^Imported\./).first())
  expect(browser.app.rows.all('item')).toHaveLength(12)

  // after a reload the result is still there, and another import can begin
  const again = openAs(browser, 'admin', '/admin/index?section=showdoc')
  await expectVisible(again.getByText(/^Imported\./).first())
  await again.getByRole('button', { name: 'Choose another' }).click()
  await expectVisible(again.getByRole('textbox', { name: 'Time zone of ShowDoc' }))
})
