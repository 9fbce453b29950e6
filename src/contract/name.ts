// All that draws nothing: blanks, what Unicode lets a font leave out (fillers, joiners, marks), and the empty braille cell.
const unseen = /^[\s\p{DI}\u2800]*$/u

/** A name without the blanks around it; empty when nothing of it can be seen. */
export const trimName = (name: string): string => (unseen.test(name) ? '' : name.trim())

/**
 * Whether a text is long enough to look for people by: two letters or digits, or one sign of a script in which a name has
 * two or three of them.
 */
export const isNameSearch = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text) ||
  (text.match(/[\p{L}\p{N}_-]/gu) ?? []).length >= 2
