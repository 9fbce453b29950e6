// Column widths in a file count characters, including 5 px of padding; a character is as wide as the widest digit of
// the default font. Source: ECMA-376 part 1, 18.3.1.13.
const letterPx = 7

/** The width of a column that does not set one, in px. Source: specification 9; x-spreadsheet. */
export const defaultWidth = 100

/** Converts a width of a file to px. */
export const charactersToPx = (width: number): number =>
  Math.trunc(((256 * width + Math.trunc(128 / letterPx)) / 256) * letterPx)

/** Converts a width in px to that of a file: `charactersToPx` gives the same px again. */
export const pxToCharacters = (px: number): number => Math.trunc((px / letterPx) * 256) / 256
