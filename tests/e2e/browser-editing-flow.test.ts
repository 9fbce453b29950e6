import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { addItem, eventually, expectVisible, newSite, type Site } from './support/browser.ts'
import { openWriting, sourceText, visualText, write } from './support/writing.ts'

let site: Site
let item_id: number

beforeAll(async () => {
  site = await newSite()
  item_id = await addItem(site.admin, { item_name: 'Guide', item_domain: 'guide' })
})

const visual = (text: string) => openWriting(site, item_id, text)
/** On an empty line at the end of a page. */
async function onEmptyLine(way: 'visual' | 'source' = 'visual') {
  const opened = await openWriting(site, item_id, 'Text.', way)
  await write(opened.page, ['Control+End', 'Enter', 'Enter'])
  return opened
}
const typed = async (...done: (string | string[])[]) => {
  const { page, saved } = await onEmptyLine()
  await write(page, ...done)
  const text = await saved()
  await page.close()
  return text.replace(/^Text\.\n\n/, '')
}
/** Whether the page's text has the focus, in either editor. */
const hasFocus = (page: Page) =>
  page.evaluate(() => document.activeElement?.matches('.ProseMirror, .cm-content') ?? false)

describe('typing in the visual editor', () => {
  test('writes code between two Ctrl+E; a cursor that arrives at the edge of code writes outside it', async () => {
    expect(await typed('Press ', ['Control+e'], 'Ctrl S', ['Control+e'], ', then go')).toBe('Press `Ctrl S`, then go')
    expect(await typed('a `b`', ['ArrowLeft', 'ArrowRight'], 'c', ['Home'], 'd')).toBe('da `b`c')
  })

  test('composes code with an input method', async () => {
    const { page, saved } = await onEmptyLine()
    const session = await page.context().newCDPSession(page)
    const compose = async (letters: string, text: string) => {
      await session.send('Input.imeSetComposition', {
        text: letters,
        selectionStart: letters.length,
        selectionEnd: letters.length,
      })
      await session.send('Input.insertText', { text })
    }
    await write(page, ['Control+e'])
    await compose('ni', '你')
    await compose('hao', '好')
    await write(page, ['Control+e'])
    await compose('hou', '后')
    expect(await saved()).toBe('Text.\n\n`你好`后')
  })

  test('ends a link where its text ends', async () => {
    const { page, saved } = await onEmptyLine()
    await write(page, 'See here', ['Shift+ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowLeft'])
    await write(page, ['Control+k'])
    await page.getByRole('textbox', { name: 'Address' }).fill('/help/writing')
    await write(page, ['Enter'])
    await eventually(() => hasFocus(page), true)
    await write(page, ['ArrowRight'], ' for more')
    expect(await saved()).toBe('Text.\n\nSee [here](/help/writing) for more')
  })

  test('converts typed Markdown', async () => {
    expect(await typed('see [the **guide**](/help/a) x')).toBe('see [the **guide**](/help/a) x')
    expect(await typed('![a dot](/)')).toBe('![a dot](/)')
    expect(await typed('```C++', ['Enter'], 'x')).toBe('```C++\nx\n```')
    expect(await typed('---', 'after')).toBe('---\n\nafter')
    expect(await typed('[TOC]', 'after')).toBe('[TOC]\n\nafter')
    expect(await typed('> [!warning] ', 'mind', ['Enter', 'Enter'], 'out')).toBe('> [!warning]\n> mind\n\nout')
    expect(await typed('> [!NOTHING] ', 'x')).toBe('> \\[!NOTHING] x')
  })

  test('keeps characters literal between backticks and in code, where / opens no menu', async () => {
    expect(await typed('a `**b**` `[c](d)` `_e_`, **f**')).toBe('a `**b**` `[c](d)` `_e_`, **f**')
    expect(await typed(['Control+e'], '[a](b) /table', ['Enter'], 'c')).toBe('`[a](b) /table`\n\nc')
  })

  test('follows a finished task with an open one and keeps the indentation of code', async () => {
    expect(await typed('- [ ] one', ['Control+Enter', 'Enter'], 'two')).toBe('- [x] one\n- [ ] two')
    expect(await typed('```js', ['Enter'], 'a {', ['Enter'], '  b', ['Enter'], 'c')).toBe('```js\na {\n  b\n  c\n```')
  })

  test('inserts text that is typed on a selected block below it', async () => {
    expect(await typed('/divider', ['Enter'], 'after')).toBe('---\n\nafter')
    const { page, saved } = await visual('[TOC]\n\n## One')
    await eventually(() => hasFocus(page), true)
    await write(page, 'words')
    expect(await saved()).toBe('[TOC]\n\nwords\n\n## One')
  })
})

describe('leaving a block at the edge of the page', () => {
  const blocks = ['```js\nlet a\n```', '| a | b |\n| --- | --- |\n| 1 | 2 |', '> quote', '> [!TIP]\n> tip']

  test.each(blocks)('by arrow keys: %j', async (block) => {
    const { page, saved } = await visual(block)
    await visualText(page).click()
    await write(page, ['Control+End', 'ArrowDown'], 'below', ['Control+Home', 'ArrowUp'])
    await write(page, 'above')
    expect(await saved()).toBe(`above\n\n${block}\n\nbelow`)
  })

  test.each(blocks)('by a click below: %j', async (block) => {
    const { page, saved } = await visual(block)
    const box = await visualText(page).boundingBox()
    if (!box) throw new Error('not on the screen')
    expect(box.height, 'the text takes the height of the window').toBeGreaterThan(500)
    await page.mouse.click(box.x + 20, box.y + box.height - 20)
    await write(page, 'below')
    expect(await saved()).toBe(`${block}\n\nbelow`)
  })
})

test('returns to the code after its language is chosen', async () => {
  const { page, saved } = await visual('```\nx\n```')
  await page.getByRole('combobox', { name: 'Code language' }).fill('sql')
  await expectVisible(page.getByRole('option', { name: 'sql', exact: true }))
  await write(page, ['Enter'])
  await eventually(() => hasFocus(page), true)
  await write(page, ['End'], 'y')
  expect(await saved()).toBe('```sql\nxy\n```')
})

test('keeps the cursor position and the focus when the editor changes', async () => {
  const { page, saved } = await visual('one\n\n1. see [the **guide**](/help/writing) for more')
  await page.getByText('guide', { exact: true }).click()
  await write(page, ['End', 'Control+ArrowLeft'])
  await page.getByRole('button', { name: 'Source', exact: true }).click()
  await eventually(() => hasFocus(page), true)
  await expectVisible(sourceText(page))
  await write(page, 'much ')
  await page.getByRole('button', { name: 'Visual', exact: true }).click()
  await expectVisible(visualText(page))
  await eventually(() => hasFocus(page), true)
  await write(page, 'even ')
  expect(await saved()).toBe('one\n\n1. see [the **guide**](/help/writing) for much even more')
})

test('changes only the bytes of its block when a word of a saved page is edited', async () => {
  const text = '*  one\n*  two\n\n|a|b|\n|---|--:|\n|1|2|\n\nlast __bold__ line  \nbroken\n\n~~~sh\nls\n~~~\n'
  const { page, saved } = await visual(text)
  await page.locator('.ProseMirror td').first().click()
  await write(page, ['End'], '0')
  expect((await saved()).replace(/\|\s*10\s*\|\s*2\s*\|/, '|1|2|')).toBe(text)
})

describe('typing in the source editor', () => {
  test('separates the text after a list or a table from it', async () => {
    const { page, saved } = await onEmptyLine('source')
    await write(page, '- one', ['Enter'], 'two', ['Enter', 'Enter'], '1. three', ['Enter', 'Enter'], '| a | b |', [
      'Enter',
    ])
    await write(page, '|---|---|', ['Enter'], '| 1 | 2 |', ['Enter', 'Enter'], 'after')
    expect(await saved()).toMatch(
      /^Text\.\n\n- one\n- two\n\n1\. three\n\n\| a +\| b +\|\n\|[ -]+\|[ -]+\|\n\| 1 +\| 2 +\|\n\nafter$/,
    )
  })
})
