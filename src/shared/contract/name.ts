// Everything invisible: whitespace, what Unicode lets a font ignore (fillers, joiners, marks), and the empty braille
// cell.
const unseen = /^[\s\p{DI}\u2800]*$/u

/** Returns a name without the whitespace around it; empty if nothing of it is visible. */
export const trimName = (name: string): string => (unseen.test(name) ? '' : name.trim())

/**
 * Returns whether a text is long enough to search for people: two letters or digits, or one character of a script in
 * which a name has two or three of them.
 */
export const isNameSearch = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text) ||
  (text.match(/[\p{L}\p{N}_-]/gu) ?? []).length >= 2
