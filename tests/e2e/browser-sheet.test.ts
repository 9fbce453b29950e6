import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  addItem,
  createSite,
  eventually,
  expectHidden,
  expectVisible,
  frames,
  newSite,
  open,
  type Site,
  settle,
} from './support/browser.ts'
import { newFolder, start } from './support/executable.ts'
import { overflow, setAppearance } from './support/screens.ts'
import { addBookTo, type Book, clickCell, ready, sizes, write } from './support/sheet.ts'

let site: Site

beforeAll(async () => {
  site = await newSite()
})

const addBook = (name: string, content: string) => addBookTo(site, name, content)

const contentOf = async ({ page_id }: Book) => (await site.admin.page.info({ page_id })).page_content

/** The stored content of a cell. */
async function stored(book: Book, row: number, column: number): Promise<unknown> {
  const content = await contentOf(book)
  return content ? JSON.parse(content)[0]?.rows?.[row]?.cells?.[column] : undefined
}

const grid = (page: Page) => page.getByRole('grid')
/** Too large to be sent by a closing window. */
const large = () => {
  const [sheet] = JSON.parse(showdoc)
  sheet.rows[50] = { cells: { 0: { text: 'x'.repeat(100_000) } } }
  return JSON.stringify([sheet])
}
const showdoc =
  '[{"name":"Seeds","freeze":"A2","styles":[{"font":{"bold":true},"align":"center","odd":1}],"merges":[],"rows":{"0":{"cells":{"0":{"text":"Name","style":0},"1":{"text":"Price","style":0}}},"1":{"cells":{"0":{"text":"Rose"},"1":{"text":"2.50"},"2":{"text":"007"}}},"30":{"height":40},"len":800},"cols":{"0":{"width":180},"len":26},"validations":[{"refs":["A1"]}],"autofilter":{}}]'

test('saves input automatically, with formulas and their results, and shows it after a reload', async () => {
  const book = await addBook('Prices', '')
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}` })
  await ready(page)
  await expectVisible(page.getByText('Changes are saved automatically.'))
  await page.getByRole('button', { name: 'Don’t show again' }).click()
  await write(page, 0, 0, '12.5')
  await write(page, 1, 0, '=A1*2')
  await expectVisible(page.getByText(/^All saved/))
  await eventually(() => stored(book, 1, 0), { text: '=A1*2', shown: '25', value: 25 })
  await page.keyboard.press('Control+z')
  await eventually(() => stored(book, 1, 0), undefined)
  await page.reload()
  await ready(page)
  expect(await page.getByText('Changes are saved automatically.').count()).toBe(0)
  await clickCell(page, 0, 0)
  await expectVisible(grid(page).getByRole('gridcell', { name: '12.5' }).first())
})

test('opening a ShowDoc spreadsheet does not rewrite it; an edit changes only its cell', async () => {
  const book = await addBook('Seeds', showdoc)
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}` })
  await ready(page)
  await clickCell(page, 3, 0)
  await page.keyboard.press('Control+s')
  await settle(page)
  expect(await contentOf(book)).toBe(showdoc)
  await write(page, 3, 1, 'new')
  await eventually(async () => (await contentOf(book)) !== showdoc, true)
  const [sheet] = JSON.parse(await contentOf(book))
  const [was] = JSON.parse(showdoc)
  const { rows, ...rest } = sheet
  const { rows: former, ...others } = was
  expect(rest).toEqual(others)
  expect(rows[1]).toEqual(former[1])
  expect(rows[0]).toEqual(former[0])
})

test('keeps input exactly: thousands separators, and numbers too long to be a number', async () => {
  const book = await addBook('Whole', '')
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}` })
  await ready(page)
  await write(page, 0, 0, '1,234.56')
  await write(page, 1, 0, '=A1*2')
  await write(page, 2, 0, '6222021234567890123')
  await write(page, 3, 0, '110101199003071234')
  await eventually(() => stored(book, 0, 0), { text: '1234.56', shown: '1,234.56', style: 0 })
  await eventually(() => stored(book, 1, 0), { text: '=A1*2', shown: '2469.12', value: 2469.12 })
  await eventually(() => stored(book, 2, 0), expect.objectContaining({ text: '6222021234567890123' }))
  await eventually(() => stored(book, 3, 0), expect.objectContaining({ text: '110101199003071234' }))
})

test('with two users, the second is read-only and sees the first’s name, and writes after the first left', async () => {
  const book = await addBook('Shared', showdoc)
  const { token } = await site.newAccount('second')
  await site.admin.member.save({ item_id: book.item_id, username: 'second', member_group_id: 1 })
  const first = await open(site.server, { token: site.token, at: `/${book.item_id}` })
  await ready(first)
  await expectVisible(first.getByRole('button', { name: 'Import' }))
  const second = await open(site.server, { token, at: `/${book.item_id}` })
  await expectVisible(second.getByRole('dialog'))
  await second.getByRole('button', { name: 'Read it' }).click()
  await expectVisible(second.getByText(/^Read only: .* is editing/))
  // a reader has no menu on the sheet tabs and cannot rename them, a writer can
  const ofTab = async (page: Page) => {
    const tab = page.locator('.luckysheet-sheets-item').first()
    await tab.click({ button: 'right' })
    await frames(page)
    const menus = await page.locator('.fortune-context-menu').count()
    await page.keyboard.press('Escape')
    const name = tab.locator('.luckysheet-sheets-item-name')
    await name.dblclick()
    const isField = await name.getAttribute('contenteditable')
    await page.keyboard.press('Escape')
    return { menus, isField }
  }
  expect(await ofTab(second)).toEqual({ menus: 0, isField: 'false' })
  expect(await ofTab(first)).toEqual({ menus: 1, isField: 'true' })
  await write(first, 4, 0, 'by the first')
  await eventually(() => stored(book, 4, 0), { text: 'by the first' })
  await first.goto('about:blank')
  await second.getByRole('button', { name: 'Import' }).waitFor({ timeout: 40_000 })
  await write(second, 5, 0, 'by the second')
  await eventually(() => stored(book, 5, 0), { text: 'by the second' })
  expect(await stored(book, 4, 0)).toEqual({ text: 'by the first' })
})

test('a save over a newer version merges cells, and asks about those that both sides changed', async () => {
  const book = await addBook('Merged', showdoc)
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}`, expects: /^$/ })
  await ready(page)
  const theirs = JSON.parse(showdoc)
  theirs[0].rows[1].cells[1] = { text: '3' }
  theirs[0].rows[6] = { cells: { 0: { text: 'theirs' } } }
  const save = { item_id: book.item_id, page_id: book.page_id, page_title: 'Merged' }
  await site.admin.page.save({ ...save, page_content: JSON.stringify(theirs) })
  await write(page, 3, 0, 'mine')
  await eventually(() => stored(book, 3, 0), { text: 'mine' })
  expect(await stored(book, 6, 0)).toEqual({ text: 'theirs' })
  await ready(page)
  await expectVisible(page.getByText(/^All saved/))
  const again = JSON.parse(await contentOf(book))
  again[0].rows[3].cells[0] = { text: 'changed by them' }
  await site.admin.page.save({ ...save, page_content: JSON.stringify(again) })
  await write(page, 3, 0, 'changed by me')
  const dialog = page.getByRole('dialog')
  await expectVisible(dialog.getByText('1 conflicting cell'))
  // closing the dialog decides nothing
  await page.keyboard.press('Escape')
  await expectHidden(dialog)
  await expectVisible(
    page.getByText(/someone else saved changes to some of the same cells\. Your changes are kept in this browser\./),
  )
  expect(await stored(book, 3, 0)).toEqual({ text: 'changed by them' })
  await page.getByRole('button', { name: 'Resolve' }).click()
  await dialog.getByRole('radio', { name: /Theirs/ }).check()
  await dialog.getByRole('button', { name: 'Save choices' }).click()
  await expectHidden(dialog)
  await eventually(() => stored(book, 3, 0), { text: 'changed by them' })
})

/** Whether the browser has stored a draft of a spreadsheet. */
const hasDraft = () =>
  new Promise<boolean>((done) => {
    const opening = indexedDB.open('docstead-sheets', 1)
    opening.onsuccess = () => {
      const counting = opening.result.transaction('draft').objectStore('draft').count()
      counting.onsuccess = () => {
        opening.result.close()
        done(counting.result > 0)
      }
    }
  })

test('offers, compares and restores unsaved changes after the browser was killed', async () => {
  const book = await addBook('Crash', large())
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}`, expects: /Failed to load|ERR_/ })
  await ready(page)
  await page.route('**/api/page/save', (route) => route.abort())
  await write(page, 3, 0, 'not on the server')
  await expectVisible(page.getByText(/^Can’t reach the server/))
  await eventually(() => page.evaluate(hasDraft), true)
  const beside = await open(site.server, { sameProfileAs: page, at: '/item/index' })
  // no unload handler: the window is gone at once
  await page.close({ runBeforeUnload: false })
  await beside.goto(`${site.server.url}/${book.item_id}`)
  const here = beside.getByRole('button', { name: 'Edit here' })
  await expectVisible(here.or(beside.getByRole('button', { name: 'Restore' })))
  if (await here.isVisible()) await here.click()
  await expectVisible(beside.getByText(/weren’t saved to the server/))
  await beside.getByRole('button', { name: 'Compare' }).click()
  await expectVisible(beside.getByRole('dialog').getByText('not on the server'))
  await beside.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await eventually(() => stored(book, 3, 0), { text: 'not on the server' })
})

test('imports sheets after a preview, rejects files that are not spreadsheets, and exports files', async () => {
  const book = await addBook('Files', showdoc)
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}`, expects: /ERR_FAILED/ })
  await ready(page)
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog')
  const box = dialog.locator('input[type=file]')
  // the file worker fails to load: the message does not blame the file
  await page.route(/assets\/file-worker/, (route) => route.abort(), { times: 1 })
  await box.setInputFiles({ name: 'a.csv', mimeType: 'x', buffer: Buffer.from('a,b') })
  await expectVisible(dialog.getByText(/^Couldn’t load the file reader\./))
  await box.setInputFiles({ name: 'a.xlsx', mimeType: 'x', buffer: Buffer.from('no spreadsheet') })
  await expectVisible(dialog.getByText('This isn’t an Excel or CSV file, despite its name.'))
  await box.setInputFiles({
    name: 'prices.xlsx',
    mimeType: 'x',
    buffer: readFileSync('tests/fixtures/sheet/libreoffice.xlsx'),
  })
  await expectVisible(dialog.getByRole('cell', { name: '007' }))
  await dialog.getByRole('button', { name: 'Add 2 sheets' }).click()
  await expectHidden(dialog)
  const names = async () => JSON.parse(await contentOf(book)).map(({ name }: { name: string }) => name)
  await eventually(names, ['Seeds', 'Prices', '表2'])
  for (const [entry, name] of [
    ['Excel file (.xlsx)', 'Files.xlsx'],
    ['This sheet as CSV', 'Files - Prices.csv'], // the first imported sheet is shown
  ] as const) {
    const given = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: entry }).click()
    expect((await given).suggestedFilename()).toBe(name)
    await expectHidden(page.getByRole('dialog'))
  }
})

/** A workbook of this many empty sheets, with only the parts that are read before the sheets are counted. */
function xlsxOf(sheets: number): Buffer {
  const list = Array.from({ length: sheets }, (_, at) => `<sheet name="S${at}" sheetId="${at + 1}" r:id="r${at}"/>`)
  const parts = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook><sheets>${list.join('')}</sheets></workbook>`,
  }
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)]))))
}

test('rejects a file that is too large for a spreadsheet, and loses nothing', async () => {
  const book = await addBook('Limits', showdoc)
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}` })
  await ready(page)
  await write(page, 3, 0, 'before it')
  await eventually(() => stored(book, 3, 0), { text: 'before it' })
  const before = await contentOf(book)
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog')
  const folder = newFolder()
  const give = async (name: string, bytes: Buffer) => {
    // a file on the disk: bytes pass through the debugging connection, megabytes for seconds
    const path = join(folder, name)
    writeFileSync(path, bytes)
    await dialog.locator('input[type=file]').setInputFiles(path)
  }
  await give('heavy.xlsx', Buffer.alloc(30_000_001, 1))
  await expectVisible(dialog.getByText('This file is larger than 30 MB.'))
  await give('cells.csv', Buffer.from(`${'1,'.repeat(1000)}1\n`.repeat(1000)))
  await expectVisible(dialog.getByText('This file has more than a million cells. Split it and import the parts.'))
  const tooMany = dialog.getByText('A spreadsheet can have up to 200 sheets. This file would exceed that.')
  await give('sheets.xlsx', xlsxOf(201))
  await expectVisible(tooMany)
  // sheets that are only too large together with the existing ones: the dialog says so and offers another file
  await give('long.csv', Buffer.from(`${'x'.repeat(30_000)}\n`.repeat(700)))
  await dialog.getByRole('button', { name: 'Add 1 sheet' }).click()
  await expectVisible(dialog.getByText(/^These sheets would make the spreadsheet larger than 20 MB\./))
  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  await give('small.csv', Buffer.from('Lily,3\n'))
  await expectVisible(dialog.getByRole('cell', { name: 'Lily' }))
  expect(await contentOf(book)).toBe(before)
  await dialog.getByRole('button', { name: 'Add 1 sheet' }).click()
  await expectHidden(dialog)
  await eventually(
    async () => JSON.parse(await contentOf(book)).map(({ name }: { name: string }) => name),
    ['Seeds', 'small'],
  )
  expect(JSON.parse(await contentOf(book))[0]).toEqual(JSON.parse(before)[0])
})

/** The colour of a point in the window: red, green, blue. */
async function colorAt(page: Page, x: number, y: number): Promise<number[]> {
  const png = await page.screenshot({ clip: { x, y, width: 1, height: 1 } })
  return page.evaluate(
    async (bytes) => {
      const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)]))
      const pen = new OffscreenCanvas(1, 1).getContext('2d')
      pen?.drawImage(picture, 0, 0)
      return [...(pen?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3)
    },
    [...png],
  )
}

test('in the dark theme, cells with their own colour look the same to writers and readers', async () => {
  const colors = ['#e8eef7', '#1f3864', '#ffff00', '#c6efce']
  const cells = Object.fromEntries(colors.map((text, at) => [at, { text, style: at }]))
  const styles = colors.map((bgcolor) => ({ bgcolor }))
  const content = JSON.stringify([{ name: 'S', styles, rows: { 2: { cells }, len: 100 }, cols: { len: 26 } }])
  const book = await addBook('Colours', content)
  const writer = await open(site.server, { token: site.token, at: `/${book.item_id}`, theme: 'dark' })
  await ready(writer)
  const reader = await open(site.server, { at: `/${book.item_id}`, theme: 'dark' })
  const overlay = await writer.locator('.fortune-sheet-overlay').boundingBox()
  const y = (overlay?.y ?? 0) + sizes.letters + 2 * sizes.height + 5
  for (const [at, name] of colors.entries()) {
    const written = await colorAt(writer, (overlay?.x ?? 0) + sizes.number + at * sizes.width + 90, y)
    const cell = await reader.getByRole('cell', { name }).boundingBox()
    const read = await colorAt(reader, (cell?.x ?? 0) + 90, (cell?.y ?? 0) + 4)
    expect(Math.max(...read.map((part, channel) => Math.abs(part - (written[channel] ?? 0)))), name).toBeLessThan(4)
  }
})

test.each([1280, 1000])('long format and font names leave room for all tools in a window of %i px', async (width) => {
  const styles = [{ numFmt: '#,##0.00', font: { name: 'Times New Roman', size: 36 } }]
  const rows = { 1: { cells: { 1: { text: '2.5', style: 0 } } }, len: 100 }
  const book = await addBook('Tools', JSON.stringify([{ name: 'S', styles, rows, cols: { len: 26 } }]))
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}`, width })
  await ready(page)
  await clickCell(page, 1, 1)
  await eventually(() => page.locator('.fortune-toolbar').textContent(), /Custom formats/)
  const last = await page.getByRole('button', { name: 'More', exact: true }).boundingBox()
  expect((last?.x ?? width) + (last?.width ?? 0)).toBeLessThanOrEqual(width)
  expect(await overflow(page)).toEqual([])
})

test('a reader gets the table without tools, scrolled to the cell that was searched for', async () => {
  const content = JSON.parse(showdoc)
  content[0].rows[700] = { cells: { 3: { text: '=1+1', shown: 'Kohlrabi' } } }
  const book = await addBook('To read', JSON.stringify(content))
  const page = await open(site.server, { at: `/${book.item_id}?hit=kohlrabi` })
  await expectVisible(page.getByRole('cell', { name: 'Kohlrabi' }))
  expect(await page.locator('.fortune-container').count()).toBe(0)
})

test('inserts rows, without violating the content security policy', async () => {
  const book = await addBook('Rows', showdoc)
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}` })
  await ready(page)
  await clickCell(page, 2, 0)
  const box = await page.locator('.fortune-sheet-overlay').boundingBox()
  await page.mouse.click((box?.x ?? 0) + 100, (box?.y ?? 0) + sizes.letters + 26 + 10, { button: 'right' })
  await page.locator('.fortune-context-menu').getByText('Row Above').click()
  await eventually(async () => JSON.parse(await contentOf(book))[0].rows[2]?.cells?.[0], { text: 'Rose' })
  await write(page, 5, 0, '=SUM(B3:B3)')
  await eventually(() => stored(book, 5, 0), { text: '=SUM(B3:B3)', shown: '2.5', value: 2.5 })
})

test('shows results of formulas stored without them, and does not count that as an edit', async () => {
  const [sheet] = JSON.parse(showdoc)
  sheet.cols = { len: 26 } // columns of equal width: clickCell relies on it
  sheet.rows[1].cells[3] = { text: '=B2*2' }
  sheet.rows[2] = { cells: { 3: { text: '=D2+SUM(B2:B3)' }, 4: { text: '=E3+1' } } }
  const content = JSON.stringify([sheet])
  const book = await addBook('Bare', content)
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}` })
  await ready(page)
  await clickCell(page, 1, 3)
  await expectVisible(grid(page).getByRole('gridcell', { name: '7.5' }).first())
  await page.keyboard.press('Control+s')
  await settle(page)
  expect(await contentOf(book)).toBe(content)
  await write(page, 1, 1, '4')
  await eventually(() => stored(book, 2, 3), { text: '=D2+SUM(B2:B3)', shown: '12', value: 12 })
})

test('prints the sheet in its current state, saved or not', async () => {
  const book = await addBook('Paper', showdoc)
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}`, expects: /Failed to load|ERR_/ })
  await ready(page)
  await page.route('**/api/page/save', (route) => route.abort())
  await write(page, 3, 0, 'typed just now')
  await expectVisible(page.getByText(/^Can’t reach the server/))
  await page.emulateMedia({ media: 'print' })
  await expectVisible(page.getByRole('cell', { name: 'typed just now' }))
  await page.emulateMedia({ media: 'screen' })
  await page.unroute('**/api/page/save')
  await eventually(() => stored(book, 3, 0), { text: 'typed just now' })
})

test('prints all rows, on as many pages as needed, for writers and readers', async () => {
  const list = Array.from({ length: 120 }, (_, row) => [row, { cells: { 0: { text: `Row ${row + 1}` } } }])
  const content = [
    { name: 'Prices 价目', freeze: 'A2', rows: { ...Object.fromEntries(list), len: 800 }, cols: { len: 26 } },
  ]
  const book = await addBook('Long', JSON.stringify(content))
  for (const token of [site.token, undefined]) {
    const page = await open(site.server, { at: `/${book.item_id}`, ...(token && { token }) })
    await (token ? ready(page) : expectVisible(page.getByRole('cell', { name: 'Row 2', exact: true })))
    // what the print view contains when the browser counts its pages
    await page.evaluate(() => {
      window.addEventListener('beforeprint', () => {
        const { length } = document.querySelectorAll('caption ~ tbody tr')
        document.documentElement.dataset['rows'] = `${document.querySelector('caption')?.textContent} ${length}`
      })
    })
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
    expect(await page.locator('html').getAttribute('data-rows')).toBe('Prices 价目 119')
    expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1)
    // afterwards the window shows the same as before
    await (token ? ready(page) : expectVisible(page.getByRole('cell', { name: 'Row 2', exact: true })))
    expect(await page.locator('caption').count()).toBe(0)
  }
})

test('loses no edits when the server is killed while they are being saved', async () => {
  const own = await newSite()
  const { data } = own.server
  const port = Number(new URL(own.server.url).port)
  const item_id = await addItem(own.admin, { item_name: 'Hard', item_type: 4 })
  const page_id = Number((await own.admin.item.info({ item_id })).menu.pages[0]?.page_id)
  const page = await open(own.server, { token: own.token, at: `/${item_id}`, expects: /Failed to load|ERR_/ })
  await ready(page)
  const notice = page.getByText('Changes are saved automatically.')
  await expectVisible(notice)
  await write(page, 0, 0, '007')
  await expectVisible(page.getByText(/^All saved/))
  await write(page, 1, 0, '=1+2')
  // a save ends the buffering of these edits; the server is killed before it can respond
  const killing = Promise.withResolvers<unknown>()
  await page.route(
    '**/api/page/save',
    async (route) => {
      killing.resolve(own.server.kill9())
      await route.continue()
    },
    { times: 1 },
  )
  // each text goes below the previous one
  const typed = async (text: string) => {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  for (let row = 2; row < 10; row += 1) await typed(`row ${row}`)
  await killing.promise
  await expectVisible(page.getByText(/^Can’t reach the server/))
  await expectHidden(notice)
  const again = await start({ data, port, args: ['--captcha', 'off'] })
  await typed('after all')
  const cells = async () => {
    const { page_content } = await createSite(again, own.token).admin.page.info({ page_id })
    return JSON.parse(page_content)[0].rows
  }
  await eventually(async () => (await cells())[10]?.cells[0], { text: 'after all' })
  const rows = await cells()
  expect(rows[0].cells[0].text).toBe('007')
  expect(rows[1].cells[0]).toEqual({ text: '=1+2', shown: '3', value: 3 })
  for (let row = 2; row < 10; row += 1) expect(rows[row].cells[0]).toEqual({ text: `row ${row}` })
})

test('loses no edits when the window is closed within the second in which edits are buffered', async () => {
  const book = await addBook('Closed', showdoc)
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}` })
  page.on('dialog', (dialog) => void dialog.accept()) // the browser asks whether to leave
  await ready(page)
  await write(page, 3, 0, 'typed last')
  await page.goto('about:blank')
  await eventually(() => stored(book, 3, 0), { text: 'typed last' })
  // a change that is too large to be sent by a closing window is stored in the browser
  const other = await addBook('Large and closed', large())
  await page.goto(`${site.server.url}/${other.item_id}`)
  await ready(page)
  await write(page, 3, 0, 'typed last')
  await page.goto('about:blank')
  await page.goto(`${site.server.url}/${other.item_id}`)
  await ready(page)
  if (!(await stored(other, 3, 0))) await page.getByRole('button', { name: 'Restore' }).click()
  await eventually(() => stored(other, 3, 0), { text: 'typed last' })
})

test('a circular formula shows an error and no result, can be corrected, and nothing else is lost', async () => {
  const book = await addBook('Loop', showdoc)
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}` })
  await ready(page)
  await write(page, 3, 0, '=A4+1')
  await expectVisible(page.getByText(/^A4 refers to itself, directly or through other cells\. It shows #REF!/))
  await write(page, 4, 0, '=A6')
  await write(page, 5, 0, '=A5*2')
  await expectVisible(page.getByText(/^A6 refers to itself/))
  await write(page, 6, 0, 'after it')
  await eventually(() => stored(book, 6, 0), { text: 'after it' })
  for (const row of [3, 4, 5]) expect(await stored(book, row, 0)).toMatchObject({ shown: '#REF!' })
  expect(await stored(book, 1, 0)).toEqual({ text: 'Rose' })
  await write(page, 5, 0, '21')
  await eventually(() => stored(book, 4, 0), { text: '=A6', shown: '21', value: 21 })
})

/** Selects cells near the upper left corner by dragging. */
async function choose(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  await clickCell(page, ...from)
  await page.keyboard.down('Shift')
  await clickCell(page, ...to)
  await page.keyboard.up('Shift')
}

test('sorting, a filter, frozen rows, filling, merging, formats and undo survive a reload', async () => {
  const rows = ['Item', 'Tulip', 'Rose', 'Lily'].map((text, row) => [
    row,
    { cells: { 0: { text }, 1: { text: row === 0 ? 'Price' : String(row) } } },
  ])
  const content = JSON.stringify([{ name: 'S', rows: { ...Object.fromEntries(rows), len: 800 }, cols: { len: 26 } }])
  const book = await addBook('Operations', content)
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}` })
  await ready(page)
  await page.getByRole('button', { name: 'Got it' }).click()
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
  await fromMenu(2, 0, 'Sort ascending')
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
  await page.locator('.fortune-filter-menu').getByText('OK', { exact: true }).click()
  await write(page, 0, 6, 'taken back')
  await page.keyboard.press('Control+z')
  const isDone = async () => {
    const [sheet] = JSON.parse(await contentOf(book))
    return [sheet.freeze, sheet.rows[0].cells[6] === undefined && sheet.docstead !== undefined]
  }
  await eventually(isDone, ['B2', true])
  await expectVisible(page.getByText(/^All saved/))
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
  // the row of roses is hidden: the next row is in its position
  await clickCell(page, 2, 0)
  await eventually(() => address.textContent(), 'A4')
  await expectVisible(shown('Tulip'))
  await clickCell(page, 1, 1)
  await expectVisible(shown('300.00%'))
  await clickCell(page, 0, 4)
  await eventually(() => address.textContent(), /^D1(:E1)?$/)
  await page.mouse.wheel(0, 3000)
  await frames(page)
  await clickCell(page, 0, 0)
  await eventually(() => address.textContent(), 'A1')
  await page.keyboard.press('Control+s')
  await settle(page)
  expect(await contentOf(book)).toBe(before)
})

test('with two tabs of one user, the second reads until it takes over, and no edits of either are lost', async () => {
  const book = await addBook('Two tabs', showdoc)
  const first = await open(site.server, { token: site.token, at: `/${book.item_id}`, expects: /^$/ })
  await ready(first)
  await write(first, 3, 0, 'in the first')
  await eventually(() => stored(book, 3, 0), { text: 'in the first' })
  const second = await open(site.server, { sameProfileAs: first, at: `/${book.item_id}`, expects: /^$/ })
  await ready(second)
  const here = second.getByRole('button', { name: 'Edit here' })
  await expectVisible(here)
  await write(second, 4, 0, 'not taken')
  await write(first, 5, 0, 'the first goes on')
  await eventually(() => stored(book, 5, 0), { text: 'the first goes on' })
  expect(await stored(book, 4, 0)).toBeUndefined()
  // now both write, each based on what it has read
  await here.click()
  await expectHidden(here)
  await ready(second)
  await write(second, 4, 0, 'in the second')
  await eventually(() => stored(book, 4, 0), { text: 'in the second' })
  expect(await stored(book, 5, 0)).toEqual({ text: 'the first goes on' })
  await first.bringToFront()
  await write(first, 6, 0, 'in the first again')
  await eventually(() => stored(book, 6, 0), { text: 'in the first again' })
  for (const [row, text] of [
    [3, 'in the first'],
    [4, 'in the second'],
    [5, 'the first goes on'],
  ] as const)
    expect(await stored(book, row, 0)).toEqual({ text })
})

test('after the session ends, the user signs in over a private spreadsheet, and the input is saved', async () => {
  const book = await addBook('Session', showdoc)
  await site.admin.item.update({ item_id: book.item_id, item_name: 'Session', is_private: 1, password: 'for readers' })
  const { token, password } = await site.newAccount('kit')
  await site.admin.member.save({ item_id: book.item_id, username: 'kit', member_group_id: 1 })
  const page = await open(site.server, { token, at: `/${book.item_id}` })
  await ready(page)
  await expectVisible(page.getByText('Changes are saved automatically.'))
  await page.route('**/api/message/**', () => undefined) // would report the ended session at an unpredictable time
  await page.context().clearCookies()
  // the lock cannot be renewed: there are no unsaved changes, and the spreadsheet stays open
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expectHidden(dialog)
  await write(page, 3, 0, 'after the end')
  await expectVisible(
    page.getByText(/^Not saved: your session has ended\. Sign in again, then try again\. Your changes are/),
  )
  // background requests do not ask again while the user types; a save by the user does
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const refused = page.waitForResponse('**/api/page/save')
  await write(page, 4, 0, 'and goes on')
  await refused
  await page.getByRole('button', { name: 'Try again', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Username or email' }).fill('kit')
  expect(await page.getByText(/no longer exists/).count()).toBe(0)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expectHidden(dialog)
  await page.getByRole('button', { name: 'Try again', exact: true }).click()
  await eventually(() => stored(book, 4, 0), { text: 'and goes on' })
  expect(await stored(book, 3, 0)).toEqual({ text: 'after the end' })
  await expectVisible(page.getByText(/^All saved/))
})

test('the browser’s Back button reloads a spreadsheet and acquires its lock again', async () => {
  const book = await addBook('Back', showdoc)
  const { token, client } = await site.newAccount('meanwhile')
  await site.admin.member.save({ item_id: book.item_id, username: 'meanwhile', member_group_id: 1 })
  const lock = () => client.page.isLock({ page_id: book.page_id, item_id: book.item_id })
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}`, expects: /^$/ })
  await ready(page)
  await write(page, 3, 0, 'before leaving')
  // within the product: unsaved input is saved on leaving
  await page.getByRole('banner').getByRole('link').first().click()
  await expectHidden(grid(page))
  await eventually(() => stored(book, 3, 0), { text: 'before leaving' })
  await eventually(async () => (await lock()).lock, 0)
  const theirs = async (row: number, text: string) => {
    const sheets = JSON.parse(await contentOf(book))
    sheets[0].rows[row] = { cells: { 0: { text } } }
    const page_content = JSON.stringify(sheets)
    await client.page.save({ ...book, page_title: 'Back', page_content })
  }
  await theirs(5, 'while it was away')
  await page.goBack()
  await ready(page)
  await eventually(async () => (await lock()).lock, 1)
  await write(page, 6, 0, 'after coming back')
  await eventually(() => stored(book, 6, 0), { text: 'after coming back' })
  expect(await stored(book, 5, 0)).toEqual({ text: 'while it was away' })

  // to another site and back: the browser may have put the page into its back/forward cache
  await expectVisible(page.getByText(/^All saved/))
  await page.goto('about:blank')
  await eventually(async () => (await lock()).lock, 0)
  await theirs(7, 'while it was put aside')
  await page.goBack()
  await ready(page)
  await eventually(async () => (await lock()).lock, 1)
  await write(page, 8, 0, 'back again')
  await eventually(() => stored(book, 8, 0), { text: 'back again' })
  expect(await stored(book, 7, 0)).toEqual({ text: 'while it was put aside' })

  // the events of a restore from the back/forward cache, after another user has begun to write
  const tell = (name: 'pagehide' | 'pageshow') =>
    page.evaluate((kind) => window.dispatchEvent(new PageTransitionEvent(kind, { persisted: true })), name)
  await expectVisible(page.getByText(/^All saved/))
  await tell('pagehide')
  await eventually(async () => (await lock()).lock, 0)
  const other = await open(site.server, { token, at: `/${book.item_id}`, expects: /^$/ })
  await ready(other)
  await eventually(async () => Boolean((await lock()).is_cur_user), true)
  await write(other, 9, 0, 'by the other')
  await eventually(() => stored(book, 9, 0), { text: 'by the other' })
  await page.bringToFront()
  await tell('pageshow')
  await expectVisible(page.getByText(/^Read only: meanwhile is editing/))
  await page.getByRole('dialog').getByRole('button', { name: 'Read it' }).click()
  await ready(page)
  await write(page, 9, 0, 'not taken')
  await page.keyboard.press('Control+s')
  await settle(page)
  expect(await stored(book, 9, 0)).toEqual({ text: 'by the other' })
})

test('the history shows the cells of a spreadsheet, not its text', async () => {
  const book = await addBook('Former', showdoc)
  const [sheet] = JSON.parse(showdoc)
  sheet.rows[1].cells[0] = { text: 'Thyme' }
  await site.admin.page.save({ ...book, page_title: 'Former', page_content: JSON.stringify([sheet]) })
  const window = await open(site.server, { token: site.token, at: `/${book.item_id}` })
  await ready(window)
  await window.getByRole('button', { name: 'More actions for this page' }).click()
  await window.getByRole('menuitem', { name: 'History' }).click()
  await window
    .getByRole('button', { name: /Preview/ })
    .first()
    .click()
  await expectVisible(window.getByRole('dialog', { name: 'Former' }).getByRole('cell', { name: 'Rose' }))
})

test('an empty version of a spreadsheet is shown as empty, and not offered to the text editor', async () => {
  const book = await addBook('Began empty', '')
  await site.admin.page.save({ ...book, page_title: 'Began empty', page_content: showdoc })
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}` })
  await ready(page)
  await page.getByRole('button', { name: 'More actions for this page' }).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  await page
    .getByRole('button', { name: /Preview/ })
    .first()
    .click()
  const preview = page.getByRole('dialog', { name: 'Began empty' })
  await expectVisible(preview.getByText('This sheet is empty.'))
  await expectVisible(preview.getByRole('button', { name: 'Restore this version' }))
  expect(await preview.getByRole('button', { name: 'Open in editor' }).count()).toBe(0)
})

test('a spreadsheet item and a single-page Markdown item are exported from their menus', async () => {
  const book = await addBook('Taken out', showdoc)
  const note = await addItem(site.admin, { item_name: 'Note', item_type: 2 })
  const { menu } = await site.admin.item.info({ item_id: note })
  const page_id = Number(menu.pages[0]?.page_id)
  await site.admin.page.save({ item_id: note, page_id, page_title: 'Note', page_content: '# Tulips\n\nIn **May**.' })
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}` })
  await ready(page)
  /** Exports the open page in the format with this name. */
  const taken = async (format: RegExp) => {
    await page.getByRole('button', { name: 'More actions for this page' }).click()
    await page.getByRole('menuitem', { name: 'Export this page' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: format }).check()
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export' }).click()
    const file = await download
    const bytes = readFileSync(await file.path())
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expectHidden(dialog)
    return { name: file.suggestedFilename(), bytes: new Uint8Array(bytes) }
  }
  const word = await taken(/^Word/)
  expect(word.name).toMatch(/^Taken out.*\.docx$/)
  expect(strFromU8(unzipSync(word.bytes)['word/document.xml'] ?? new Uint8Array())).toContain('Rose')
  await page.goto(`${site.server.url}/${note}`)
  const markdown = await taken(/^Markdown/)
  const texts = Object.entries(unzipSync(markdown.bytes)).map(([name, bytes]) => [name, strFromU8(bytes)])
  expect(texts.filter(([, text]) => text?.includes('In **May**.')).map(([name]) => name)).toContainEqual(
    expect.stringMatching(/Note\.md$/),
  )
})

test('switching the language keeps the spreadsheet’s grid and open dialog, and translates both', async () => {
  const book = await addBook('Two languages', showdoc)
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}` })
  await ready(page)
  const tab = await page.locator('.luckysheet-sheets-item').elementHandle()
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'prices.xlsx',
    mimeType: 'x',
    buffer: readFileSync('tests/fixtures/sheet/libreoffice.xlsx'),
  })
  await dialog.getByRole('checkbox', { name: 'Prices' }).uncheck()
  await setAppearance(page, { lang: 'zh', theme: 'light', width: 1280 })
  await expectVisible(page.locator('.fortune-toolbar [aria-label=撤销]'))
  await expectVisible(dialog.getByRole('button', { name: '添加 1 个工作表' }))
  expect(await dialog.getByRole('checkbox', { name: 'Prices' }).isChecked()).toBe(false)
  expect(await tab?.evaluate((one) => one.isConnected)).toBe(true)
  await dialog.getByRole('button', { name: '添加 1 个工作表' }).click()
  await expectHidden(dialog)
  const names = async () => JSON.parse(await contentOf(book)).map(({ name }: { name: string }) => name)
  await eventually(names, ['Seeds', '表2'])
  // the notification is in the current language
  await expectVisible(page.getByText('已导入 1 个工作表'))
  await setAppearance(page, { lang: 'en', theme: 'light', width: 1280 })
  await expectVisible(page.getByText('1 sheet imported'))
})

test('the conflict dialog stays open with its choices when the language changes', async () => {
  const book = await addBook('Asked in two languages', showdoc)
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}`, expects: /^$/ })
  await ready(page)
  const theirs = JSON.parse(showdoc)
  theirs[0].rows[1].cells[0] = { text: 'by them' }
  const { item_id, page_id } = book
  await site.admin.page.save({ item_id, page_id, page_title: 'Asked', page_content: JSON.stringify(theirs) })
  await write(page, 1, 0, 'by me')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /Theirs/ }).check()
  await setAppearance(page, { lang: 'zh', theme: 'light', width: 1280 })
  await expectVisible(dialog.getByText(/双方都/).first())
  expect(
    await dialog.getByRole('radio').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked)),
  ).toEqual([true, false])
  await dialog.getByRole('button').last().click()
  await expectHidden(dialog)
  await eventually(() => stored(book, 1, 0), { text: 'by them' })
})

test('no button of a spreadsheet is ever unnamed while the language and the width change', async () => {
  const [sheet] = JSON.parse(showdoc)
  const book = await addBook('Names', JSON.stringify([sheet, { ...sheet, name: '二月' }]))
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}` })
  await page.evaluate(() => {
    const nameless = new Set<string>()
    const ownName = (one: Element) => one.getAttribute('aria-label')?.trim() || one.getAttribute('aria-labelledby')
    const watch = new MutationObserver((changes) => {
      for (const one of document.querySelectorAll('button, [role=button]'))
        if (!ownName(one) && !one.textContent?.trim()) nameless.add(one.outerHTML)
      // code that walks the page just then still has the removed node, and finds no text in it
      for (const { removedNodes } of changes)
        for (const node of removedNodes)
          if (node instanceof Element)
            for (const one of [node, ...node.querySelectorAll('*')])
              if (one.getAttribute('role') === 'button' && !ownName(one)) nameless.add(one.outerHTML)
    })
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    Object.assign(window, { nameless })
  })
  await ready(page)
  for (const [lang, width] of [
    ['zh', 1280],
    ['en', 768],
    ['zh', 390],
    ['en', 768],
    ['zh', 768],
    ['en', 1920],
  ] as const)
    await setAppearance(page, { lang, theme: 'light', width })
  expect(await page.evaluate(() => [...(window as unknown as { nameless: Set<string> }).nameless])).toEqual([])
})
