import { markdown } from '#shared/markdown/pipeline.ts'
import { plainText } from '#shared/markdown/rules/heading-anchors.ts'

// Link previews show one to three lines, search engines about 160 characters.
const longest = 200

/** Cuts a text at the end of a word, or of a character where it has no spaces. */
export function shorten(text: string, most = longest): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= most) return line
  const cut = line
    .slice(0, most - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
  const space = cut.lastIndexOf(' ')
  return `${space > most / 2 ? cut.slice(0, space) : cut}…`
}

/** Returns the first sentences of a Markdown text without its marks: of its paragraphs, not its headings or tables. */
export function describeText(text: string): string {
  const tokens = markdown.parse(text, {})
  const found: string[] = []
  let length = 0
  tokens.forEach((token, at) => {
    if (token.type !== 'paragraph_open' || length >= longest) return
    const words = plainText(tokens[at + 1])
    if (words === '' || /^\[toc\]$/i.test(words)) return
    found.push(words)
    length += words.length + 1
  })
  return shorten(found.join(' '))
}
