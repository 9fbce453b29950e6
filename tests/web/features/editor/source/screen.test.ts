import { beforeAll, describe, expect, test } from 'vitest'
import { addCatalog, addItem, addPage } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, expectVisible, openAs, type Screen } from '#tests/web/support/screen.tsx'
import { pasteInto, readText, selectText, sourceText, write } from '#tests/web/support/source-text.ts'

const browser = openBrowser()
let item_id: number

const owner = () => browser.app.as('owner')

beforeAll(async () => {
  item_id = await addItem(owner(), { item_name: 'Notes', item_domain: 'notes' })
})

const suggestions = (page: Screen) => page.locator('.cm-tooltip-autocomplete')
const stored = async (page_id: number) => (await owner().page.info({ page_id })).page_content

/** Opens a page with this text in source mode, the cursor at its end. */
async function opened(text: string) {
  const page_id = await addPage(owner(), item_id, 'Page', text)
  const page = openAs(browser, 'owner', `/page/edit/notes/${page_id}?mode=source`)
  await expectVisible(sourceText(page))
  await selectText(page, (await readText(page)).length || 0)
  return { page, page_id }
}

async function save(page: Screen): Promise<void> {
  await page.keyboard.press('Control+s')
  await expectVisible(page.getByText(/^Saved \d/).first())
}

/** Accepts a suggestion once the suggestions respond to keys. */
async function choose(page: Screen, key = 'Enter'): Promise<void> {
  await expectVisible(suggestions(page).locator('[aria-selected]').first())
  const now = Date.now
  Date.now = () => now() + 200 // so long they ignore keys that were meant for the text
  await page.keyboard.press(key)
  Date.now = now
}

test('Enter and Tab continue, indent, renumber, tick and end a list', async () => {
  const { page } = await opened('1. one')
  await write(page, ['Enter'], 'two', ['Enter'], 'inner', ['Tab', 'Enter', 'Shift+Tab'], 'three')
  expect(await readText(page)).toBe('1. one\n2. two\n   3. inner\n3. three')
  await write(page, ['Enter', 'Enter'], '- [ ] task', ['Control+Enter'])
  expect(await readText(page)).toMatch(/\n- \[x\] task$/)
})

describe('suggestions', () => {
  test('a slash at the start of a word offers blocks to insert; Escape leaves the text unchanged', async () => {
    const { page } = await opened('')
    await write(page, '/')
    await expectVisible(suggestions(page))
    await page.keyboard.press('Escape')
    await expectHidden(suggestions(page))
    expect(await readText(page)).toBe('/')
    await write(page, ['Backspace'], '/tab')
    await choose(page)
    await eventually(() => readText(page), /^\| Column 1 \| Column 2 \|/)
    await write(page, ['Control+z'])
    await eventually(async () => (await readText(page)).includes('Column 1'), false)
  })

  test('a suggestion is accepted right after the last letter that chose it', async () => {
    const { page } = await opened('')
    await write(page, '/')
    await expectVisible(suggestions(page).locator('[aria-selected]').first())
    const now = Date.now
    Date.now = () => now() + 200
    await write(page, 'tab', ['Enter'])
    Date.now = now
    await eventually(() => readText(page), /^\| Column 1 \| Column 2 \|/)
  })

  test('completes headings, pages, people and emoji', async () => {
    const cat_id = await addCatalog(owner(), item_id, 'Guides')
    const target = await addPage(owner(), item_id, 'How to [pay]', 'text', cat_id)
    const { page } = await opened('# First part\n\n')
    await write(page, '[up](#fir')
    await choose(page)
    await eventually(() => readText(page), /\[up\]\(#first-part\)$/)
    await write(page, ' [[how')
    await choose(page)
    await eventually(() => readText(page), new RegExp(`\\[How to \\\\\\[pay\\\\\\]\\]\\(/${item_id}/${target}\\)$`))
    await write(page, ' @own')
    await choose(page)
    await eventually(() => readText(page), /@owner $/)
    await write(page, ':rocket')
    await choose(page)
    await eventually(() => readText(page), /🚀$/)
  })
})

test('the find panel counts, replaces and keeps its options; both panels close with Escape', async () => {
  const { page, page_id } = await opened('Cat cat concat\n\ncat 1, cat 22')
  await selectText(page, 1)
  await write(page, ['Control+Home', 'Control+f'])
  const panel = page.getByRole('search', { name: 'Find and replace' })
  await panel.getByRole('textbox', { name: 'Find' }).fill('cat')
  await expectVisible(panel.getByText(/(of 5|5 found)/))
  await panel.getByRole('button', { name: 'Match case' }).click()
  await expectVisible(panel.getByText(/4/))
  await panel.getByRole('button', { name: 'Whole words' }).click()
  await expectVisible(panel.getByText(/^(\d of 3|3 found)$/))
  await panel.getByRole('textbox', { name: 'Find' }).press('Escape')
  await expectHidden(panel)
  await write(page, ['Control+h'])
  await panel.getByRole('button', { name: 'Whole words' }).click()
  await panel.getByRole('button', { name: 'Regular expression' }).click()
  await panel.getByRole('textbox', { name: 'Find' }).fill('cat (')
  await expectVisible(panel.getByText('This expression is incomplete'))
  await panel.getByRole('textbox', { name: 'Find' }).fill('cat (\\d+)')
  await panel.getByRole('textbox', { name: 'Replace with' }).fill('dog $1')
  await panel.getByRole('button', { name: 'Replace all' }).click()
  await eventually(() => readText(page), 'Cat cat concat\n\ndog 1, dog 22')
  await save(page)
  expect(await stored(page_id)).toBe('Cat cat concat\n\ndog 1, dog 22')
})

test('a URL pasted over text makes it a link', async () => {
  const { page } = await opened('# Head\n\nwords')
  await selectText(page, 8, 13)
  await pasteInto(page, { 'text/plain': 'https://example.com/a' })
  await eventually(() => readText(page), '# Head\n\n[words](https://example.com/a)')
})

test('a page too long for visual mode opens as source and says why', async () => {
  const page_id = await addPage(owner(), item_id, 'Page', 'words and words\n\n'.repeat(14_000))
  const page = openAs(browser, 'owner', `/page/edit/notes/${page_id}?mode=visual`)
  await expectVisible(page.getByText(/too long for the visual editor/))
  await page.getByRole('button', { name: 'Close' }).click()
  await expectHidden(page.getByText(/too long for the visual editor/))
  expect(page.path).toMatch(/mode=source$/)
})

test('typed characters write marked text, separate what follows a list, and close a code block at its indentation', async () => {
  const { page } = await opened('Text.\n\n')
  await write(page, 'Press ', ['Control+e'], 'Ctrl S', ['Control+e'], ' or ', ['Control+b'], 'Save as', ['Control+b'])
  await write(page, ', then go')
  expect(await readText(page)).toBe('Text.\n\nPress `Ctrl S` or **Save as**, then go')
  const code = (await opened('Text.\n\n')).page
  await write(code, '```js', ['Enter'], 'if (a)', ['Enter'], '  b()', ['Enter'], '```', ['Enter'], 'after')
  expect(await readText(code)).toBe('Text.\n\n```js\nif (a)\n  b()\n```\nafter')
  const list = (await opened('Text.\n\n')).page
  await write(list, '- one', ['Enter'], 'two', ['Enter', 'Enter'], '1. three', ['Enter', 'Enter'], 'after')
  expect(await readText(list)).toBe('Text.\n\n- one\n- two\n\n1. three\n\nafter')
})
