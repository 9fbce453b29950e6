import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { addItem, addPage, expectVisible, newSite, type Site, takeLockOver } from './support/browser.ts'
import { type Screen, testScreens } from './support/screens.ts'

let site: Site
let at = ''

beforeAll(async () => {
  site = await newSite()
  const item_id = await addItem(site.admin, { item_name: 'Orders' })
  const page_id = await addPage(site.admin, item_id, 'Create an order', 'Text of the page.')
  at = `/page/edit/${item_id}/${page_id}`
})

const dialog = (page: Page) => page.getByRole('dialog')

/** Opens an editor tool. The previous window may have left its lock behind. */
async function choose(page: Page, entry: string) {
  await expectVisible(page.locator('.cm-content'))
  await takeLockOver(page)
  await page.getByRole('button', { name: 'Insert', exact: true }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).first().click()
  await expectVisible(dialog(page))
}

const screens: readonly Screen[] = [
  {
    name: 'helper-json-fault',
    at: '',
    options: () => ({ token: site.token }),
    reach: async (page) => {
      await choose(page, 'JSON to table')
      await dialog(page).getByRole('textbox', { name: 'JSON' }).fill('{\n  "id": 1\n  "name": "a"\n}')
      await expectVisible(dialog(page).getByRole('alert'))
    },
  },
  {
    name: 'helper-table-empty',
    at: '',
    options: () => ({ token: site.token }),
    reach: (page) => choose(page, 'Paste a table'),
  },
  {
    name: 'helper-mock',
    at: '',
    options: () => ({ token: site.token }),
    reach: async (page) => {
      await choose(page, 'Mock address')
      const send = dialog(page).getByRole('button', { name: /end test$/ })
      await expectVisible(send)
      const example = dialog(page).getByRole('button', { name: 'Use an example' })
      if (await example.count()) await example.click()
      await send.click()
      await expectVisible(dialog(page).getByText('200 OK'))
    },
  },
  {
    name: 'helper-templates',
    at: '',
    options: () => ({ token: site.token }),
    reach: async (page) => {
      await choose(page, 'Template')
      await expectVisible(dialog(page).getByRole('option', { name: 'Data dictionary' }))
    },
  },
]

testScreens(screens, () => ({
  server: site.server,
  addressOf: () => at,
}))
