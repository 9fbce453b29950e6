import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { eventually, expectVisible, newSite, open, type Site } from './support/browser.ts'
import { addBookTo, type Book, clickCell, getCellPosition, ready, sizes, write } from './support/sheet.ts'

let site: Site

beforeAll(async () => {
  site = await newSite()
})

const openBook = async (book: Book, more: { lang?: 'en' | 'zh' } = {}): Promise<Page> => {
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}`, ...more })
  await ready(page)
  return page
}

/** The cells as ShowDoc stores them: formulas without results. */
const rowsOf = (cells: object) =>
  JSON.stringify([{ name: 'S', styles: [], rows: { 0: { cells }, len: 100 }, cols: { len: 26 } }])

/** The side of a cell on which its text is drawn. */
async function sideOf(page: Page, row: number, column: number): Promise<string> {
  const [x, y] = await getCellPosition(page, row, column)
  const clip = { x: x - 26, y: y - 8, width: sizes.width - 9, height: sizes.height - 9 }
  const png = await page.screenshot({ clip })
  return page.evaluate(
    async (bytes) => {
      const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)]))
      const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
      if (!pen) return ''
      pen.drawImage(picture, 0, 0)
      const { data, width, height } = pen.getImageData(0, 0, picture.width, picture.height)
      const inked = Array.from({ length: width }, (_, at) => at).filter((at) =>
        Array.from({ length: height }, (_, line) => data[(line * width + at) * 4] ?? 255).some((red) => red < 128),
      )
      const [first = 0, last = 0] = [inked[0], inked.at(-1)]
      const [left, right] = [first, width - last]
      return inked.length === 0 ? 'empty' : Math.abs(left - right) < 6 ? 'center' : left < right ? 'left' : 'right'
    },
    [...png],
  )
}

test('formulas stored without results show right-aligned numbers, to writers and readers', async () => {
  const cells = {
    0: { text: '3' },
    1: { text: '2.5' },
    2: { text: '=A1*B1' },
    3: { text: '=A1>B1' },
    4: { text: '=A1/0' },
    5: { text: '=CONCAT("a","b")' },
    6: { text: '007' },
  }
  const book = await addBookTo(site, 'Imported', rowsOf(cells))
  const page = await openBook(book)
  await clickCell(page, 5, 5)
  const sides = () => Promise.all([0, 1, 2, 3, 4, 5, 6].map((column) => sideOf(page, 0, column)))
  await eventually(sides, ['right', 'right', 'right', 'center', 'center', 'left', 'left'])
  expect((await site.admin.page.info({ page_id: book.page_id })).page_content).toBe(rowsOf(cells))
  // a result of another type is aligned as that type
  await write(page, 0, 1, 'x')
  await eventually(() => sideOf(page, 0, 2), 'center')
  await write(page, 0, 1, '0')
  await eventually(() => sideOf(page, 0, 2), 'right')

  const reader = await open(site.server, { at: `/${book.item_id}` })
  const sideRead = (name: string) =>
    reader.getByRole('cell', { name, exact: true }).evaluate((cell) => getComputedStyle(cell).textAlign)
  await expectVisible(reader.getByRole('cell', { name: '#DIV/0!', exact: true }))
  expect(await sideRead('3')).toBe('right')
  expect(await sideRead('#DIV/0!')).toBe('center')
  expect(await reader.getByText('=A1').count()).toBe(0)
})

test.each([
  ['en', 'Format as currency', 'usd', '$1,234.50'],
  ['zh', '货币格式', 'rmb', '￥1,234.50'],
] as const)('the currency format follows the reader’s language: %s', async (lang, tool, format, shown) => {
  const book = await addBookTo(site, 'Money', rowsOf({ 0: { text: '1234.5' }, 1: { text: '5', style: 0 } }))
  const page = await openBook(book, { lang })
  await clickCell(page, 0, 0)
  await page.locator('.fortune-toolbar').getByLabel(tool, { exact: true }).click()
  await eventually(async () => {
    const [sheet] = JSON.parse((await site.admin.page.info({ page_id: book.page_id })).page_content)
    const { text, shown, style } = sheet.rows[0].cells[0]
    return [text, shown, sheet.styles[style]?.format]
  }, ['1234.5', shown, format])
})
