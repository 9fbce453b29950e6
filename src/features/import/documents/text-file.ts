import { fenced } from '#shared/markdown/fence.ts'
import type { FoundDocument } from './document-plan.ts'
import { markdownOf, parseHtml } from './html.ts'
import { noteEncoding } from './markdown.ts'
import type { DocumentSource } from './source.ts'

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Whether the spaces of a text have a meaning: columns, drawings, indented code. */
const isLaidOut = (text: string): boolean => /^(?: {2,}|\t)\S|\S(?: {3,}|\t+)\S/m.test(text)

/**
 * Returns a plain text file as a page: paragraphs with their line breaks, and no Markdown in it; as it is, in a code block,
 * when its spaces have a meaning.
 */
export const textDocument = (from: DocumentSource, path: string): FoundDocument => ({
  path,
  read(reading) {
    const decoded = from.text(path)
    if (!decoded) return undefined
    noteEncoding(decoded.encoding, reading)
    const text = decoded.text
      .replace(/^\ufeff/, '')
      .replaceAll(/\r\n?/g, '\n')
      .replace(/^\n+|\s+$/g, '')
    if (isLaidOut(text)) return `${fenced(text)}\n`
    const paragraphs = text.split(/\n[ \t]*\n\s*/).map((one) => `<p>${escaped(one).replaceAll('\n', '<br>')}</p>`)
    const page = parseHtml(`<body>${paragraphs.join('')}</body>`, path)
    return markdownOf(page.body, page, reading)
  },
})
