import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { addItem, becomes, gone, newSite, open, type Site, seen, siteOf } from './support/browser.ts'
import { start } from './support/executable.ts'

let site: Site

beforeAll(async () => {
  site = await newSite()
})

interface Book {
  item_id: number
  page_id: number
}

/** A spreadsheet item with this text in it. */
async function addBook(name: string, content: string): Promise<Book> {
  const item_id = await addItem(site.admin, { item_name: name, item_type: 4 })
  const { menu } = await site.admin.item.info({ item_id })
  const page_id = Number(menu.pages[0]?.page_id)
  if (content) await site.admin.page.save({ item_id, page_id, page_title: name, page_content: content })
  return { item_id, page_id }
}

const contentOf = async ({ page_id }: Book) => (await site.admin.page.info({ page_id })).page_content

/** What a cell is stored with. */
async function stored(book: Book, row: number, column: number): Promise<unknown> {
  const content = await contentOf(book)
  return content ? JSON.parse(content)[0]?.rows?.[row]?.cells?.[column] : undefined
}

const sizes = { number: 46, letters: 24, width: 101, height: 26 }

/** Clicks a cell near the upper left corner. */
async function clickCell(page: Page, row: number, column: number): Promise<void> {
  const box = await page.locator('.fortune-sheet-overlay').boundingBox()
  if (!box) throw new Error('no grid')
  const x = box.x + sizes.number + column * sizes.width + 30
  await page.mouse.click(x, box.y + sizes.letters + row * sizes.height + 12)
}

/** Types into a cell near the upper left corner. */
async function write(page: Page, row: number, column: number, text: string): Promise<void> {
  await clickCell(page, row, column)
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

const grid = (page: Page) => page.getByRole('grid')
const ready = (page: Page) => grid(page).waitFor({ state: 'attached' })
/** So large that a closing window cannot send it. */
const large = () => {
  const [sheet] = JSON.parse(showdoc)
  sheet.rows[50] = { cells: { 0: { text: 'x'.repeat(100_000) } } }
  return JSON.stringify([sheet])
}
const showdoc =
  '[{"name":"Seeds","freeze":"A2","styles":[{"font":{"bold":true},"align":"center","odd":1}],"merges":[],"rows":{"0":{"cells":{"0":{"text":"Name","style":0},"1":{"text":"Price","style":0}}},"1":{"cells":{"0":{"text":"Rose"},"1":{"text":"2.50"},"2":{"text":"007"}}},"30":{"height":40},"len":800},"cols":{"0":{"width":180},"len":26},"validations":[{"refs":["A1"]}],"autofilter":{}}]'

test('what is typed is saved by itself, with formulas and what they show, and is there after a reload', async () => {
  const book = await addBook('Prices', '')
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}` })
  await ready(page)
  await seen(page.getByText('Every change is saved by itself, within a second.'))
  await page.getByRole('button', { name: 'Do not show again' }).click()
  await write(page, 0, 0, '12.5')
  await write(page, 1, 0, '=A1*2')
  await seen(page.getByText(/^All saved/))
  await becomes(() => stored(book, 1, 0), { text: '=A1*2', shown: '25', value: 25 })
  await page.keyboard.press('Control+z')
  await becomes(() => stored(book, 1, 0), undefined)
  await page.reload()
  await ready(page)
  expect(await page.getByText('Every change is saved by itself, within a second.').count()).toBe(0)
  await clickCell(page, 0, 0)
  await seen(grid(page).getByRole('gridcell', { name: '12.5' }).first())
})

test('a spreadsheet of ShowDoc is not rewritten by looking; an edit changes its cell alone', async () => {
  const book = await addBook('Seeds', showdoc)
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}` })
  await ready(page)
  await clickCell(page, 3, 0)
  await page.keyboard.press('Control+s')
  await page.waitForTimeout(1500)
  expect(await contentOf(book)).toBe(showdoc)
  await write(page, 3, 1, 'new')
  await becomes(async () => (await contentOf(book)) !== showdoc, true)
  const [sheet] = JSON.parse(await contentOf(book))
  const [was] = JSON.parse(showdoc)
  const { rows, ...rest } = sheet
  const { rows: former, ...others } = was
  expect(rest).toEqual(others)
  expect(rows[1]).toEqual(former[1])
  expect(rows[0]).toEqual(former[0])
})

test('two people: the second reads with the name of the first, and writes once the first has gone', async () => {
  const book = await addBook('Shared', showdoc)
  const { token } = await site.newAccount('second')
  await site.admin.member.save({ item_id: book.item_id, username: 'second', member_group_id: 1 })
  const first = await open(site.server, { token: site.token, at: `/${book.item_id}` })
  await ready(first)
  await seen(first.getByRole('button', { name: 'Import' }))
  const second = await open(site.server, { token, at: `/${book.item_id}` })
  await seen(second.getByRole('dialog'))
  await second.getByRole('button', { name: 'Read it' }).click()
  await seen(second.getByText(/^Read only: .* is editing/))
  await write(first, 4, 0, 'by the first')
  await becomes(() => stored(book, 4, 0), { text: 'by the first' })
  await first.goto('about:blank')
  await second.getByRole('button', { name: 'Import' }).waitFor({ timeout: 40_000 })
  await write(second, 5, 0, 'by the second')
  await becomes(() => stored(book, 5, 0), { text: 'by the second' })
  expect(await stored(book, 4, 0)).toEqual({ text: 'by the first' })
})

test('a save over a newer version puts cells together, and asks where both changed one', async () => {
  const book = await addBook('Merged', showdoc)
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}`, expects: /^$/ })
  await ready(page)
  const theirs = JSON.parse(showdoc)
  theirs[0].rows[1].cells[1] = { text: '3' }
  theirs[0].rows[6] = { cells: { 0: { text: 'theirs' } } }
  const save = { item_id: book.item_id, page_id: book.page_id, page_title: 'Merged' }
  await site.admin.page.save({ ...save, page_content: JSON.stringify(theirs) })
  await write(page, 3, 0, 'mine')
  await becomes(() => stored(book, 3, 0), { text: 'mine' })
  expect(await stored(book, 6, 0)).toEqual({ text: 'theirs' })
  await ready(page)
  await seen(page.getByText(/^All saved/))
  const again = JSON.parse(await contentOf(book))
  again[0].rows[3].cells[0] = { text: 'changed by them' }
  await site.admin.page.save({ ...save, page_content: JSON.stringify(again) })
  await write(page, 3, 0, 'changed by me')
  const dialog = page.getByRole('dialog')
  await seen(dialog.getByText('1 cell was changed by both'))
  // to close it decides nothing
  await page.keyboard.press('Escape')
  await gone(dialog)
  await seen(page.getByText(/both of you changed some of the cells\. Your changes are kept in this browser\./))
  expect(await stored(book, 3, 0)).toEqual({ text: 'changed by them' })
  await page.getByRole('button', { name: 'Choose' }).click()
  await dialog.getByRole('radio', { name: /Theirs/ }).check()
  await dialog.getByRole('button', { name: 'Save these' }).click()
  await gone(dialog)
  await becomes(() => stored(book, 3, 0), { text: 'changed by them' })
})

test('what a browser that was killed had not saved is offered, compared and restored', async () => {
  const book = await addBook('Crash', large())
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}`, expects: /Failed to load|ERR_/ })
  await ready(page)
  await page.route('**/api/page/save', (route) => route.abort())
  await write(page, 3, 0, 'not on the server')
  await seen(page.getByText(/^The server cannot be reached/))
  await page.waitForTimeout(1200)
  const beside = await open(site.server, { beside: page, at: '/item/index' })
  // no last word: the window is gone at once
  await page.close({ runBeforeUnload: false })
  await beside.goto(`${site.server.url}/${book.item_id}`)
  const here = beside.getByRole('button', { name: 'Edit here' })
  await seen(here.or(beside.getByRole('button', { name: 'Restore them' })))
  if (await here.isVisible()) await here.click()
  await seen(beside.getByText(/never reached the server/))
  await beside.getByRole('button', { name: 'Compare' }).click()
  await seen(beside.getByRole('dialog').getByText('not on the server'))
  await beside.getByRole('dialog').getByRole('button', { name: 'Restore them' }).click()
  await becomes(() => stored(book, 3, 0), { text: 'not on the server' })
})

test('sheets of a file are looked at and added; what is no spreadsheet is refused in words; files are handed out', async () => {
  const book = await addBook('Files', showdoc)
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}` })
  await ready(page)
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog')
  const box = dialog.locator('input[type=file]')
  await box.setInputFiles({ name: 'a.xlsx', mimeType: 'x', buffer: Buffer.from('no spreadsheet') })
  await seen(dialog.getByText('This is no Excel or CSV file, whatever its name says.'))
  await box.setInputFiles({
    name: 'prices.xlsx',
    mimeType: 'x',
    buffer: readFileSync('tests/fixtures/sheet/libreoffice.xlsx'),
  })
  await seen(dialog.getByRole('cell', { name: '007' }))
  await dialog.getByRole('button', { name: 'Add 2 sheets' }).click()
  await gone(dialog)
  const names = async () => JSON.parse(await contentOf(book)).map(({ name }: { name: string }) => name)
  await becomes(names, ['Seeds', 'Prices', '表2'])
  for (const [entry, name] of [
    ['Excel file (.xlsx)', 'Files.xlsx'],
    ['This sheet as CSV', 'Files - Seeds.csv'],
  ] as const) {
    const given = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: entry }).click()
    expect((await given).suggestedFilename()).toBe(name)
    await gone(page.getByRole('dialog'))
  }
})

test('a reader gets the table without tools, at the cell that was searched for', async () => {
  const content = JSON.parse(showdoc)
  content[0].rows[700] = { cells: { 3: { text: '=1+1', shown: 'Kohlrabi' } } }
  const book = await addBook('To read', JSON.stringify(content))
  const page = await open(site.server, { at: `/${book.item_id}?hit=kohlrabi` })
  await seen(page.getByRole('cell', { name: 'Kohlrabi' }))
  expect(await page.locator('.fortune-container').count()).toBe(0)
})

test('rows can be put in, and nothing of it needs what the content policy forbids', async () => {
  const book = await addBook('Rows', showdoc)
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}` })
  await ready(page)
  await clickCell(page, 2, 0)
  const box = await page.locator('.fortune-sheet-overlay').boundingBox()
  await page.mouse.click((box?.x ?? 0) + 100, (box?.y ?? 0) + sizes.letters + 26 + 10, { button: 'right' })
  await page.locator('.fortune-context-menu').getByText('Row Above').click()
  await becomes(async () => JSON.parse(await contentOf(book))[0].rows[2]?.cells?.[0], { text: 'Rose' })
  await write(page, 5, 0, '=SUM(B3:B3)')
  await becomes(() => stored(book, 5, 0), { text: '=SUM(B3:B3)', shown: '2.5', value: 2.5 })
})

test('formulas that were stored without results show them, and that is no edit', async () => {
  const [sheet] = JSON.parse(showdoc)
  sheet.cols = { len: 26 } // columns of one width: clickCell counts on it
  sheet.rows[1].cells[3] = { text: '=B2*2' }
  sheet.rows[2] = { cells: { 3: { text: '=D2+SUM(B2:B3)' }, 4: { text: '=E3+1' } } }
  const content = JSON.stringify([sheet])
  const book = await addBook('Bare', content)
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}` })
  await ready(page)
  await clickCell(page, 1, 3)
  await seen(grid(page).getByRole('gridcell', { name: '7.5' }).first())
  await page.keyboard.press('Control+s')
  await page.waitForTimeout(1500)
  expect(await contentOf(book)).toBe(content)
  await write(page, 1, 1, '4')
  await becomes(() => stored(book, 2, 3), { text: '=D2+SUM(B2:B3)', shown: '12', value: 12 })
})

test('what is printed is the sheet as it stands, saved or not', async () => {
  const book = await addBook('Paper', showdoc)
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}`, expects: /Failed to load|ERR_/ })
  await ready(page)
  await page.route('**/api/page/save', (route) => route.abort())
  await write(page, 3, 0, 'typed just now')
  await seen(page.getByText(/^The server cannot be reached/))
  await page.emulateMedia({ media: 'print' })
  await seen(page.getByRole('cell', { name: 'typed just now' }))
  await page.emulateMedia({ media: 'screen' })
  await page.unroute('**/api/page/save')
  await becomes(() => stored(book, 3, 0), { text: 'typed just now' })
})

test('a server that is killed while edits are being saved loses none of them', async () => {
  const own = await newSite()
  const { data } = own.server
  const port = Number(new URL(own.server.url).port)
  const item_id = await addItem(own.admin, { item_name: 'Hard', item_type: 4 })
  const page_id = Number((await own.admin.item.info({ item_id })).menu.pages[0]?.page_id)
  const page = await open(own.server, { token: own.token, at: `/${item_id}`, expects: /Failed to load|ERR_/ })
  await ready(page)
  await page.getByRole('button', { name: 'Understood' }).click()
  await write(page, 0, 0, '007')
  await seen(page.getByText(/^All saved/))
  await write(page, 1, 0, '=1+2')
  // the gathering of these is ended by a save, and that by the end of the server
  const killing = page.waitForRequest('**/api/page/save').then(() => own.server.kill9())
  // each goes on below the one before
  const typed = async (text: string) => {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  for (let row = 2; row < 10; row += 1) await typed(`row ${row}`)
  await killing
  await seen(page.getByText(/^The server cannot be reached/))
  const again = await start({ data, port, args: ['--captcha', 'off'] })
  await typed('after all')
  const cells = async () => {
    const { page_content } = await siteOf(again, own.token).admin.page.info({ page_id })
    return JSON.parse(page_content)[0].rows
  }
  await becomes(async () => (await cells())[10]?.cells[0], { text: 'after all' })
  const rows = await cells()
  expect(rows[0].cells[0].text).toBe('007')
  expect(rows[1].cells[0]).toEqual({ text: '=1+2', shown: '3', value: 3 })
  for (let row = 2; row < 10; row += 1) expect(rows[row].cells[0]).toEqual({ text: `row ${row}` })
})

test('a window that is closed within the second in which edits are gathered loses none of them', async () => {
  const book = await addBook('Closed', showdoc)
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}` })
  page.on('dialog', (dialog) => void dialog.accept()) // whether one really wants to leave
  await ready(page)
  await write(page, 3, 0, 'typed last')
  await page.goto('about:blank')
  await becomes(() => stored(book, 3, 0), { text: 'typed last' })
  // one that is too large to be sent from a closing window is kept in the browser
  const other = await addBook('Large and closed', large())
  await page.goto(`${site.server.url}/${other.item_id}`)
  await ready(page)
  await write(page, 3, 0, 'typed last')
  await page.goto('about:blank')
  await page.goto(`${site.server.url}/${other.item_id}`)
  await ready(page)
  if (!(await stored(other, 3, 0))) await page.getByRole('button', { name: 'Restore them' }).click()
  await becomes(() => stored(other, 3, 0), { text: 'typed last' })
})

test('a formula that reads itself says so, shows no result, and can be mended; nothing else is lost by it', async () => {
  const book = await addBook('Loop', showdoc)
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}` })
  await ready(page)
  await write(page, 3, 0, '=A4+1')
  await seen(page.getByText(/^A4 reads itself, directly or through other cells\. It shows #REF!/))
  await write(page, 4, 0, '=A6')
  await write(page, 5, 0, '=A5*2')
  await seen(page.getByText(/^A6 reads itself/))
  await write(page, 6, 0, 'after it')
  await becomes(() => stored(book, 6, 0), { text: 'after it' })
  for (const row of [3, 4, 5]) expect(await stored(book, row, 0)).toMatchObject({ shown: '#REF!' })
  expect(await stored(book, 1, 0)).toEqual({ text: 'Rose' })
  await write(page, 5, 0, '21')
  await becomes(() => stored(book, 4, 0), { text: '=A6', shown: '21', value: 21 })
})

/** Chooses cells near the upper left corner by dragging over them. */
async function choose(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  await clickCell(page, ...from)
  await page.keyboard.down('Shift')
  await clickCell(page, ...to)
  await page.keyboard.up('Shift')
}

test('sorting, a filter, frozen rows, filling, merging, formats and undoing are there after a reload', async () => {
  const rows = ['Item', 'Tulip', 'Rose', 'Lily'].map((text, row) => [
    row,
    { cells: { 0: { text }, 1: { text: row === 0 ? 'Price' : String(row) } } },
  ])
  const content = JSON.stringify([{ name: 'S', rows: { ...Object.fromEntries(rows), len: 800 }, cols: { len: 26 } }])
  const book = await addBook('Deeds', content)
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}` })
  await ready(page)
  await page.getByRole('button', { name: 'Understood' }).click()
  const tool = (name: string) => page.locator(`.fortune-toolbar [aria-label^="${name}"]`).first()
  const fromMenu = async (row: number, column: number, entry: string) => {
    const box = await page.locator('.fortune-sheet-overlay').boundingBox()
    const [x, y] = [sizes.number + column * sizes.width + 30, sizes.letters + row * sizes.height + 12]
    await page.mouse.click((box?.x ?? 0) + x, (box?.y ?? 0) + y, { button: 'right' })
    await page.locator('.fortune-context-menu').getByText(entry, { exact: true }).click()
  }
  await write(page, 1, 2, '1')
  await write(page, 2, 2, '2')
  await choose(page, [1, 0], [3, 1])
  await fromMenu(2, 0, 'Ascending sort')
  await choose(page, [1, 2], [2, 2])
  const handle = await page.locator('.luckysheet-cs-fillhandle').first().boundingBox()
  await page.mouse.move((handle?.x ?? 0) + 3, (handle?.y ?? 0) + 3)
  await page.mouse.down()
  await page.mouse.move((handle?.x ?? 0) - 30, (handle?.y ?? 0) + 3 * sizes.height - 10, { steps: 6 })
  await page.mouse.up()
  await choose(page, [0, 3], [0, 4])
  await tool('Merge cells').click()
  await clickCell(page, 1, 1)
  await tool('Format as percent').click()
  await clickCell(page, 0, 0)
  await tool('Freeze').click()
  await choose(page, [0, 0], [3, 1])
  await fromMenu(2, 0, 'Filter')
  await page.locator('.luckysheet-filter-options').first().click()
  await page.locator('.fortune-filter-menu input[type=checkbox]').nth(1).uncheck() // roses
  await page.locator('.fortune-filter-menu').getByText('Confirm').click()
  await write(page, 0, 6, 'taken back')
  await page.keyboard.press('Control+z')
  const isDone = async () => {
    const [sheet] = JSON.parse(await contentOf(book))
    return [sheet.freeze, sheet.rows[0].cells[6] === undefined && sheet.docstead !== undefined]
  }
  await becomes(isDone, ['B2', true])
  await seen(page.getByText(/^All saved/))
  const before = await contentOf(book)
  const [sheet] = JSON.parse(before)
  const column = (at: number) => [1, 2, 3, 4, 5].map((row) => sheet.rows[row].cells[at]?.text)
  expect([column(0), column(1), column(2)]).toEqual([
    ['Lily', 'Rose', 'Tulip', undefined, undefined],
    ['3', '2', '1', undefined, undefined],
    ['1', '2', '3', '4', '5'],
  ])
  expect(sheet.rows[0].cells[3]).toEqual({ merge: [0, 1] })
  expect([sheet.merges, sheet.autofilter.ref]).toEqual([['D1:E1'], 'A1:B4'])
  expect(sheet.rows[1].cells[1]).toMatchObject({ text: '3', shown: '300.00%' })

  await page.reload()
  await ready(page)
  const address = page.locator('.fortune-name-box')
  const shown = (name: string) => grid(page).getByRole('gridcell', { name }).first()
  // the row of roses is hidden: the next one stands in its place
  await clickCell(page, 2, 0)
  await becomes(() => address.textContent(), 'A4')
  await seen(shown('Tulip'))
  await clickCell(page, 1, 1)
  await seen(shown('300.00%'))
  await clickCell(page, 0, 4)
  await becomes(() => address.textContent(), /^D1(:E1)?$/)
  await page.mouse.wheel(0, 3000)
  await page.waitForTimeout(300)
  await clickCell(page, 0, 0)
  await becomes(() => address.textContent(), 'A1')
  await page.waitForTimeout(1000)
  expect(await contentOf(book)).toBe(before)
})
