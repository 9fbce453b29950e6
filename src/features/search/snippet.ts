// Source: reference, api-facts 7.3.
const excerptBefore = 100
const excerptLength = 200

/** How much of a text around a hit an excerpt may take, in characters. */
export const excerptReach = (keyword: string) => ({ before: excerptBefore, after: excerptLength + keyword.length })

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
export function excerptOf(text: string, at: number | undefined, keyword: string): string {
  const start = Math.max(0, (at ?? 0) - excerptBefore)
  return `...${piece(text, start, start + keyword.length + excerptLength)}...`
}

/** The text around a hit on one line, with `…` where it goes on. */
export function snippetOf(text: string, at: number | undefined): string {
  const start = Math.max(0, (at ?? 0) - snippetBefore)
  const end = Math.min(text.length, (at ?? 0) + snippetAfter)
  const line = piece(text, start, end).replaceAll(/\s+/g, ' ').trim()
  return `${start > 0 ? '…' : ''}${line}${end < text.length ? '…' : ''}`
}
