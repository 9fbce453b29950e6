import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { root } from '#build/paths.ts'
import { addItem, addPage, eventually, expectVisible, newSite, open, type Site } from './support/browser.ts'

const corpus = (name: string) => readFileSync(join(root, 'tests/corpus', `${name}.md`), 'utf8')

let site: Site
let item_id: number
beforeAll(async () => {
  site = await newSite()
  item_id = await addItem(site.admin, { item_name: 'Kept' })
})

const stored = async (page_id: number) => (await site.admin.page.info({ page_id })).page_content

const words = (page: Page) => page.locator('.ProseMirror')

/** The images of these pages do not exist, and a diagram measures with style attributes. */
const expected = /^404: |status of 404/

const openVisual = async (page_id: number): Promise<Page> => {
  const at = `/page/edit/${item_id}/${page_id}?mode=visual`
  const page = await open(site.server, { at, token: site.token, expects: expected })
  await expectVisible(words(page))
  return page
}

const save = async (page: Page) => {
  await page.keyboard.press('Control+s')
  await expectVisible(page.locator('[data-state=saved]').filter({ hasText: /^Saved \d/ }))
}

/** Pages of different kinds, and the text of a block to type at the end of. */
const pages: [name: string, words: string][] = [
  ['api-login-zh', '用户登录接口，登录成功后返回令牌'],
  ['crlf-manual', '登录'],
  ['nested-lists-four-spaces', 'Small'],
  ['front-matter', 'Text.'],
  ['html-blocks', 'Text after a break.'],
  ['reference-links', 'More text with'],
]

test.each(pages)('the page %s keeps its bytes, except for the edited block', async (name, end) => {
  const text = corpus(name)
  const page_id = await addPage(site.admin, item_id, name, text)
  expect(await stored(page_id)).toBe(text)
  const page = await openVisual(page_id)

  await words(page).press('Control+End')
  await save(page)
  expect(await stored(page_id)).toBe(text)

  await words(page).getByText(end, { exact: false }).last().click()
  await page.keyboard.press('End')
  // as one input: keys that a busy machine takes half a second for are undone one by one
  await page.keyboard.insertText('NEW')
  await save(page)
  const after = await stored(page_id)
  const at = after.indexOf('NEW')
  expect(at).toBeGreaterThan(0)
  expect(after.replace(/ ?NEW/, '').replace(/\s+/g, '')).toBe(text.replace(/\s+/g, ''))
  const [lines, changed] = [text.split('\n'), after.split('\n')]
  expect(changed.filter((line, index) => line !== lines[index])).toHaveLength(1)

  await page.keyboard.press('Control+z')
  await save(page)
  await eventually(() => stored(page_id), text)
})
