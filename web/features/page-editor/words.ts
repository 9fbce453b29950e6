const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
const word = /[\p{L}\p{N}]+(?:['’_-][\p{L}\p{N}]+)*/gu

const countOf = (text: string, pattern: RegExp): number => {
  let count = 0
  pattern.lastIndex = 0
  while (pattern.test(text)) count += 1
  return count
}

/** How many words a text has; each Chinese or Japanese character counts as one. */
export function countWords(text: string): number {
  const ideographs = countOf(text, ideograph)
  return ideographs + countOf(ideographs > 0 ? text.replace(ideograph, ' ') : text, word)
}
