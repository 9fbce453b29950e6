import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addItem, addPage } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, expectVisible, openAs, type Screen } from '#tests/web/support/screen.tsx'
import { pasteInto, readText, selectText, sourceText, typeText } from '#tests/web/support/source-text.ts'

const browser = openBrowser({ config: { outbound_allow: ['127.0.0.0/8'] } })
let item_id: number
let page_id: number

const admin = () => browser.app.as('admin')

// A fake third-party language model, served by this machine.
const pieces = ['## Ti', 'tle\n\nSome ', '**bold** words.']
let held: ServerResponse[] = []
let isRefusing = false
const service = createServer((_, response) => {
  if (isRefusing) return void response.writeHead(401, { 'Content-Type': 'application/json' }).end('{}')
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  response.write(`data: ${JSON.stringify({ choices: [{ delta: { content: pieces[0] } }] })}\n\n`)
  held.push(response)
})
const goOn = () => {
  for (const response of held.splice(0)) {
    for (const content of pieces.slice(1))
      response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`)
    response.end('data: [DONE]\n\n')
  }
}

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  await admin().adminSetting.saveConfig({ open_api_host: `http://127.0.0.1:${port}`, open_api_key: 'sk-test' })
  item_id = await addItem(admin(), { item_name: 'Orders' })
  page_id = await addPage(admin(), item_id, 'Create an order', 'Text of the page.')
  await addPage(admin(), item_id, 'Error [codes]', 'x')
})
afterAll(() => {
  held = []
  service.closeAllConnections()
  service.close()
})

const dialog = (page: Screen) => page.getByRole('dialog')

/** Opens the editor with an empty new page, or with an existing page. */
async function editor(path = `/page/edit/${item_id}/0`): Promise<Screen> {
  const page = openAs(browser, 'admin', path)
  await expectVisible(page.locator('.cm-content'))
  return page
}

const choose = async (page: Screen, entry: string) => {
  await page.getByRole('button', { name: /^(Insert|插入)$/ }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).first().click()
}

const textOf = async (page: Screen) => (await readText(page)).trim()

async function chineseEditor(): Promise<Screen> {
  await browser.setLanguage('zh')
  return editor()
}

describe('JSON', () => {
  test('is converted to a table in the page language, and an error names its position', async () => {
    const page = await chineseEditor()
    await choose(page, 'JSON 转表格')
    const box = dialog(page).getByRole('textbox', { name: 'JSON' })
    await box.fill('{\n  "id": 12345678901234567890 // 编号\n  "name": "a"\n}')
    await expectVisible(page.getByRole('alert').filter({ hasText: 'JSON 解析失败：第 3 行，第 3 列' }))
    await dialog(page).getByRole('button', { name: '定位到该处' }).click()
    const field = (await box.element()) as HTMLTextAreaElement
    expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('"name"')
    await box.fill('{\n  "id": 12345678901234567890, // 编号\n  "name": "a"\n}')
    await expectVisible(dialog(page).getByRole('cell', { name: '编号', exact: true }))
    await page.keyboard.press('Control+Enter')
    await expectHidden(dialog(page))
    expect(await textOf(page)).toBe(
      '| 字段名 | 类型 | 必选 | 说明 |\n| --- | --- | --- | --- |\n| id | integer | 是 | 编号 |\n| name | string | 是 |  |',
    )
    await eventually(() => sourceText(page).hasFocus({ inside: true }), true)
  })

  test('is formatted in place inside a code block, and Undo reverts it', async () => {
    const page = await editor()
    await typeText(page, '```json\n{"a":1.10,"b":[]}\n```')
    await selectText(page, 10)
    await choose(page, 'Beautify JSON')
    await eventually(() => textOf(page), '```json\n{\n  "a": 1.10,\n  "b": []\n}\n```')
    await choose(page, 'Compact JSON')
    await eventually(() => textOf(page), '```json\n{"a":1.10,"b":[]}\n```')
    await page.keyboard.press('Control+z')
    await eventually(() => textOf(page), '```json\n{\n  "a": 1.10,\n  "b": []\n}\n```')
    await typeText(page, '{"a":}', { instead: true })
    await selectText(page)
    await choose(page, 'Beautify JSON')
    await expectVisible(page.getByRole('alert').filter({ hasText: 'line 1, column 6' }))
    expect(await textOf(page)).toBe('{"a":}')
  })
})

test('SQL is converted to one table per SQL table; invalid SQL is rejected at the field', async () => {
  const page = await editor()
  await choose(page, 'SQL to table')
  const box = dialog(page).getByRole('textbox', { name: 'SQL' })
  await box.fill('SELECT 1')
  await expectVisible(dialog(page).getByRole('alert'))
  await box.fill("CREATE TABLE a (id int NOT NULL COMMENT 'number');\nCREATE TABLE b (x text)")
  await eventually(() => dialog(page).getByRole('table').count(), 2)
  await dialog(page).getByRole('button', { name: 'Insert' }).click()
  await expectHidden(dialog(page))
  expect(await textOf(page)).toContain('| Field | Type | Nullable | Default | Description |')
  expect(await textOf(page)).toContain('| id | int | No |  | number |')
})

describe('pasted content', () => {
  const web =
    '<h2>Install</h2><p>Run <b>this</b> and <a href="https://x.example/a">read</a>.</p><ul><li>one</li><li>two</li></ul>' +
    '<script>window.hurt = 1</script><img src="x" onerror="window.hurt = 2"><a href="javascript:window.hurt=3">bad</a>' +
    '<p style="background:url(https://evil.example)">end</p><iframe src="https://evil.example"></iframe>'
  const plain = 'Install\nRun this and read.\none\ntwo\nbad\nend'

  test('from a web page is inserted as text and converted to Markdown on request; remembers the choice', async () => {
    const page = await editor()
    await pasteInto(page, { 'text/html': web, 'text/plain': plain })
    await expectVisible(page.getByText('Pasted as text'))
    expect(await textOf(page)).toBe(plain)
    await page.getByRole('button', { name: 'Convert to Markdown' }).click()
    const converted = '## Install\n\nRun **this** and [read](https://x.example/a).\n\n- one\n- two\n\nbad\n\nend'
    await eventually(() => textOf(page), converted)
    expect('hurt' in window).toBe(false)
    // a different text first: with the same text the test could not see when the second paste is done
    await selectText(page)
    await page.keyboard.type('x')
    await eventually(() => textOf(page), 'x')
    await selectText(page)
    await pasteInto(page, { 'text/html': web, 'text/plain': plain })
    await eventually(() => textOf(page), converted)
    await page.keyboard.press('Control+Alt+v')
    await eventually(() => textOf(page), plain)
  })

  test('from a spreadsheet is inserted as a table, and short HTML as its text', async () => {
    const page = await editor()
    const cells = '<table><tr><td>name</td><td>price</td></tr><tr><td>a|b</td><td>12</td></tr></table>'
    await pasteInto(page, {
      'text/html': `<html xmlns:x="urn:schemas-microsoft-com:office:excel">${cells}</html>`,
      'text/plain': 'name\tprice\na|b\t12',
    })
    await eventually(() => textOf(page), '| name | price |\n| --- | --- |\n| a\\|b | 12 |')
    await page.getByRole('button', { name: 'Keep as text' }).click()
    await eventually(() => textOf(page), 'name\tprice\na|b\t12')
    await selectText(page)
    await pasteInto(page, { 'text/html': '<p>a <b>b</b></p>', 'text/plain': 'a b' })
    await eventually(() => textOf(page), 'a b')
    await expectHidden(page.getByText('Pasted as text'))
  })

  test('in the table dialog is previewed before it is inserted', async () => {
    const page = await editor()
    await choose(page, 'Paste a table')
    await dialog(page).getByRole('textbox', { name: 'Cells' }).fill('name,note\n"a, b","one\ntwo"')
    await expectVisible(dialog(page).getByRole('cell', { name: 'a, b' }))
    await dialog(page).getByRole('checkbox', { name: 'First row is the header' }).uncheck()
    await dialog(page).getByRole('button', { name: 'Insert' }).click()
    await eventually(() => textOf(page), '|  |  |\n| --- | --- |\n| name | note |\n| a, b | one<br>two |')
  })
})

test('offers built-in templates in the language of the page', async () => {
  const page = await chineseEditor()
  await choose(page, '模板')
  await dialog(page).getByRole('tab', { name: /^内置/ }).click()
  await dialog(page).getByRole('option', { name: '数据字典' }).click()
  await dialog(page).getByRole('button', { name: '插入' }).click()
  await expectHidden(dialog(page))
  expect(await textOf(page)).toContain('| 字段 | 类型 | 空 | 默认 | 注释 |')
})

test('parses code comments, inserts them into the text and saves them as pages', async () => {
  const page = await editor()
  const source = (title: string) =>
    `/**\n * showdoc\n * @catalog Made\n * @title ${title}\n * @method get\n * @url /${title}\n */\n`
  await choose(page, 'From code comments')
  const box = dialog(page).getByRole('textbox', { name: 'Source code' })
  await box.fill('let a')
  await dialog(page).getByRole('button', { name: 'Preview pages' }).click()
  await expectVisible(dialog(page).getByRole('alert'))
  await box.fill(source('one') + source('two'))
  await dialog(page).getByRole('button', { name: 'Preview pages' }).click()
  await dialog(page).getByRole('button', { name: /^two/ }).click()
  await expectVisible(dialog(page).getByText('/two', { exact: true }))
  await dialog(page).getByRole('button', { name: 'Write 2 pages' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Write 2 pages' }).click()
  await expectVisible(page.getByText('2 pages written'))
  const { menu } = await admin().item.info({ item_id: String(item_id) })
  expect(menu.catalogs.map(({ cat_name, pages }) => [cat_name, pages.map((one) => one.page_title)])).toEqual([
    ['Made', ['one', 'two']],
  ])
})

describe('the mock dialog', () => {
  test('requires a saved page', async () => {
    const page = await editor()
    await choose(page, 'Mock address')
    await expectVisible(page.getByText('Save the page first', { exact: false }))
    expect(await dialog(page).count()).toBe(0)
  })

  test('saves the mock, and its address responds', async () => {
    const page = await editor(`/page/edit/${item_id}/${page_id}`)
    await choose(page, 'Mock address')
    await dialog(page).getByRole('textbox', { name: 'Path', exact: true }).fill('~(')
    const template = dialog(page).getByRole('textbox', { name: 'Response (JSON)' })
    await template.fill('{"list|2":[{"id|+1":7}],}')
    await expectVisible(dialog(page).getByRole('alert').filter({ hasText: 'line 1' }))
    await template.fill('{"list|2":[{"id|+1":7}]}')
    await dialog(page).getByRole('button', { name: 'Save mock' }).click()
    await expectVisible(dialog(page).getByRole('alert'))
    await dialog(page).getByRole('textbox', { name: 'Path', exact: true }).fill('orders/{id}')
    const noServer = dialog(page).getByText('The server isn’t responding. Check your connection, then try again.')
    browser.unreachable.add('mock/add')
    await dialog(page).getByRole('button', { name: 'Save mock' }).click()
    await expectVisible(noServer)
    browser.unreachable.clear()
    await dialog(page).getByRole('button', { name: 'Save and send test' }).click()
    await expectVisible(dialog(page).getByText('200 OK'))
    expect(await noServer.count()).toBe(0)
    await expectVisible(dialog(page).getByLabel('Response', { exact: true }).filter({ hasText: '"id": 8' }))
    await dialog(page).getByRole('button', { name: 'Insert address' }).click()
    await expectHidden(dialog(page))
    expect(await textOf(page)).toContain(`/mock-path/${item_id}?path=/orders/1\``)
  })
})

test('inserts a link to a page found by name, in this item or another', async () => {
  const other = await addItem(admin(), { item_name: 'Rules' })
  const far = await addPage(admin(), other, 'Far errors', 'x')
  const page = await editor()
  await choose(page, 'Link to a page')
  await expectVisible(dialog(page))
  await page.keyboard.type('codes')
  await expectVisible(dialog(page).getByRole('option', { name: /Error \[codes\]/ }))
  await page.keyboard.press('Enter')
  await eventually(async () => (await textOf(page)).replace(/\d+/g, 'N'), '[Error \\[codes\\]](/N/N)')
  await choose(page, 'Link to a page')
  await expectVisible(dialog(page))
  await page.keyboard.type('far')
  await dialog(page)
    .getByRole('option', { name: /Far errors/ })
    .click()
  await eventually(async () => (await textOf(page)).endsWith(`[Far errors](/${other}/${far})`), true)
})

const heading = (page: Screen, name: string) =>
  dialog(page)
    .locator('.md-body h2')
    .filter({ hasText: new RegExp(`^${name}(?![a-z])`) })

describe('the AI assistant', () => {
  test('streams its text, and the text can be inserted', async () => {
    const page = await editor()
    await typeText(page, 'first draft')
    await selectText(page)
    await choose(page, 'AI text')
    await dialog(page).getByRole('button', { name: 'Improve' }).click()
    await expectVisible(heading(page, 'Ti'))
    await expectVisible(dialog(page).getByRole('button', { name: 'Stop' }))
    goOn()
    await expectVisible(heading(page, 'Title'))
    await dialog(page).getByRole('button', { name: 'Replace selection' }).click()
    await eventually(() => textOf(page), '## Title\n\nSome **bold** words.')
  })

  test('can be stopped, and reports errors', async () => {
    const page = await editor()
    await choose(page, 'AI text')
    await dialog(page).getByRole('textbox', { name: 'Your request' }).fill('A title')
    await page.keyboard.press('Control+Enter')
    await expectVisible(heading(page, 'Ti'))
    await dialog(page).getByRole('button', { name: 'Stop' }).click()
    await expectVisible(dialog(page).getByText('Stopped. Text so far is kept.'))
    isRefusing = true
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await expectVisible(dialog(page).getByRole('alert').filter({ hasText: '401' }))
    isRefusing = false
    // a response that breaks off is not reported as complete
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await expectVisible(heading(page, 'Ti'))
    for (const response of held.splice(0)) response.destroy()
    await expectVisible(dialog(page).getByRole('alert').filter({ hasText: 'The AI service cannot be reached.' }))
    await expectVisible(heading(page, 'Ti'))
    expect(
      await dialog(page)
        .getByText(/^Done\./)
        .count(),
    ).toBe(0)
  })

  test('is not offered when none is configured', async () => {
    await admin().adminSetting.saveConfig({ open_api_key: '' })
    const page = await editor()
    await page.getByRole('button', { name: 'Insert', exact: true }).click()
    await expectVisible(page.getByRole('menuitem', { name: 'JSON to table' }))
    expect(await page.getByRole('menuitem', { name: 'AI text' }).count()).toBe(0)
  })
})
