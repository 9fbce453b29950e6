/**
 * Returns whether a text is long enough to search for: two characters, or one of a script whose characters are words.
 * Source: specification 2, home item list.
 */
export function isSearchable(text: string): boolean {
  const [first, second] = text.trim()
  if (first === undefined) return false
  return second !== undefined || /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(first)
}
