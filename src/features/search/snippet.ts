import { QuotedText } from '#src/core/serialized-json.ts'

// Source: reference, api-facts 7.3.
const excerptBefore = 100
const excerptLength = 200

/** How much of a text an excerpt takes, in UTF-16 units: at most `before` of them before the hit. */
export interface ExcerptSize {
  before: number
  length: number
}

/** Returns the size of an excerpt as existing clients show it. */
export const excerptSize = (keyword: string): ExcerptSize => ({
  before: excerptBefore,
  length: excerptLength + keyword.length,
})

// The first byte of a character in UTF-8 tells how many follow; characters of four bytes are two UTF-16 units.
const isContinuation = (bytes: Buffer, at: number): boolean => ((bytes[at] ?? 0) & 0xc0) === 0x80
const unitsOf = (bytes: Buffer, at: number): number => ((bytes[at] ?? 0) < 0xf0 ? 1 : 2)
const bytesOf = (bytes: Buffer, at: number): number => {
  const lead = bytes[at] ?? 0
  if (lead < 0xc0) return 1
  if (lead < 0xe0) return 2
  return lead < 0xf0 ? 3 : 4
}

// As much as fits on a line of results.
const snippetBefore = 60
const snippetAfter = 160

const isHalf = (text: string, at: number, from: number, to: number): boolean => {
  const unit = text.charCodeAt(at)
  return unit >= from && unit <= to
}

/** Returns a piece of a text without cutting a character in two. */
function piece(text: string, from: number, to: number): string {
  const start = isHalf(text, from, 0xdc00, 0xdfff) ? from + 1 : from
  const end = isHalf(text, to - 1, 0xd800, 0xdbff) ? to - 1 : to
  return text.slice(start, end)
}

const cutOff = '...'

/** Returns the text around a hit as existing clients show it: the beginning, if only the title contains the keyword. */
export function cutExcerpt(text: string, at: number | undefined, { before, length }: ExcerptSize): string {
  const start = Math.max(0, (at ?? 0) - before)
  return `${cutOff}${piece(text, start, start + length)}${cutOff}`
}

/** Returns the same as `cutExcerpt` of a text in UTF-8, given the position of the hit in bytes. */
export function cutExcerptBytes(bytes: Buffer, at: number, { before, length }: ExcerptSize): QuotedText {
  let start = at
  let taken = 0
  while (start > 0) {
    let lead = start - 1
    while (lead > 0 && isContinuation(bytes, lead)) lead--
    const units = unitsOf(bytes, lead)
    if (taken + units > before) {
      // Half a character is left out, but its place counts.
      taken = before
      break
    }
    taken += units
    start = lead
  }
  let end = at
  for (; end < bytes.length; end += bytesOf(bytes, end)) {
    taken += unitsOf(bytes, end)
    if (taken > length) break
  }
  return QuotedText.ofBytes(`${cutOff}${bytes.toString('latin1', start, end)}${cutOff}`)
}

// Markdown syntax that means nothing on a line of results, if the cut piece still contains it whole.
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

/** Returns a piece of Markdown as plain words: without the syntax of headings, tables, links, quotes and emphasis. */
function wordsOf(markdown: string): string {
  let words = markdown
  for (const [sign, instead] of signs) words = words.replaceAll(sign, instead)
  return words
}

/**
 * Returns the text around a hit on one line, with `…` where it continues.
 *
 * @param holdsHit whether a line still contains the hit; if it does not without the Markdown syntax, the syntax stays
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
