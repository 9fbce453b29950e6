import type { Token } from 'markdown-it'

/**
 * How a list was written: its marker, the extra spaces before the marker, the spaces after it, and whether all its
 * numbers are the same.
 */
export type ListSyntax = { marker: string; pad: number; gap: number; isSame: boolean }

/** Returns the column where a text of spaces and tabs ends. */
function columnAfter(text: string, from = 0): number {
  let column = from
  for (const sign of text) column += sign === '\t' ? 4 - (column % 4) : 1
  return column
}

/** Returns the text for `attrs.written` of a list, and the column where the text of its items begins. */
export function encodeListSyntax(
  token: Token,
  items: readonly Token[],
  line: string,
  around: number,
): { written: string; column: number } {
  const marker = token.markup || '-'
  const quoteless = line.replace(/^(?:[ \t]{0,3}>[ \t]?)+/, '')
  const match = /^([ \t]*)([-+*]|\d{1,9}[.)])([ \t]+|$)/.exec(quoteless)
  const numbers = items.map(({ info }) => info)
  const isSame = numbers.length > 1 && numbers.every((number) => number === numbers[0])
  // With several markers on one line, what precedes this one is not its own indent.
  if (!match?.[2]?.endsWith(marker))
    return { written: writeList({ marker, pad: 0, gap: 1, isSame }), column: around + 2 }
  const [, before = '', sign = '', after = ''] = match
  const indent = columnAfter(before)
  const words = columnAfter(after, indent + sign.length)
  const gap = words - indent - sign.length
  const isPlain = gap >= 1 && gap <= 4
  const pad = Math.min(3, Math.max(0, indent - around))
  return {
    written: writeList({ marker, pad, gap: isPlain ? gap : 1, isSame }),
    column: indent + sign.length + (isPlain ? gap : 1),
  }
}

const writeList = ({ marker, pad, gap, isSame }: ListSyntax) => `${marker}${pad}${gap}${isSame ? '=' : ''}`

/** Decodes the result of `encodeListSyntax`; returns undefined for a list created in the editor. */
export function decodeListSyntax(written: string): ListSyntax | undefined {
  const match = /^(\D)(\d)(\d)(=?)$/.exec(written)
  if (!match) return undefined
  const [, marker = '-', pad, gap, same] = match
  return { marker, pad: Number(pad), gap: Number(gap), isSame: same === '=' }
}

/** Returns how code was written: its fence, or `indent`. */
export const getFenceSyntax = (token: Token): string => (token.type === 'code_block' ? 'indent' : token.markup)
