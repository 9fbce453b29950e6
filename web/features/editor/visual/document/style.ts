import type { Node } from '@milkdown/kit/prose/model'
import type { Token } from 'markdown-it'

/** The default style of a document: the one that most of it uses. */
export type WriteStyle = {
  bullet: string
  /** The character after a number. */
  delimiter: string
  fence: string
  hardbreak: string
  /** Whether headings of the first two levels are underlined. */
  isSetext: boolean
}

/** Counts votes to find the most frequent value. */
class Votes {
  readonly #counts = new Map<string, number>()
  add(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1)
  }
  most(otherwise: string): string {
    return [...this.#counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? otherwise
  }
}

/** Detects the style of a document from its nodes and its text. */
export function detectStyle(doc: Node, text: string): WriteStyle {
  const [bullets, delimiters, fences, headings] = [new Votes(), new Votes(), new Votes(), new Votes()]
  doc.descendants((node) => {
    const written = String(node.attrs['written'] ?? '')
    if (node.isTextblock) {
      if (node.type.name === 'code_block' && written !== '' && written !== 'indent') fences.add(written.slice(0, 3))
      if (node.type.name === 'heading' && Number(node.attrs['level']) < 3) headings.add(written)
      return false
    }
    const list = decodeListSyntax(written)
    if (list) (node.type.name === 'bullet_list' ? bullets : delimiters).add(list.marker)
    return !node.isLeaf
  })
  const slashes = text.match(/\\\r?\n/g)?.length ?? 0
  const spaces = text.match(/ {2,}\r?\n/g)?.length ?? 0
  return {
    bullet: bullets.most('-'),
    delimiter: delimiters.most('.'),
    fence: fences.most('```'),
    hardbreak: slashes > spaces ? '\\\n' : '  \n',
    isSetext: headings.most('') === 'setext',
  }
}

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
