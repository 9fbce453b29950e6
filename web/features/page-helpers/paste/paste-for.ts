import { sanitize, withMarkedStyles } from '#web/features/markdown/index.tsx'
import { singleTable } from './html-table.ts'
import { hasFormatting, stylesToElements } from './pasted-html.ts'
import { isTooMany, rowsToMarkdown } from './table-text.ts'

/** What a paste is: plain text, the cells of a table as Markdown, or HTML that could become Markdown. */
export type Paste =
  | { kind: 'plain' }
  | { kind: 'table'; text: string; markdown: string }
  | { kind: 'html'; text: string; html: string }

/** HTML that is shorter is pasted as its text. Source: specification 5. */
const htmlLeast = 200
/** HTML that is longer is not read on the way of a keystroke. */
const tableMost = 2_000_000

const sameAddress = (url: string) => url

/** The nodes of pasted HTML, with nothing left that acts. */
export const cleanNodes = (html: string): DocumentFragment =>
  sanitize(withMarkedStyles(stylesToElements(html)), sameAddress)

/** What is to become of what somebody pastes. */
export function pasteFor(clipboard: DataTransfer): Paste {
  const html = clipboard.getData('text/html')
  const text = clipboard.getData('text/plain').replace(/\r\n?/g, '\n')
  // An editor of code says in HTML only what colours it has.
  if (html === '' || text === '' || clipboard.types.includes('vscode-editor-data')) return { kind: 'plain' }
  if (/<table[\s>]/i.test(html) && html.length <= tableMost) {
    const rows = singleTable(cleanNodes(html))
    if (rows && !isTooMany(rows)) return { kind: 'table', text, markdown: rowsToMarkdown(rows, true) }
  }
  return html.length < htmlLeast || !hasFormatting(html) ? { kind: 'plain' } : { kind: 'html', text, html }
}
