const charactersPerMinute = 400
const wordsPerMinute = 220

/** Returns the reading time in whole minutes, at least 1; Chinese is counted by characters, the rest by words. */
export function readingMinutes(text: string): number {
  const characters = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0
  const words = text.match(/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}][\p{L}\p{N}'’_-]*/gu)?.length ?? 0
  return Math.max(1, Math.round(characters / charactersPerMinute + words / wordsPerMinute))
}
