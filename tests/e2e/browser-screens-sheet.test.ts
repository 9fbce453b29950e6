import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { addItem, expectHidden, expectVisible, newSite, type Site } from './support/browser.ts'
import { type Screen, testScreens } from './support/screens.ts'

let site: Site
let reader: string
/** Ids by the names that stand for them in the addresses. */
const ids: Record<string, string> = {}

const head = { bold: { font: { bold: true }, bgcolor: '#e8eef7' }, money: { numFmt: '#,##0.00' } }

/** A price list; `price` is the price of its first product. */
const prices = (price: string) =>
  JSON.stringify([
    {
      name: 'Prices',
      freeze: 'A2',
      styles: [head.bold, head.money],
      merges: [],
      rows: {
        0: { cells: { 0: { text: 'Item', style: 0 }, 1: { text: 'Price', style: 0 }, 2: { text: '备注', style: 0 } } },
        1: { cells: { 0: { text: 'Rose' }, 1: { text: price, style: 1 }, 2: { text: '每束十二枝，含包装' } } },
        2: { cells: { 0: { text: 'Tulip' }, 1: { text: '1480', shown: '1,480.00', style: 1 } } },
        3: {
          cells: { 0: { text: 'Together' }, 1: { text: '=SUM(B2:B3)', shown: '1,482.50', value: 1482.5, style: 1 } },
        },
        len: 100,
      },
      cols: { 0: { width: 160 }, 2: { width: 220 }, len: 26 },
    },
    { name: '二月', rows: { 0: { cells: { 0: { text: '007', t: 's' } } }, len: 100 }, cols: { len: 26 } },
  ])

async function addBook(word: string, name: string): Promise<{ item_id: number; page_id: number }> {
  const item_id = await addItem(site.admin, { item_name: name, item_type: 4 })
  const page_id = Number((await site.admin.item.info({ item_id })).menu.pages[0]?.page_id)
  await site.admin.page.save({ item_id, page_id, page_title: name, page_content: prices('2.5') })
  ids[word] = String(item_id)
  return { item_id, page_id }
}

beforeAll(async () => {
  site = await newSite({}, { site_name: 'Team papers' })
  for (const word of ['BOOK', 'FILE', 'READ', 'MERGED']) await addBook(word, 'Flower prices')
  const made = await addBook('HISTORY', 'Flower prices of the year')
  await site.admin.page.save({ ...made, page_title: 'Flower prices of the year', page_content: prices('2.75') })
  ids['PAGE'] = String(made.page_id)
  ids['VERSION'] = String((await site.admin.page.history({ page_id: made.page_id }))[0]?.page_history_id)
  reader = (await site.newAccount('reader')).token
})

const addressOf = (at: string) => at.replace(/[A-Z]{4,}/g, (word) => ids[word] ?? word)
const signedIn = () => ({ token: site.token })
const ready = (page: Page) => page.getByRole('grid').waitFor({ state: 'attached' })

/** Chooses a file to import. */
async function importFile(page: Page) {
  await ready(page)
  await page.getByRole('button', { name: 'Import' }).click()
  const buffer = readFileSync('tests/fixtures/sheet/libreoffice.xlsx')
  await page.locator('input[type=file]').setInputFiles({ name: 'prices.xlsx', mimeType: 'x', buffer })
  await expectVisible(page.getByRole('dialog').getByRole('cell', { name: '007' }))
}

/** Edits a cell that another user has edited too. */
async function bothChange(page: Page) {
  await ready(page)
  const item_id = Number(ids['MERGED'])
  const page_id = Number((await site.admin.item.info({ item_id })).menu.pages[0]?.page_id)
  const [sheet] = JSON.parse(prices('9.99'))
  sheet.rows[2].cells[0] = { text: 'Tulip, red, 50 cm' }
  await site.admin.page.save({
    item_id,
    page_id,
    page_title: 'Flower prices',
    page_content: JSON.stringify([sheet]),
  })
  const box = await page.locator('.fortune-sheet-overlay').boundingBox()
  await page.mouse.click((box?.x ?? 0) + 100, (box?.y ?? 0) + 24 + 2 * 26 + 10)
  await page.keyboard.type('Tulip, yellow')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('dialog').getByText('1 conflicting cell'))
}

const screens: Screen[] = [
  { name: 'sheet-editor', at: '/BOOK', options: signedIn, reach: ready },
  {
    name: 'sheet-print',
    at: '/READ',
    options: () => ({ token: reader }),
    reach: async (page) => {
      await expectVisible(page.getByRole('cell', { name: 'Tulip' }))
      await page.emulateMedia({ media: 'print' })
      await expectHidden(page.getByRole('banner'))
    },
  },
  {
    name: 'sheet-reader',
    at: '/READ',
    options: () => ({ token: reader }),
    reach: (page) => expectVisible(page.getByRole('cell', { name: 'Tulip' })),
  },
  {
    name: 'sheet-import',
    leastWidth: 1000,
    at: '/FILE',
    options: signedIn,
    reach: importFile,
  },
  {
    name: 'sheet-history',
    at: '/HISTORY',
    options: signedIn,
    reach: async (page) => {
      await ready(page)
      await page.getByRole('heading', { level: 1 }).locator('..').getByRole('button').last().click()
      await page.getByRole('menuitem', { name: 'History' }).click()
      await expectVisible(page.getByRole('dialog').getByText('Current', { exact: true }))
    },
  },
  {
    name: 'sheet-diff',
    at: '/page/diff/PAGE/VERSION',
    options: signedIn,
    reach: (page) => expectVisible(page.getByRole('cell', { name: '2.75' })),
  },
  {
    name: 'sheet-merge',
    leastWidth: 1000,
    at: '/MERGED',
    options: signedIn,
    reach: bothChange,
  },
]

testScreens(screens, () => ({ server: site.server, addressOf }))
