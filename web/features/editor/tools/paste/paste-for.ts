import { sanitize, withMarkedStyles } from '#web/features/page/markdown/index.tsx'
import { singleTable } from './html-table.ts'
import { hasFormatting, stylesToElements } from './pasted-html.ts'
import { isTooMany, rowsToMarkdown } from './table-text.ts'

/** The kind of a paste: plain text, the cells of a table as Markdown, or HTML that could become Markdown. */
export type Paste =
  | { kind: 'plain' }
  | { kind: 'table'; text: string; markdown: string }
  | { kind: 'html'; text: string; html: string }

/** Shorter HTML is pasted as its text, in characters. Source: specification 5. */
const htmlLeast = 200
/** Longer HTML is not parsed during a keystroke, in characters. */
const tableMost = 2_000_000

const sameAddress = (url: string) => url

/** Returns the nodes of pasted HTML without anything active. */
export const cleanNodes = (html: string): DocumentFragment =>
  sanitize(withMarkedStyles(stylesToElements(html)), sameAddress)

/** Decides how clipboard content is pasted. */
export function pasteFor(clipboard: DataTransfer): Paste {
  const html = clipboard.getData('text/html')
  const text = clipboard.getData('text/plain').replace(/\r\n?/g, '\n')
  // The HTML of a code editor contains nothing but its colors.
  if (html === '' || text === '' || clipboard.types.includes('vscode-editor-data')) return { kind: 'plain' }
  if (/<table[\s>]/i.test(html) && html.length <= tableMost) {
    const rows = singleTable(cleanNodes(html))
    if (rows && !isTooMany(rows)) return { kind: 'table', text, markdown: rowsToMarkdown(rows, true) }
  }
  return html.length < htmlLeast || !hasFormatting(html) ? { kind: 'plain' } : { kind: 'html', text, html }
}
