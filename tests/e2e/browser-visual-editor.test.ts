import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { addItem, eventually, expectHidden, expectVisible, newSite, type Site } from './support/browser.ts'
import { googleDocs, hostile, spreadsheet, webPage, wordLists } from './support/clipboards.ts'
import { setAppearance } from './support/screens.ts'
import { openWriting, paste, save, write } from './support/writing.ts'

let site: Site
let item_id: number

beforeAll(async () => {
  site = await newSite()
  item_id = await addItem(site.admin, { item_name: 'Orders API', item_domain: 'orders' })
})

/** Opens a page with this text in visual mode; `saved` saves it and returns the stored text. */
const begin = (text: string) => openWriting(site, item_id, text)

/** Waits until the focus is in the text, for example after a menu has closed. */
const inText = (page: Page) =>
  eventually(() => page.locator('.ProseMirror').evaluate((box) => box.contains(document.activeElement)), true)

const end = (page: Page) => page.keyboard.press('Control+End')

const pasteHere = (page: Page, held: { text?: string; html?: string }) => paste(page, '.ProseMirror', held)

describe('by keyboard alone', () => {
  test('the / menu finds commands in both languages, Enter runs one, Esc keeps the slash', async () => {
    const { page, saved } = await begin('Before.')
    await page.locator('.ProseMirror').click()
    await end(page)
    await write(page, ['Enter'], '/head')
    await expectVisible(page.getByRole('option', { name: 'Heading 1' }))
    await write(page, ['ArrowDown', 'Enter'], 'A heading', ['Enter'], '/')
    await page.keyboard.insertText('有序')
    await expectVisible(page.getByRole('option', { name: 'Numbered list' }))
    await write(page, ['Enter'], 'one', ['Enter'], 'two', ['Enter', 'Enter'], 'a /')
    await expectVisible(page.getByRole('listbox', { name: 'Insert' }))
    await page.keyboard.press('Escape')
    await expectHidden(page.getByRole('listbox', { name: 'Insert' }))
    expect(await saved()).toBe('Before.\n\n## A heading\n\n1. one\n2. two\n\na /')
  })

  test('the / menu inserts a collapsible section, and a footnote whose text can be typed at once', async () => {
    const { page, saved } = await begin('Before.\n\nAfter.')
    await page.locator('.ProseMirror p').first().click()
    await write(page, ['End', 'Enter'], '/details')
    await expectVisible(page.getByRole('option', { name: 'Collapsible section' }))
    await write(page, ['Enter'])
    await page.locator('.ProseMirror p', { hasText: 'After.' }).click()
    await write(page, ['End'], ' /footnote')
    await expectVisible(page.getByRole('option', { name: 'Footnote' }))
    await write(page, ['Enter', 'Control+End'], ', in full')
    const part = '<details>\n<summary>Title</summary>\n\nText shown when expanded\n\n</details>'
    expect(await saved()).toBe(`Before.\n\n${part}\n\nAfter. [^1]\n\n[^1]: Footnote text, in full`)
  })

  test('the / menu opens the editor tools too; the result replaces the slash, and the focus returns', async () => {
    const { page, saved } = await begin('Before.')
    await page.locator('.ProseMirror').click()
    await end(page)
    await write(page, ['Enter'], '/json')
    await expectVisible(page.getByRole('option', { name: 'JSON to table' }))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'JSON' }).fill('{ "id": 7 }')
    await expectVisible(dialog.getByRole('cell', { name: 'id', exact: true }))
    await page.keyboard.press('Control+Enter')
    await expectHidden(dialog)
    await expectVisible(page.locator('.ProseMirror td').getByText('id'))
    await inText(page)
    expect(await saved()).toMatch(/^Before\.\n\n\| .+\n\| --- .+\n\| id \| integer \|/)
  })

  test('Alt+Shift and the arrow keys move blocks, and the new position is announced', async () => {
    const { page, saved } = await begin('one\n\ntwo\n\nthree')
    await page.getByText('two').click()
    await page.keyboard.press('Alt+Shift+ArrowUp')
    await expectVisible(page.getByRole('status').filter({ hasText: 'Moved to position 1 of 3' }))
    expect(await saved()).toBe('two\n\none\n\nthree')
  })

  test('Ctrl+/ opens the menu of a block: duplicate, turn into, delete', async () => {
    const { page, saved } = await begin('one\n\ntwo')
    await page.getByText('one').click()
    await page.keyboard.press('Control+/')
    await page.getByRole('menuitem', { name: 'Duplicate' }).press('Enter')
    await eventually(() => page.locator('.ProseMirror p').count(), 3)
    await inText(page)
    await page.keyboard.press('Control+/')
    await page.getByRole('menuitem', { name: 'Turn into' }).press('ArrowRight')
    await page.getByRole('menuitem', { name: 'Heading 2' }).press('Enter')
    await eventually(() => page.locator('.ProseMirror h2').count(), 1)
    await inText(page)
    await page.getByText('two').click()
    await page.keyboard.press('Control+/')
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
    await expectHidden(page.getByText('two'))
    expect(await saved()).toBe('one\n\n## one')
  })

  test('Tab moves through the cells of a table and adds a row at its end; keys move rows and columns', async () => {
    const { page, saved } = await begin('| a | b |\n| --- | --- |\n| 1 | 2 |')
    await page.locator('td').first().click()
    await write(
      page,
      ['Tab'],
      'two',
      ['Tab'],
      '3',
      ['Tab'],
      '4',
      ['Alt+Shift+ArrowUp', 'Alt+Shift+ArrowLeft', 'Enter', 'Enter'],
      'After',
    )
    const rows = (await saved()).split('\n').map((line) => line.replace(/\s+/g, ''))
    expect(rows).toEqual(['|b|a|', '|---|---|', '|4|3|', '|two|1|', '', 'After'])
  })

  test('Shift+F10 in a cell opens the table menu', async () => {
    const { page, saved } = await begin('| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |')
    await page.locator('td').first().click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Delete row' }).click()
    await eventually(() => page.locator('.ProseMirror tr').count(), 2)
    await inText(page)
    await page.locator('th').nth(1).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Align column' }).hover()
    await page.getByRole('menuitemcheckbox', { name: 'Right', exact: true }).click()
    await expectVisible(page.locator('.ProseMirror th[align=right]'))
    await inText(page)
    await page.locator('th').nth(0).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Insert column after' }).click()
    await eventually(() => page.locator('.ProseMirror th').count(), 3)
    const rows = (await saved()).split('\n').map((line) => line.replace(/\s+/g, ''))
    expect(rows.map((row) => row.replace(/-{2,}/g, '--'))).toEqual(['|a||b|', '|--|--|--:|', '|3||4|'])
  })

  test('Ctrl+K inserts a link; a URL pasted over text makes it a link', async () => {
    const { page, saved } = await begin('see the guide and more')
    await page.getByText('see the guide').click()
    await page.keyboard.press('Home')
    for (let at = 0; at < 3; at++) await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Control+k')
    await expectVisible(page.getByRole('textbox', { name: 'Address' }))
    // the box is beside the text and keeps nothing from being saved
    await save(page)
    await page.getByRole('textbox', { name: 'Address' }).fill('example.com/a')
    await write(page, ['Enter', 'End'])
    for (let at = 0; at < 4; at++) await page.keyboard.press('Shift+ArrowLeft')
    await pasteHere(page, { text: 'https://example.com/b' })
    expect(await saved()).toBe('[see](https://example.com/a) the guide and [more](https://example.com/b)')
  })

  test('toggles marks; the toolbar and the bubble show the active ones', async () => {
    const { page, saved } = await begin('some words')
    await page.getByText('some words').click()
    await page.keyboard.press('Home')
    for (let at = 0; at < 4; at++) await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Control+b')
    await eventually(() => page.getByRole('button', { name: 'Bold', pressed: true }).count(), 2)
    await write(page, ['Alt+F10', 'ArrowRight', 'ArrowRight', 'Enter'])
    await page.getByRole('toolbar').first().getByRole('button', { name: 'Task list' }).click()
    await page.keyboard.press('Control+Enter')
    expect(await saved()).toMatch(/^[-*] \[x\] \*\*\*some\*\*\* words$/)
  })

  test('Enter opens the source of a drawing, Esc closes it; an invalid one says why', async () => {
    const { page, saved } = await begin('above\n\n$$\na+b\n$$\n\nbelow')
    await page.getByText('above').click()
    await write(page, ['ArrowDown', 'Enter'])
    const box = page.getByRole('textbox', { name: 'Source', exact: true })
    await box.fill('\\frac{1}')
    await expectVisible(page.locator('.ProseMirror .md-failure'))
    await box.fill('x^2')
    await expectHidden(page.locator('.ProseMirror .md-failure'))
    await box.press('Escape')
    await expectHidden(box)
    await write(page, ['ArrowDown'], 'Now ')
    expect(await saved()).toMatch(/^above\n\n\$\$\nx\^2\n\$\$\n\n(?:Now below|belowNow )$/)
  })

  test('protected text is edited in place', async () => {
    const { page, saved } = await begin('above\n\n<div align="center">\nHello\n</div>\n\nbelow')
    await page.getByRole('button', { name: 'Edit source' }).click()
    const box = page.getByRole('textbox', { name: 'Source', exact: true })
    await box.fill('<div align="center">\nBye\n</div>')
    await box.press('Control+Enter')
    await expectVisible(page.locator('.ProseMirror').getByText('Bye'))
    expect(await saved()).toBe('above\n\n<div align="center">\nBye\n</div>\n\nbelow')
  })

  test('a key acts at the cursor even before the browser has reported that it moved', async () => {
    const { page, saved } = await begin('one\n\ntwo')
    await page.getByText('two').click()
    await page.keyboard.press('Control+a')
    await eventually(() => page.evaluate(() => getSelection()?.toString().trim()), /^one\s+two$/)
    // in one task, as the browser does it when it is busy
    await page.evaluate(() => {
      const text = document.querySelector('.ProseMirror')
      const words = text?.lastElementChild?.firstChild
      if (!text || !words) throw new Error('no text')
      getSelection()?.collapse(words, 2)
      text.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true, cancelable: true }))
    })
    await eventually(() => page.locator('.ProseMirror p').allTextContents(), ['one', 'tw', 'o'])
    expect(await saved()).toBe('one\n\ntw\n\no')
  })

  test('Ctrl+F finds, Ctrl+H replaces; Esc returns to the text, and one undo reverts all of it', async () => {
    const text = 'one key\n\n|key|b|\n|---|---|\n|x|Key|\n\n<div>key</div>\n\n*   keep'
    const { page, saved } = await begin(text)
    await page.getByText('one key').click()
    await write(page, ['Home', 'Control+f'])
    const panel = page.getByRole('search', { name: 'Find and replace' })
    const find = panel.getByRole('textbox', { name: 'Find', exact: true })
    await find.fill('key')
    await expectVisible(panel.getByText('4 found', { exact: true }))
    expect(await page.locator('.ProseMirror [data-found]').count()).toBe(4)
    await find.press('Enter')
    await find.press('Enter')
    await expectVisible(panel.getByText('2 of 4', { exact: true }))
    expect(await page.locator('.ProseMirror th [data-current]').textContent()).toBe('key')
    await panel.getByRole('button', { name: 'Match case' }).click()
    await expectVisible(panel.getByText('2 of 3', { exact: true }))
    await find.press('Control+h')
    await panel.getByRole('textbox', { name: 'Replace with' }).fill('word')
    await panel.getByRole('textbox', { name: 'Replace with' }).press('Enter')
    await expectVisible(panel.getByText('2 of 2', { exact: true }))
    await expectVisible(page.locator('.ProseMirror th').getByText('word', { exact: true }))
    await panel.getByRole('button', { name: 'Replace all' }).click()
    await expectVisible(panel.getByText('Not found', { exact: true }))
    await find.press('Escape')
    await expectHidden(panel)
    await page.keyboard.press('Control+z')
    await expectVisible(page.getByText('one key', { exact: true }))
    await page.keyboard.press('Control+y')
    await expectVisible(page.getByText('one word', { exact: true }))
    const table = '|word|b|\n|---|---|\n|x|Key|'
    expect(await saved()).toBe(`one word\n\n${table}\n\n<div>word</div>\n\n*   keep`)
  })

  test('Esc and Tab leave the text', async () => {
    const { page } = await begin('- one\n- two')
    await page.getByText('two').click()
    await page.keyboard.press('Tab')
    await eventually(() => page.locator('.ProseMirror li li').count(), 1)
    await write(page, ['Escape', 'Tab'])
    await eventually(
      () => page.evaluate(() => document.activeElement?.classList.contains('ProseMirror') ?? false),
      false,
    )
  })
})

describe('with an input method', () => {
  test('nothing interrupts Chinese composition, and it opens no menu', async () => {
    const { page, saved } = await begin('正文')
    await page.getByText('正文').click()
    await end(page)
    const session = await page.context().newCDPSession(page)
    const compose = (text: string) =>
      session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    await compose('/')
    await compose('ni')
    await compose("ni'hao")
    expect(await page.getByRole('listbox', { name: 'Insert' }).count()).toBe(0)
    await session.send('Input.insertText', { text: '你好' })
    await write(page, ['Enter'], '/')
    await expectVisible(page.getByRole('listbox', { name: 'Insert' }))
    await compose('biao')
    await session.send('Input.insertText', { text: '表格' })
    await expectVisible(page.getByRole('option', { name: 'Table', exact: true }))
    await page.keyboard.press('Enter')
    await expectVisible(page.locator('.ProseMirror table'))
    await compose('hang')
    await session.send('Input.insertText', { text: '行' })
    expect(await saved()).toMatch(/^正文你好\n\n\| 行 +\|/)
  })
})

describe('by pointer', () => {
  test('ticks a task, changes the kind of a callout and the language of code', async () => {
    const { page, saved } = await begin('- [ ] write\n\n> [!NOTE]\n> Mind this.\n\n```\nSELECT 1\n```')
    await page.getByRole('checkbox').click()
    await page.getByRole('button', { name: 'Callout type: Note' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Danger' }).click()
    await expectVisible(page.getByRole('button', { name: 'Callout type: Danger' }))
    await inText(page)
    await page.getByRole('combobox', { name: 'Code language' }).fill('sq')
    await page.keyboard.press('Enter')
    await expectVisible(page.locator('.ProseMirror .hljs-keyword'))
    expect(await saved()).toBe('- [x] write\n\n> [!CAUTION]\n> Mind this.\n\n```sql\nSELECT 1\n```')
  })

  test('drags a block by its handle, a row by its own', async () => {
    const { page, saved } = await begin('one\n\ntwo\n\nthree\n\n| a |\n| --- |\n| 1 |\n| 2 |')
    const drag = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(from.x, from.y + 8, { steps: 2 })
      await page.mouse.move(to.x, to.y, { steps: 4 })
      await page.mouse.up()
    }
    const middle = async (selector: ReturnType<Page['locator']>) => {
      const box = await selector.boundingBox()
      if (!box) throw new Error('not on the screen')
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    }
    await page.getByText('one', { exact: true }).hover()
    const three = await page.getByText('three').boundingBox()
    await drag(await middle(page.getByRole('button', { name: 'Block menu' })), {
      x: 300,
      y: (three?.y ?? 0) + (three?.height ?? 0) - 2,
    })
    await page.locator('td').last().hover()
    await drag(await middle(page.getByRole('button', { name: 'Row 3 menu' })), await middle(page.locator('td').first()))
    const text = (await saved()).replace(/\| +/g, '| ').replace(/ +\|/g, ' |')
    expect(text).toMatch(/^two\n\nthree\n\none\n\n\| a \|\n\| -+ \|\n\| 2 \|\n\| 1 \|$/)
  })
})

describe('images', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAGQAAABkCAIAAAD/gAIDAAAAY0lEQVR42u3QQREAAAQAMP1Ty6CCq7fHHgWyJqsdm8kyrSJrFVmryFpF1iqyVpG1iqxVZK0iaxVZq8haRdYqslaRtYqsVWStImsVWavIWkXWKrJWkbWKrFVkrSJrFVmrmH7uK2ABDZz9bNQAAAAASUVORK5CYII=',
    'base64',
  )

  test('are selected, resized by keys and described; the viewer renders them the same', async () => {
    const { page, saved } = await begin('text')
    await page.getByText('text', { exact: true }).click()
    await end(page)
    const chooser = page.waitForEvent('filechooser')
    await page
      .getByRole('toolbar')
      .first()
      .getByRole('button', { name: /^Image/ })
      .click()
    await (await chooser).setFiles({ name: 'A map.png', mimeType: 'image/png', buffer: png })
    const picture = page.locator('.ProseMirror img[alt="A map"]')
    await expectVisible(picture)
    await picture.click()
    await expectVisible(page.getByRole('textbox', { name: 'Description' }))
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Description' }).fill('The way')
    await page.getByRole('textbox', { name: 'Width, px' }).fill('60')
    await page.keyboard.press('Enter')
    await eventually(async () => (await page.locator('.ProseMirror img[alt="The way"]').boundingBox())?.width, 60)
    expect(await saved()).toMatch(/^text<img src="\/api\/attachment\/[^"]+" alt="The way" width="60">$/)
  })

  test('are pasted and dropped in the right position', async () => {
    const { page, saved } = await begin('first\n\nsecond')
    await page.getByText('first', { exact: true }).click()
    await end(page)
    const give = (kind: 'paste' | 'drop', name: string, at: { clientX: number; clientY: number }) =>
      page.evaluate(
        ([how, base64, fileName, place]) => {
          const data = new DataTransfer()
          const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
          data.items.add(new File([bytes], fileName, { type: 'image/png' }))
          const init = { bubbles: true, cancelable: true }
          const event =
            how === 'paste'
              ? new ClipboardEvent('paste', { ...init, clipboardData: data })
              : new DragEvent('drop', { ...init, ...place, dataTransfer: data })
          document.querySelector('.ProseMirror')?.dispatchEvent(event)
        },
        [kind, png.toString('base64'), name, at] as const,
      )
    await give('paste', 'pasted.png', { clientX: 0, clientY: 0 })
    await expectVisible(page.locator('.ProseMirror img[alt="pasted"]'))
    const box = await page.getByText('first', { exact: true }).boundingBox()
    await give('drop', 'dropped.png', { clientX: (box?.x ?? 0) + 1, clientY: (box?.y ?? 0) + (box?.height ?? 0) / 2 })
    await expectVisible(page.locator('.ProseMirror img[alt="dropped"]'))
    expect(await saved()).toMatch(/^!\[dropped\]\(\S+\)first\n\nsecond!\[pasted\]\(\S+\)$/)
  })

  test('report why they are rejected', async () => {
    const { page } = await begin('text')
    await page.getByText('text', { exact: true }).click()
    await page.evaluate(() => {
      const data = new DataTransfer()
      data.items.add(new File(['x'], 'notes.txt', { type: 'text/plain' }))
      data.items.add(new File([new Uint8Array(5 * 1024 * 1024)], 'huge.png', { type: 'image/png' }))
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      document.querySelector('.ProseMirror')?.dispatchEvent(event)
    })
    await expectVisible(page.getByText(/notes\.txt\. Only PNG/))
    await expectVisible(page.getByText(/huge\.png\. Images can be up to 4 MB/))
    await setAppearance(page, { lang: 'zh', theme: 'light', width: 1280 })
    await expectVisible(page.getByText(/notes\.txt.*PNG.*图片/))
    await expectVisible(page.getByText(/huge\.png.*4 MB/))
    expect(await page.getByText(/Images can be up to 4 MB/).count()).toBe(0)
  })
})

describe('pasting', () => {
  const pasted = async (held: { text?: string; html?: string }) => {
    const { page, saved } = await begin('')
    await page.locator('.ProseMirror').click()
    await pasteHere(page, held)
    const text = await saved()
    await page.close()
    return text
  }

  test('converts Word content: numbered headings, nested lists that continue, marks, tables', async () => {
    const [text = '', table = ''] = (await pasted({ html: wordLists, text: 'plain' })).split('\n\n| ')
    expect(text).toBe(
      '# 1 Plan\n\nSome **bold** and *slanted* words.\n\n- first\n- second\n  - inside\n- third\n\n' +
        '1. one\n\nmore of it\n\n2. two',
    )
    expect(table.replace(/[\u00a0 -]+/g, ' ')).toBe('Field | Note |\n| | |\n| id | the key<br>of all |')
  })

  test('converts spreadsheet content to a table, from HTML and from text', async () => {
    const cells = (text: string) => text.split('\n').map((line) => line.replace(/\s+/g, ''))
    const expected = ['|Name|Price|', '|---|---|', '|Tea|3.50|', '|Coffee<br>black|4.00|']
    const short = (rows: string[]) => rows.map((row) => row.replace(/-{2,}:?/g, '---'))
    expect(short(cells(await pasted({ html: spreadsheet, text: 'Name\tPrice\nTea\t3.50' })))).toEqual(expected)
    const text = 'Name\tPrice\r\nTea\t3.50\r\n"Coffee\nblack"\t4.00\r\n'
    expect(short(cells(await pasted({ text })))).toEqual(expected)
  })

  test('converts web pages and documents from other editors', async () => {
    expect(await pasted({ html: webPage, text: 'plain' })).toBe(
      '## Install\n\nRun [the tool](https://example.com/tool) with `npm i`:\n\n```bash\nnpm i tool\ntool --help\n```\n\n> Quoted.',
    )
    const [text = '', table = ''] = (await pasted({ html: googleDocs, text: 'plain' })).split('\n\n| ')
    expect(text).toBe('## Notes\n\nNormal **heavy** *slanted*\n\n- one\n  - inside\n- ~~two~~')
    expect(table.replace(/[ -]+/g, ' ')).toBe('a | b |\n| | |\n| 1 | |')
  })

  test('recognises obvious Markdown; keeps any other text literally', async () => {
    const markdown = '## Title\n\n- one\n- two\n\n```js\nlet a\n```'
    expect(await pasted({ text: markdown })).toBe(markdown)
    expect(await pasted({ text: '2 * 3 = 6 # fine' })).toBe('2 * 3 = 6 # fine')
  })

  test('pastes literally with Ctrl+Shift, and its own copied content unchanged', async () => {
    const { page, saved } = await begin('> a *quote*')
    await page.getByText('quote').click()
    await write(page, ['Control+a', 'Control+c'])
    await end(page)
    await write(page, ['Enter', 'Enter'])
    await page.keyboard.down('Control')
    await page.keyboard.down('Shift')
    await pasteHere(page, { text: '# not **this**' })
    await page.keyboard.up('Shift')
    await page.keyboard.up('Control')
    expect(await saved()).toBe('> a *quote*\n\n\\# not \\*\\*this\\*\\*')
  })

  test('inserts nothing that runs scripts', async () => {
    const { page } = await begin('')
    await page.locator('.ProseMirror').click()
    await pasteHere(page, { html: hostile, text: 'plain' })
    await expectVisible(page.locator('.ProseMirror strong', { hasText: 'kept' }))
    const left = await page.locator('.ProseMirror').evaluate((node) => ({
      acting: node.querySelectorAll('script,iframe,object,svg,form,[onerror],[onclick],[style*="url"]').length,
      links: [...node.querySelectorAll('a')].map((one) => one.getAttribute('href')),
    }))
    expect(left).toEqual({ acting: 0, links: [] })
  })
})

test('the error of a formula that cannot be rendered is in the language of the page', async () => {
  const { page } = await begin('$$\n\\frac{1}{0\n$$\n\nWith $\\frac{1$ in a line.')
  await eventually(() => page.getByText('Can’t display this formula:').count(), 2)
  await setAppearance(page, { lang: 'zh', theme: 'light', width: 1280 })
  await eventually(() => page.getByText('公式无法显示：').count(), 2)
  expect(await page.getByText('Can’t display this formula:').count()).toBe(0)
})
