// a blank counts behind a letter, once: a line of Markdown has some that are not shown
const counted = /[\p{L}\p{N}]|(?<=[\p{L}\p{N}][^\p{L}\p{N}\s]*)\s/gu

/** How many letters, digits and blanks between words a text holds: as many in a line of Markdown as in what it shows. */
export const countCharacters = (text: string): number => text.match(counted)?.length ?? 0

/** Where in a text the first `count` of them end. */
export function indexAfterCharacters(text: string, count: number): number {
  if (count === 0) return 0
  const last = [...text.matchAll(counted)][count - 1]
  return last ? last.index + last[0].length : text.length
}

const dots = (text: string) => '·'.repeat(text.length)

/** A line of Markdown with dots for what shows no letters of its own: the sign of a list, the addresses of links, what pictures show. */
export const maskSyntax = (line: string): string =>
  line
    .replace(/^(?:\s|>|#{1,6}\s|[-*+]\s|\d+[.)]\s|\[[ xX]\]\s)+/, dots)
    .replace(/!\[[^\]]*\]\([^()\s]*\)/g, dots)
    .replace(/(?<=\])\([^()\s]*\)/g, dots)
