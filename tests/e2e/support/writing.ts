import type { Page } from 'playwright-core'
import { addPage, expectVisible, open, type Site } from './browser.ts'

/** Types as a person does: text is typed, the keys in lists are pressed one after the other. */
export async function write(page: Page, ...done: (string | readonly string[])[]): Promise<void> {
  for (const one of done) {
    if (typeof one === 'string') await page.keyboard.type(one)
    else for (const key of one) await page.keyboard.press(key)
  }
}

/** Saves the text and waits until it is saved. */
export async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s')
  await expectVisible(page.getByText(/^Saved \d/).first())
}

/** The text of a page in the visual editor. */
export const visualText = (page: Page) => page.locator('.ProseMirror')

/** The text of a page in the source editor. */
export const sourceText = (page: Page) => page.locator('.cm-content')

/** Opens a page with this text in one of the editors; `saved` saves it and returns the stored text. */
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

/** Pastes clipboard data into an element, as the browser does on Ctrl+V. */
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
