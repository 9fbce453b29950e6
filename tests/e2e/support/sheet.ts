import type { Page } from 'playwright-core'
import { addItem, type Site } from './browser.ts'

/** The page of a spreadsheet item. */
export interface Book {
  item_id: number
  page_id: number
}

/** Creates a spreadsheet item with this text. */
export async function addBookTo(site: Site, name: string, content: string): Promise<Book> {
  const item_id = await addItem(site.admin, { item_name: name, item_type: 4 })
  const { menu } = await site.admin.item.info({ item_id })
  const page_id = Number(menu.pages[0]?.page_id)
  if (content) await site.admin.page.save({ item_id, page_id, page_title: name, page_content: content })
  return { item_id, page_id }
}

/** The sizes of the grid, in px: the column of row numbers, the row of column letters, a cell with its border. */
export const sizes = { number: 46, letters: 24, width: 101, height: 26 }

/** The position of a cell near the upper left corner, in px of the window. */
export async function getCellPosition(page: Page, row: number, column: number): Promise<[x: number, y: number]> {
  const box = await page.locator('.fortune-sheet-overlay').boundingBox()
  if (!box) throw new Error('no grid')
  return [box.x + sizes.number + column * sizes.width + 30, box.y + sizes.letters + row * sizes.height + 12]
}

/** Clicks a cell near the upper left corner. */
export async function clickCell(page: Page, row: number, column: number): Promise<void> {
  await page.mouse.click(...(await getCellPosition(page, row, column)))
}

/** Types into a cell near the upper left corner. */
export async function write(page: Page, row: number, column: number, text: string): Promise<void> {
  await clickCell(page, row, column)
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

/** The grid, once it is visible. */
export const ready = (page: Page) => page.getByRole('grid').waitFor({ state: 'attached' })
