import type { Node } from '@milkdown/kit/prose/model'
import { decodeListSyntax } from './list-syntax.ts'

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
