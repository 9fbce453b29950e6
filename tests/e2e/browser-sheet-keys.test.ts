import type { CDPSession, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { formatCellAddress, iterateCells, readBook } from '#shared/spreadsheet/form.ts'
import { eventually, expectVisible, newSite, open, type Site } from './support/browser.ts'
import { addBookTo, type Book, clickCell, ready } from './support/sheet.ts'

let site: Site

beforeAll(async () => {
  site = await newSite()
})

interface SheetParts {
  cells?: Record<string, Record<string, object>>
  [name: string]: unknown
}

/** Opens a new spreadsheet of one sheet; `cells` is keyed by row and column. */
async function openSheet({ cells = {}, rows = {}, ...parts }: SheetParts = {}): Promise<{ page: Page; book: Book }> {
  const filled = Object.entries(cells).map(([row, inRow]) => [row, { cells: inRow }])
  const all = { ...Object.fromEntries(filled), len: 100, ...(rows as object) }
  const sheet = { name: 'S', styles: [], merges: [], cols: { len: 26 }, ...parts, rows: all }
  const book = await addBookTo(site, 'Keys', JSON.stringify([sheet]))
  const page = await open(site.server, { token: site.token, at: `/${book.item_id}` })
  await ready(page)
  return { page, book }
}

/** The stored texts of the cells, by address. */
async function texts({ page_id }: Book): Promise<Record<string, unknown>> {
  const read = readBook((await site.admin.page.info({ page_id })).page_content)
  const [sheet = {}] = read.kind === 'book' ? read.sheets : []
  return Object.fromEntries(
    [...iterateCells(sheet)].flatMap(([row, column, { text }]) =>
      text ? [[formatCellAddress(row, column), text]] : [],
    ),
  )
}

/** Types texts and presses keys: the keys are in angle brackets, such as `<Tab>`. */
async function keys(page: Page, script: string): Promise<void> {
  for (const part of script.match(/<[^<>]+>|[^<>]+/g) ?? [])
    if (part.startsWith('<')) await page.keyboard.press(part.slice(1, -1))
    else await page.keyboard.type(part)
}

/** Waits until this cell is selected. */
const isAt = (page: Page, address: string | RegExp) =>
  eventually(async () => (await page.locator('.fortune-name-box').textContent())?.replaceAll('. ', ''), address)

test('Tab and Enter commit the input and move; Enter returns to the column where a run of Tabs began', async () => {
  const { page, book } = await openSheet()
  await clickCell(page, 5, 1)
  await keys(page, 'Alpha<Tab>Beta<Tab>Gamma<Enter>')
  await isAt(page, 'B7')
  await keys(page, 'Delta<Tab>Epsilon<Enter>1<Shift+Enter><Shift+Enter>')
  await isAt(page, 'B6')
  await keys(page, '<Tab><Tab><Tab>Left<Shift+Tab>')
  await isAt(page, 'D6')
  const expected = { B6: 'Alpha', C6: 'Beta', D6: 'Gamma', B7: 'Delta', C7: 'Epsilon', B8: '1', E6: 'Left' }
  await eventually(() => texts(book), expected)
})

test('Enter on a cell moves down, Shift+Enter up; at the edges nothing is lost', async () => {
  const { page, book } = await openSheet({ rows: { len: 4 }, cols: { len: 3 } })
  await clickCell(page, 3, 1)
  await keys(page, '<Shift+Enter><Enter><Enter>')
  await isAt(page, 'B4')
  await keys(page, 'last row<Enter>')
  await isAt(page, 'B4')
  await keys(page, '<Tab>corner<Tab>')
  await isAt(page, 'C4')
  await clickCell(page, 0, 0)
  await keys(page, 'first<Shift+Tab>')
  await isAt(page, 'A1')
  await keys(page, '<Shift+Enter>')
  await eventually(() => texts(book), { A1: 'first', B4: 'last row', C4: 'corner' })
})

test('arrow keys commit the input and move, but stay in the text after F2; Escape cancels', async () => {
  const { page, book } = await openSheet({ cells: { 0: { 0: { text: 'kept' } } } })
  await clickCell(page, 2, 1)
  await keys(page, 'a<ArrowRight>b<ArrowDown>c<ArrowLeft>d<ArrowUp>')
  await isAt(page, 'B3')
  await keys(page, '<F2><ArrowLeft>X<Enter>')
  await clickCell(page, 0, 0)
  await keys(page, 'other<Escape>')
  await isAt(page, 'A1')
  await eventually(() => page.locator('.fortune-fx-input').textContent(), 'kept')
  await keys(page, '<F2> too<Escape><Tab>next<F2><ArrowLeft><ArrowLeft>__<Tab>')
  await eventually(() => texts(book), { A1: 'kept', B1: 'ne__xt', B3: 'Xa', C3: 'b', C4: 'c', B4: 'd' })
})

test('Alt+Enter inserts a line break; Ctrl+Enter fills the selected cells, adjusting formulas', async () => {
  const { page, book } = await openSheet({ cells: { 0: { 0: { text: '1' } }, 1: { 0: { text: '2' } } } })
  await clickCell(page, 0, 1)
  await page.keyboard.down('Shift')
  await clickCell(page, 1, 2)
  await page.keyboard.up('Shift')
  await keys(page, '=A1*10<Control+Enter>')
  await eventually(() => texts(book), { A1: '1', A2: '2', B1: '=A1*10', B2: '=A2*10', C1: '=B1*10', C2: '=B2*10' })
  await clickCell(page, 4, 0)
  await keys(page, 'one<Alt+Enter>two<Control+Enter>three<Tab>side<Enter>')
  await isAt(page, 'A6')
  await eventually(async () => {
    const { A5, B5 } = await texts(book)
    return [String(A5).split(/\r?\n/), B5]
  }, [['one', 'two', 'three'], 'side'])
})

test('merged cells act as one in all four directions, and the row and column of entry are kept', async () => {
  // B2:C3
  const { page, book } = await openSheet({ merges: ['B2:C3'], cells: { 1: { 1: { text: 'm', merge: [1, 1] } } } })
  const isAtMerged = () => isAt(page, /^B2(:C3)?$/)
  await clickCell(page, 2, 0)
  await keys(page, '<Tab>')
  await isAtMerged()
  await keys(page, 'right<Tab>')
  await isAt(page, 'D3')
  await keys(page, '<Shift+Tab>')
  await isAtMerged()
  await keys(page, '<Shift+Tab>')
  await isAt(page, 'A3')
  await clickCell(page, 0, 2)
  await keys(page, '<Enter>')
  await isAtMerged()
  await keys(page, '<Enter>')
  await isAt(page, 'C4')
  await keys(page, '<ArrowUp>')
  await isAtMerged()
  await keys(page, '<ArrowUp>')
  await isAt(page, 'C1')
  await keys(page, '<ArrowDown>down<Enter>below<Shift+Enter>up<Shift+Enter>')
  await isAt(page, 'C1')
  await eventually(() => texts(book), { B2: 'up', C4: 'below' })
})

test('in a selected range Tab and Enter cycle within it', async () => {
  const { page, book } = await openSheet()
  await clickCell(page, 1, 1)
  await page.keyboard.down('Shift')
  await clickCell(page, 2, 2)
  await page.keyboard.up('Shift')
  await keys(page, '1<Tab>2<Tab>3<Tab>4<Tab>')
  await eventually(() => texts(book), { B2: '1', C2: '2', B3: '3', C3: '4' })
  await keys(page, 'a<Enter>b<Enter>c<Enter>d<Shift+Enter>e<Shift+Tab>')
  await eventually(() => texts(book), { B2: 'a', B3: 'b', C2: 'e', C3: 'd' })
})

/** Sets the composition text of an input method. */
const compose = (cdp: CDPSession, text: string) =>
  cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })

/** A key that an input method has consumed. */
const takenKey = (cdp: CDPSession, key: string) =>
  cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, code: key, windowsVirtualKeyCode: 229 })

test('keys belong to the input method during composition', async () => {
  const { page, book } = await openSheet()
  const cdp = await page.context().newCDPSession(page)
  await clickCell(page, 1, 1)
  await takenKey(cdp, 'n')
  await compose(cdp, 'n')
  await takenKey(cdp, 'i')
  await compose(cdp, 'ni')
  for (const key of ['Enter', 'Tab', 'ArrowDown', 'ArrowRight']) await takenKey(cdp, key)
  await isAt(page, 'B2')
  await cdp.send('Input.insertText', { text: '你' })
  await takenKey(cdp, 'h')
  await compose(cdp, 'hao')
  await takenKey(cdp, 'Escape')
  await compose(cdp, '')
  await takenKey(cdp, 'h')
  await compose(cdp, 'hao')
  await cdp.send('Input.insertText', { text: '好' })
  await keys(page, '<Tab>x<Enter>')
  await isAt(page, 'B3')
  await eventually(() => texts(book), { B2: '你好', C2: 'x' })
})

test('Tab and Enter commit a formula, also with cells picked by the mouse or the arrow keys', async () => {
  const { page, book } = await openSheet({ cells: { 0: { 0: { text: '2' }, 1: { text: '3' } } } })
  const result = () => page.locator('.fortune-fx-input').textContent()
  await clickCell(page, 4, 0)
  await keys(page, '=')
  await clickCell(page, 0, 0)
  await eventually(result, '=A1')
  await keys(page, '+')
  await clickCell(page, 0, 1)
  await eventually(result, '=A1+B1')
  await keys(page, '<Tab>=SUM(A1:B1)<Tab>=A5*2<Enter>')
  await isAt(page, 'A6')
  await keys(page, '=<ArrowUp>*2<Enter>')
  await isAt(page, 'A7')
  // accepts a suggested function, then picks its cells
  await keys(page, '=su<Tab><ArrowUp><Shift+ArrowUp>)<Enter>')
  await isAt(page, 'A8')
  await eventually(() => texts(book), {
    A1: '2',
    B1: '3',
    A5: '=A1+B1',
    B5: '=SUM(A1:B1)',
    C5: '=A5*2',
    A6: '=A5*2',
    A7: '=SUM(A5:A6)',
  })
})

test('the formula bar handles the same keys', async () => {
  const { page, book } = await openSheet()
  const box = page.locator('.fortune-fx-input')
  await clickCell(page, 1, 1)
  await box.click()
  await keys(page, 'one<Tab>')
  await isAt(page, 'C2')
  await keys(page, 'two<Enter>')
  await isAt(page, 'B3')
  await box.click()
  await keys(page, 'three<ArrowLeft>X<Shift+Enter>')
  await isAt(page, 'B2')
  await box.click()
  await keys(page, ' lost<Escape>')
  await eventually(() => box.textContent(), 'one')
  await eventually(() => texts(book), { B2: 'one', C2: 'two', B3: 'threXe' })
})

test('moving skips hidden and filtered rows and hidden columns', async () => {
  const rows = { 1: { hide: true, cells: {} }, 2: { cells: {} }, len: 100 }
  const filter = { 0: { rowhidden: { 3: 0 }, colhidden: 0, str: 2, edr: 5, cindex: 0, stc: 0, edc: 0 } }
  const { page } = await openSheet({ rows, cols: { 1: { hide: true }, len: 26 }, docstead: { v: 1, filter } })
  await clickCell(page, 0, 0)
  await keys(page, 'a<Tab>')
  await isAt(page, 'C1')
  await keys(page, 'c<Enter>')
  await isAt(page, 'A3')
  await keys(page, '<Enter>')
  await isAt(page, 'A5')
  await keys(page, '<ArrowUp><ArrowUp><ArrowRight>')
  await isAt(page, 'C1')
})

test('scrolls the selected cell into view, also next to and below frozen cells', async () => {
  const { page } = await openSheet({ freeze: 'B1', rows: { len: 200 }, cols: { len: 26 } })
  await clickCell(page, 1, 2)
  const isInSight = async () => {
    const cell = await page.locator('.luckysheet-input-box').boundingBox()
    const area = await page.locator('.fortune-cell-area').boundingBox()
    if (!cell || !area) return false
    const isDown = cell.y >= area.y - 1 && cell.y + 20 <= area.y + area.height
    return isDown && cell.x >= area.x + 100 && cell.x + 90 <= area.x + area.width
  }
  for (let at = 0; at < 20; at += 1) await page.keyboard.press('Tab')
  await isAt(page, 'W2')
  await eventually(isInSight, true)
  for (let at = 0; at < 20; at += 1) await page.keyboard.press('Shift+Tab')
  await isAt(page, 'C2')
  await eventually(isInSight, true)
  for (let at = 0; at < 40; at += 1) await page.keyboard.press('Enter')
  await eventually(isInSight, true)
  for (let at = 0; at < 38; at += 1) await page.keyboard.press('Shift+Enter')
  await eventually(isInSight, true)
})

test('a reader moves with the same keys and changes nothing', async () => {
  const { page, book } = await openSheet({ cells: { 0: { 0: { text: 'a' } } } })
  const { token } = await site.newAccount('reader')
  await site.admin.member.save({ item_id: book.item_id, username: 'reader', member_group_id: 1 })
  await expectVisible(page.getByRole('button', { name: 'Import' }))
  const second = await open(site.server, { token, at: `/${book.item_id}` })
  await second.getByRole('dialog').getByRole('button', { name: 'Read it' }).click()
  await ready(second)
  await clickCell(second, 0, 0)
  await keys(second, '<Tab>x<Tab><Enter>')
  await isAt(second, 'A2')
  expect(await texts(book)).toEqual({ A1: 'a' })
})

test('a rejected value stays in its cell, with the reason; keys in a comment stay in the comment', async () => {
  const dataVerification = {
    '0_0': { type: 'number', type2: 'between', value1: '1', value2: '9', prohibitInput: true, hintShow: false },
  }
  const { page, book } = await openSheet({ docstead: { v: 1, dataVerification } })
  await clickCell(page, 0, 0)
  await keys(page, '77<Tab>')
  await expectVisible(
    page.getByText('This cell doesn’t accept that: what you entered is not a numeric between 1 and 9.'),
  )
  await isAt(page, 'A1')
  await keys(page, '<Backspace><Tab>b<Enter>')
  await eventually(() => texts(book), { A1: '7', B1: 'b' })
  await clickCell(page, 3, 3)
  await page.setViewportSize({ width: 1920, height: 800 })
  await page
    .locator('.fortune-toolbar')
    .getByLabel(/^Comment/)
    .first()
    .click()
  await page.locator('.fortune-toolbar-select').getByText('Insert', { exact: true }).click()
  const comment = page.locator('[id^=comment-editor-]').first()
  await comment.click()
  await keys(page, 'a<Enter>b')
  await isAt(page, 'D4')
  await eventually(() => comment.innerText(), /^a\n+b\n?$/)
})

test('keys typed in a burst lose no character, and a held key keeps moving', async () => {
  const { page, book } = await openSheet()
  const words = Array.from({ length: 12 }, (_, at) => `word${at}`)
  const cdp = await page.context().newCDPSession(page)
  const press = (key: string, code: number, text?: string) => [
    cdp.send('Input.dispatchKeyEvent', {
      type: text ? 'keyDown' : 'rawKeyDown',
      key,
      windowsVirtualKeyCode: code,
      ...(text && { text }),
    }),
    cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key, windowsVirtualKeyCode: code }),
  ]
  await clickCell(page, 0, 0)
  await Promise.all(
    words.flatMap((word, at) => [
      ...[...word].flatMap((letter) => press(letter, letter.toUpperCase().charCodeAt(0), letter)),
      ...(at % 3 === 2 ? press('Enter', 13, '\r') : press('Tab', 9)),
    ]),
  )
  const expected = Object.fromEntries(words.map((word, at) => [formatCellAddress(Math.floor(at / 3), at % 3), word]))
  await eventually(() => texts(book), expected)
  for (let at = 0; at < 30; at += 1) await page.keyboard.down('Enter') // the first press and the repeats of a held key
  await page.keyboard.up('Enter')
  await isAt(page, 'A35')
})

test('a click on the tab of another sheet, and Ctrl+S, commit the input', async () => {
  const { page, book } = await openSheet()
  await clickCell(page, 0, 0)
  await keys(page, 'one<Control+s>')
  await eventually(() => texts(book), { A1: 'one' })
  await clickCell(page, 1, 0)
  await keys(page, 'two')
  await page.locator('.fortune-sheettab-button').first().click() // adds a sheet
  await eventually(() => texts(book), { A1: 'one', A2: 'two' })
  await page.locator('.luckysheet-sheets-item').first().click()
  await clickCell(page, 2, 0)
  await keys(page, 'three')
  await page.locator('.luckysheet-sheets-item').last().click()
  await eventually(() => texts(book), { A1: 'one', A2: 'two', A3: 'three' })
})

test('with several selected ranges, input goes into the last one', async () => {
  const { page, book } = await openSheet()
  await clickCell(page, 0, 0)
  await page.keyboard.down('Control')
  await clickCell(page, 3, 2)
  await page.keyboard.up('Control')
  await keys(page, 'here<Tab>')
  await eventually(() => texts(book), { C4: 'here' })
})

test('saves what is typed into the next cell right afterwards', async () => {
  const { page, book } = await openSheet()
  await clickCell(page, 0, 0)
  const saved = page.waitForResponse((response) => response.url().endsWith('/api/page/save'), { timeout: 5000 })
  await keys(page, '12.5<Tab>')
  await saved
  await eventually(() => texts(book), { A1: '12.5' })
})
