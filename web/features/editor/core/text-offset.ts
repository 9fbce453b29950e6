// whitespace counts after a letter, once: a line of Markdown has some that is not shown
const counted = /[\p{L}\p{N}]|(?<=[\p{L}\p{N}][^\p{L}\p{N}\s]*)\s/gu

/**
 * Counts the letters, digits and spaces between words of a text: the same for a line of Markdown and for its rendering.
 */
export const countCharacters = (text: string): number => text.match(counted)?.length ?? 0

/** Returns the offset where the first `count` of these characters end. */
export function indexAfterCharacters(text: string, count: number): number {
  if (count === 0) return 0
  const last = [...text.matchAll(counted)][count - 1]
  return last ? last.index + last[0].length : text.length
}

const dots = (text: string) => '·'.repeat(text.length)

/** Replaces syntax that shows no characters of its own with dots: list markers, link addresses, images. */
export const maskSyntax = (line: string): string =>
  line
    .replace(/^(?:\s|>|#{1,6}\s|[-*+]\s|\d+[.)]\s|\[[ xX]\]\s)+/, dots)
    .replace(/!\[[^\]]*\]\([^()\s]*\)/g, dots)
    .replace(/(?<=\])\([^()\s]*\)/g, dots)
