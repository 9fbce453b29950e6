// Source: reference, api-facts 7.3.
const excerptBefore = 100
const excerptLength = 200

/** How much of a text around a hit an excerpt may take, in characters. */
export const excerptWindow = (keyword: string) => ({ before: excerptBefore, after: excerptLength + keyword.length })

// What a line of results has room for.
const snippetBefore = 60
const snippetAfter = 160

const isHalf = (text: string, at: number, from: number, to: number): boolean => {
  const unit = text.charCodeAt(at)
  return unit >= from && unit <= to
}

/** A piece of a text that cuts no character in two. */
function piece(text: string, from: number, to: number): string {
  const start = isHalf(text, from, 0xdc00, 0xdfff) ? from + 1 : from
  const end = isHalf(text, to - 1, 0xd800, 0xdbff) ? to - 1 : to
  return text.slice(start, end)
}

/** The text around a hit as existing clients show it: the beginning, when only the title holds the keyword. */
export function cutExcerpt(text: string, at: number | undefined, keyword: string): string {
  const start = Math.max(0, (at ?? 0) - excerptBefore)
  return `...${piece(text, start, start + keyword.length + excerptLength)}...`
}

// Signs of Markdown that say nothing on a line of results, as far as a cut piece still shows them whole.
const signs: readonly [RegExp, string][] = [
  [/^ {0,3}(?:`{3,}|~{3,}).*$/gm, ' '],
  [/^[ \t]*\|?(?:[ \t]*:?-{2,}:?[ \t]*\|)+[ \t:|-]*$/gm, ' '],
  [/^[ \t]*(?:>[ \t]?)+(?:\[![a-z]*(?:\]|$))?/gim, ''],
  [/^[ \t]*#{1,6}[ \t]+/gm, ''],
  [/!?\[([^[\]\n]*)\]\([^()\s]*\)/g, '$1'],
  [/\[\^[^[\]\s]{1,40}\]/g, ''],
  [/(\*\*|__|~~)(?=\S)([^\n]{1,160}?)(?<=\S)\1/g, '$2'],
  [/(?<![*\w])\*(?=[^\s*])([^*\n]+)(?<=\S)\*(?![*\w])/g, '$1'],
  [/`([^`\n]+)`/g, '$1'],
  [/^[ \t]*\||\|[ \t]*$/gm, ' '],
  [/[ \t]\|[ \t]/g, ' · '],
]

/** A piece of Markdown as words: without the signs of headings, tables, links, quotations and stress. */
function wordsOf(markdown: string): string {
  let words = markdown
  for (const [sign, instead] of signs) words = words.replaceAll(sign, instead)
  return words
}

/**
 * The text around a hit on one line, with `…` where it goes on.
 *
 * @param holdsHit whether a line still shows what was looked for: if not without the signs of Markdown, they stay
 */
export function cutSnippet(text: string, at: number | undefined, holdsHit: (line: string) => boolean): string {
  const start = Math.max(0, (at ?? 0) - snippetBefore)
  const end = Math.min(text.length, (at ?? 0) + snippetAfter)
  const cut = piece(text, start, end)
  const inOneLine = (part: string) => part.replaceAll(/\s+/g, ' ').trim()
  const words = inOneLine(wordsOf(cut))
  const line = at === undefined || holdsHit(words) ? words : inOneLine(cut)
  return `${start > 0 ? '…' : ''}${line}${end < text.length ? '…' : ''}`
}
