// Widths of columns in a file count letters, the 5 px beside them included; a letter is as wide as the widest digit of the
// usual font. Source: ECMA-376 part 1, 18.3.1.13.
const letterPx = 7

/** Of a column that says nothing else, in px. Source: specification 9; x-spreadsheet. */
export const defaultWidth = 100

/** A width of a file in px. */
export const charactersToPx = (width: number): number =>
  Math.trunc(((256 * width + Math.trunc(128 / letterPx)) / 256) * letterPx)

/** A width in px as a file has it: `pxOfLetters` gives the same px again. */
export const pxToCharacters = (px: number): number => Math.trunc((px / letterPx) * 256) / 256
