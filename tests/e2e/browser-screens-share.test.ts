import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { root } from '#build/paths.ts'
import { addItem, addPage, expectVisible, newSite, type OpenOptions, type Site } from './support/browser.ts'
import { type Screen, testScreens } from './support/screens.ts'

let site: Site
const ids: Record<string, string> = {}

const rich = readFileSync(join(root, 'tests/e2e/support/rich-page.md'), 'utf8')

beforeAll(async () => {
  site = await newSite()
  const { admin } = site
  const item_id = await addItem(admin, { item_name: 'Orders API', item_domain: 'orders' })
  const page_id = await addPage(
    admin,
    item_id,
    'Getting started',
    '# Hello\n\nRead this first.\n\n## And then\n\nThat.',
  )
  const rich_id = await addPage(admin, item_id, 'Create a user', rich)
  const keyOf = async (page: number) => {
    const made = await admin.page.createSinglePage({ page_id: page, isCreateSiglePage: 'true' })
    return Array.isArray(made) ? '' : made.unique_key
  }
  const lost = await addPage(admin, item_id, 'Old notes', 'Once.')
  await admin.page.delete({ page_id: lost })
  const sheet = await addItem(admin, { item_name: 'Price sheet', item_type: 4, item_domain: 'pricesheet' })
  const { default_page_id } = await admin.item.info({ item_id: sheet })
  const cells = (row: number) => ({
    cells: { 0: { text: `SKU ${row}` }, 1: { text: `${row * 3.5}` }, 2: { text: '一段说明', style: 0 } },
  })
  await admin.page.save({
    item_id: sheet,
    page_id: Number(default_page_id),
    page_title: 'Price sheet',
    page_content: JSON.stringify([
      {
        name: 'Prices',
        freeze: 'A2',
        styles: [{ font: { bold: true }, bgcolor: '#fffbe6' }],
        rows: Object.fromEntries(Array.from({ length: 300 }, (_, row) => [row, cells(row)])),
      },
      { name: '备注', rows: {} },
    ]),
  })
  const client = await addItem(admin, { item_name: 'Client API', item_type: 3, item_domain: 'client' })
  await addItem(admin, { item_name: 'House rules', item_type: 2, item_domain: 'rules' })
  await addItem(admin, { item_name: '空项目', item_domain: 'empty' })
  Object.assign(ids, { page: page_id, lost, client, key: await keyOf(rich_id), open: await keyOf(page_id) })
})

const signedIn = (): OpenOptions => ({ token: site.token })
const heading = (page: Page) => expectVisible(page.getByRole('heading', { level: 1 }).first())

async function openShare(page: Page, tab: number): Promise<void> {
  await page.locator('article header').getByRole('button', { name: 'Share' }).click()
  await page.getByRole('dialog').getByRole('tab').nth(tab).click()
  await expectVisible(page.getByRole('dialog').getByRole('textbox').first())
  await page.getByRole('dialog').getByRole('button', { name: 'Show QR code' }).click()
  await expectVisible(page.getByRole('dialog').getByRole('img'))
}

const screens: Screen[] = [
  { name: 'share-page', at: '/orders/:page', options: signedIn, reach: (page) => openShare(page, 0) },
  { name: 'share-single', at: '/orders/:page', options: signedIn, reach: (page) => openShare(page, 2) },
  { name: 'shared-page', at: '/p/:key', reach: heading },
  { name: 'shared-page-ended', at: '/p/0123456789abcdef0123456789abcdef', reach: heading },
  { name: 'viewer-sheet', at: '/pricesheet', reach: (page) => expectVisible(page.getByRole('table')) },
  { name: 'viewer-deleted', at: '/orders/:lost', options: signedIn, reach: heading },
  { name: 'viewer-client', at: '/client', options: signedIn, reach: heading },
  { name: 'viewer-single', at: '/rules', options: signedIn, reach: heading },
  {
    name: 'viewer-menu',
    at: '/orders/:page',
    options: signedIn,
    reach: async (page) => {
      await page.locator('article header').getByRole('button', { name: 'More actions for this page' }).click()
      await expectVisible(page.getByRole('menu'))
    },
  },
  { name: 'viewer-empty', at: '/empty', options: signedIn, reach: heading },
]

testScreens(screens, () => ({
  server: site.server,
  addressOf: (at) => at.replace(/:(\w+)/, (_, name: string) => ids[name] ?? ''),
}))
