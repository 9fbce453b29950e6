import type { HtmlElement } from '#shared/markdown/html-node.ts'
import { decodeAs } from '../text.ts'
import type { FoundDocument } from './document-plan.ts'
import { type HtmlPage, markdownOf, parseHtml, removeRepeatedTitle } from './html.ts'
import { noteEncoding } from './markdown.ts'
import { baseName, withoutExtension } from './paths.ts'
import type { DocumentSource } from './source.ts'

const charset = /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w-]{2,40})/i

/** Returns the text of an HTML file, in the encoding that it names. */
function htmlText(from: DocumentSource, path: string) {
  const bytes = from.bytes(path)
  const [, named = ''] = charset.exec(Buffer.from(bytes.subarray(0, 4096)).toString('latin1')) ?? []
  if (/^(?:gb\w*|big5)/i.test(named)) {
    const encoding = /^big5/i.test(named) ? 'big5' : 'gb18030'
    const text = decodeAs(encoding, bytes)
    if (text !== undefined) return { text, encoding: 'utf-8' as const }
  }
  return from.text(path)
}

/** Returns the title of an HTML file: its `title` element, its first heading, or its name. */
export function htmlTitle(from: DocumentSource, path: string): string {
  const decoded = htmlText(from, path)
  if (!decoded) return withoutExtension(baseName(path))
  const page = parseHtml(decoded.text, path)
  const heading = (page.body.querySelector('h1')?.textContent ?? '').replace(/\s+/g, ' ').trim()
  return page.title || heading || withoutExtension(baseName(path))
}

/**
 * Returns an HTML file of an export as a document.
 *
 * @param pick returns the element with the text, of a page that has more around it
 */
export function htmlDocument(
  from: DocumentSource,
  path: string,
  title: string,
  pick: (page: HtmlPage) => HtmlElement = (page) => page.body,
): FoundDocument {
  return {
    path,
    read(reading) {
      const decoded = htmlText(from, path)
      if (!decoded) return undefined
      noteEncoding(decoded.encoding, reading)
      const page = parseHtml(decoded.text, path)
      const root = pick(page)
      removeRepeatedTitle(root, title)
      return markdownOf(root, page, reading)
    },
  }
}
