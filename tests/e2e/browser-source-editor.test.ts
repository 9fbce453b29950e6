import type { CDPSession, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  addItem,
  addPage,
  advanceClock,
  currentPath,
  eventually,
  expectHidden,
  expectVisible,
  newSite,
  open,
  type Site,
} from './support/browser.ts'

let site: Site
let item_id: number

beforeAll(async () => {
  site = await newSite()
  item_id = await addItem(site.admin, { item_name: 'Notes', item_domain: 'notes' })
})

const textbox = (page: Page) => page.getByRole('textbox', { name: /Text of the page|页面内容/ })
const suggestions = (page: Page) => page.locator('.cm-tooltip-autocomplete')
const preview = (page: Page) => page.locator('section[aria-label=Preview] .md-body, section[aria-label=预览] .md-body')

/** The text as the editor shows it, line by line. */
const textOf = (page: Page) =>
  textbox(page).evaluate((box) => [...box.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'))

/** Opens a page with this text in source mode, the cursor at its end. */
async function write(text: string, options: { width?: number; lang?: 'en' | 'zh'; query?: string } = {}) {
  const { query = '?mode=source', ...looks } = options
  const page_id = await addPage(site.admin, item_id, 'Page', text)
  const page = await open(site.server, { token: site.token, at: `/page/edit/notes/${page_id}${query}`, ...looks })
  await textbox(page).click()
  await page.keyboard.press('Control+End')
  return { page, page_id }
}

const save = async (page: Page) => {
  await page.keyboard.press('Control+s')
  await expectVisible(page.getByText(/^Saved \d/).first())
}
const stored = async (page_id: number) => (await site.admin.page.info({ page_id })).page_content

/** Accepts a suggestion once the suggestions respond to keys. */
async function choose(page: Page, key = 'Enter') {
  await expectVisible(suggestions(page))
  await advanceClock(page, 200) // so long they ignore keys that were meant for the text
  await page.keyboard.press(key)
}

test('fills in, aligns and changes a table without a mouse', async () => {
  const { page, page_id } = await write('| 名称 | type |\n| - | - |\n| id | int |')
  await page.keyboard.press('Tab')
  await page.keyboard.type('状态')
  await page.keyboard.press('Tab')
  await page.keyboard.type('string')
  await page.keyboard.press('Shift+Alt+F')
  expect(await textOf(page)).toBe('| 名称 | type   |\n| ---- | ------ |\n| id   | int    |\n| 状态 | string |')
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Shift+Alt+ArrowRight')
  await page.keyboard.type('new')
  expect(await textOf(page)).toMatch(/\| 状态 \| string \| new +\|/)
  await page.keyboard.press('Shift+Alt+Delete')
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Align text right' }).click()
  await eventually(() => textOf(page), '| 名称 |   type |\n| ---- | -----: |\n| 状态 | string |\n| id   |    int |')
  await save(page)
  expect(await stored(page_id)).toBe('| 名称 |   type |\n| ---- | -----: |\n| 状态 | string |\n| id   |    int |')
})

describe('an input method', () => {
  const compose = (session: CDPSession, text: string) =>
    session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })

  test('suggestions, preview and draft do not interfere with composition', async () => {
    const { page, page_id } = await write('开头', { query: '', lang: 'zh' })
    await expectVisible(preview(page))
    const session = await page.context().newCDPSession(page)
    await page.clock.install()
    await page.keyboard.type(' /')
    await expectVisible(suggestions(page))
    for (const letters of ['b', 'bi', 'biao', "biao'ge"]) {
      await compose(session, letters)
      await page.clock.runFor(80)
    }
    await page.clock.runFor(1500) // enough time for preview and draft
    expect((await textOf(page)).endsWith("/biao'ge")).toBe(true)
    await session.send('Input.insertText', { text: '表格' })
    await eventually(() => textOf(page), '开头 /表格')
    await choose(page)
    await eventually(() => textOf(page), /^开头\s+\| 列 1 \|/)
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+End')
    for (const [letters, word] of [
      ["zhong'wen", '中文'],
      ['shuru', '输入'],
    ] as const) {
      for (let at = 1; at <= letters.length; at += 1) await compose(session, letters.slice(0, at))
      await page.clock.runFor(700)
      await session.send('Input.insertText', { text: word })
    }
    await eventually(() => textOf(page), /中文输入$/)
    await eventually(() => preview(page).innerText(), /中文输入$/)
    await page.keyboard.press('Control+s')
    await eventually(() => stored(page_id), /中文输入$/)
  })
})

test('a URL pasted over text makes it a link; headings fold', async () => {
  const { page } = await write('# Head\n\nwords')
  await page.keyboard.press('Shift+Home')
  await textbox(page).evaluate((box) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'https://example.com/a')
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await eventually(() => textOf(page), '# Head\n\n[words](https://example.com/a)')
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+Shift+BracketLeft')
  await expectVisible(page.locator('.cm-foldPlaceholder'))
  await page.keyboard.press('Control+Shift+BracketRight')
  await expectHidden(page.locator('.cm-foldPlaceholder'))
})

const long = Array.from({ length: 120 }, (_, at) => `## Part ${at}\n\nWords of part ${at}.\n`).join('\n')

describe('the preview', () => {
  test('pauses on long pages with one notice, can be resumed permanently, and scrolls in sync both ways', async () => {
    const { page } = await write(`${long}\n${'more words '.repeat(200)}`, { query: '' })
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('New words. ')
    await page.getByRole('button', { name: 'Always preview' }).click()
    await expectVisible(preview(page).getByText('New words.'))
    await page.keyboard.type('And more. ')
    await expectVisible(preview(page).getByText('New words. And more.'))
    const middle = async () => Number(/Ln (\d+)/.exec(await page.getByText(/^Ln \d+/).innerText())?.[1])
    await page.locator('.cm-scroller').evaluate((box) => {
      box.dispatchEvent(new WheelEvent('wheel'))
      box.scrollTop = box.scrollHeight / 2
    })
    await eventually(() => preview(page).evaluate((body) => (body.parentElement?.scrollTop ?? 0) > 1000), true)
    await preview(page).getByText('Words of part 3.', { exact: true }).scrollIntoViewIfNeeded()
    await preview(page).getByText('Words of part 3.', { exact: true }).click()
    await eventually(middle, 15)
    await page.reload()
    await expectVisible(preview(page).getByText('Words of part 0.', { exact: true }))
  })
})

describe('editing modes', () => {
  test('are in the URL, are remembered, and keep every byte, the cursor and the undo history', async () => {
    const text = 'one  \r\n\r\n* two\n+ three\r\n\r\n| a|b |\n|-|-|\n\r\nend'
    const { page, page_id } = await write(text)
    await page.keyboard.type('!')
    await page.getByRole('button', { name: 'Visual', exact: true }).click()
    await expectVisible(page.locator('.ProseMirror'))
    expect(currentPath(page)).toBe(`/page/edit/notes/${page_id}?mode=visual`)
    await page.getByRole('button', { name: 'Source', exact: true }).click()
    await expectVisible(textbox(page))
    expect(currentPath(page)).toBe(`/page/edit/notes/${page_id}?mode=source`)
    await expectVisible(page.getByText(/^Ln 9,/))
    await page.keyboard.press('Control+z')
    await eventually(() => textOf(page), /end$/)
    await page.keyboard.press('Control+y')
    await save(page)
    expect(await stored(page_id)).toBe(`${text}!`)
    await page.goto(`${site.server.url}/page/edit/notes/${page_id}`)
    await expectVisible(textbox(page))
  })

  test('full screen is entered and left by keys', async () => {
    const { page } = await write('text')
    await page.keyboard.press('Control+Shift+F')
    await expectHidden(page.getByRole('button', { name: 'Back' }))
    await page.getByRole('button', { name: 'Exit full screen' }).waitFor()
    await page.keyboard.press('Escape')
    await expectVisible(page.getByRole('button', { name: 'Back' }))
  })

  test('a phone has one pane, and every tool', async () => {
    const { page } = await write('text', { width: 390 })
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await expectVisible(preview(page).getByText('text'))
    await page.getByRole('button', { name: 'Source', exact: true }).click()
    await page.getByRole('button', { name: 'More formatting' }).click()
    await page.getByRole('menuitem', { name: 'Code block' }).click()
    await eventually(() => textOf(page), /```/)
    await page.getByRole('button', { name: 'Insert', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Footnote' }).click()
    await eventually(() => textOf(page), /\[\^1\]: Footnote text$/)
  })
})
