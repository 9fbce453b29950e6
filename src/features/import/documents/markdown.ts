import { rewriteAddresses } from '#shared/markdown/addresses.ts'
import type { TextEncodingName } from '../text.ts'
import type { FoundDocument, Reading } from './document-plan.ts'
import { readFrontMatter } from './front-matter.ts'
import type { DocumentSource } from './source.ts'

/** How a Markdown file becomes a page. */
interface MarkdownChoice {
  /** The page's title: a heading at the start of the text that repeats it is left out. */
  repeatedTitle?: string
  /** Changes the text before its addresses are read. */
  prepare?: (text: string) => string
}

/** Notes that the encoding of a text was guessed. */
export function noteEncoding(encoding: TextEncodingName, reading: Reading): void {
  if (encoding === 'gb18030' || encoding === 'big5') reading.note('encodingGuessed')
}

/** Returns a text without a first heading that repeats the title of its page. */
function withoutRepeatedTitle(markdown: string, title: string): string {
  const [whole, heading = ''] = /^\s*#[ \t]+([^\n]*?)[ \t]*#*[ \t]*(?:\n+|$)/.exec(markdown) ?? []
  const plain = heading.replace(/\\(?=[^\w\s])/g, '')
  return whole !== undefined && plain.trim() === title.trim() ? markdown.slice(whole.length) : markdown
}

/** Returns a Markdown file of an export as a document. */
export function markdownDocument(from: DocumentSource, path: string, choice: MarkdownChoice = {}): FoundDocument {
  return {
    path,
    read(reading) {
      const decoded = from.text(path)
      if (!decoded) return undefined
      noteEncoding(decoded.encoding, reading)
      const { text } = readFrontMatter(decoded.text)
      const prepared = choice.prepare?.(text) ?? text
      const shown = choice.repeatedTitle === undefined ? prepared : withoutRepeatedTitle(prepared, choice.repeatedTitle)
      return rewriteAddresses(shown, (address) => reading.address(address))
    },
  }
}
