import { decodeText } from '../text.ts'
import type { WordText } from './source.ts'

// what may precede the first element: a byte order mark, an XML declaration, comments
const beginsAsHtml =
  /^(?:\uFEFF|\s)*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^>]{0,500}-->\s*)?<(?:!doctype\s+html|html)[\s>]/i

/**
 * Returns the text of a Word document that is an HTML file, as ShowDoc and many other programs export to Word; undefined for
 * any other file.
 */
export function wordInHtml(name: string, bytes: Uint8Array): WordText | undefined {
  if (!/\.docx?$/i.test(name)) return undefined
  const text = decodeText(bytes)?.text
  if (text === undefined || !beginsAsHtml.test(text.slice(0, 2000))) return undefined
  const begin = /<body\b[^>]{0,2000}>/i.exec(text)
  const html = begin ? text.slice(begin.index + begin[0].length) : text
  const end = html.toLowerCase().lastIndexOf('</body>')
  return { html: end === -1 ? html : html.slice(0, end) }
}
