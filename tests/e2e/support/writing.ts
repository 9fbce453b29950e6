import type { Page } from 'playwright-core'
import { addPage, expectVisible, open, type Site } from './browser.ts'

/** Writes as a person does: words are typed, the keys in lists pressed one after the other. */
export async function write(page: Page, ...done: (string | readonly string[])[]): Promise<void> {
  for (const one of done) {
    if (typeof one === 'string') await page.keyboard.type(one)
    else for (const key of one) await page.keyboard.press(key)
  }
}

/** Saves what is written, and waits until it is. */
export async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s')
  await expectVisible(page.getByText(/^Saved \d/).first())
}

/** The text of a page in the visual way of writing. */
export const visualText = (page: Page) => page.locator('.ProseMirror')

/** The text of a page in the source. */
export const sourceText = (page: Page) => page.locator('.cm-content')

/** A page with this text, opened in one of the ways of writing; `saved` saves it and gives what is stored then. */
export async function openWriting(
  site: Site,
  item_id: number,
  text: string,
  way: 'visual' | 'source' = 'visual',
): Promise<{ page: Page; page_id: number; saved: () => Promise<string> }> {
  const page_id = await addPage(site.admin, item_id, `Page ${crypto.randomUUID()}`, text)
  const at = `/page/edit/${item_id}/${page_id}?mode=${way}`
  const page = await open(site.server, { token: site.token, at })
  await expectVisible(way === 'visual' ? visualText(page) : sourceText(page))
  const saved = async () => {
    await save(page)
    return (await site.admin.page.info({ page_id })).page_content
  }
  return { page, page_id, saved }
}

/** Gives an element a clipboard, as the browser does on Ctrl+V. */
export const paste = (page: Page, into: string, held: { text?: string; html?: string }): Promise<void> =>
  page.evaluate(
    ({ into: selector, text = '', html = '' }) => {
      const data = new DataTransfer()
      if (text) data.setData('text/plain', text)
      if (html) data.setData('text/html', html)
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      document.querySelector(selector)?.dispatchEvent(event)
    },
    { into, ...held },
  )
