import type { Node } from '@milkdown/kit/prose/model'
import type { FindQuery } from '#web/features/editor/core/index.tsx'
import { isDrawn } from '../menus/insert.ts'

/** A match of a search. */
export interface Hit {
  /** Its range in the document; with `attribute`, its range in the attribute's text. */
  from: number
  to: number
  /** The position of the node that holds the match without showing it as text: a drawing, protected source, a title. */
  holder?: number
  /** The attribute of that node with the match. */
  attribute?: string
  /** The matched text, and the groups of a regular expression. */
  match: readonly string[]
}

/** The attributes that contain searchable text. */
const attributes: Record<string, string> = {
  protected_block: 'source',
  protected_inline: 'source',
  math_block: 'source',
  math_inline: 'source',
  callout: 'title',
}

/** Stands for an inline object in the text of a line: no match reaches across it. */
const objectCharacter = '\ufffc'
const wordEdge = '(?:(?<![\\p{L}\\p{N}_])|(?![\\p{L}\\p{N}_]))'

/** Returns the pattern of a query; undefined for an empty query or an incomplete regular expression. */
export function toPattern({ search, caseSensitive, wholeWord, regexp }: FindQuery): RegExp | undefined {
  if (search === '') return undefined
  const source = regexp ? search : search.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  try {
    return new RegExp(wholeWord ? `${wordEdge}(?:${source})${wordEdge}` : source, `gmu${caseSensitive ? '' : 'i'}`)
  } catch {
    return undefined
  }
}

/** Returns the text of a line, each character at its position in the node. */
const wordsOf = (line: Node): string =>
  line.textBetween(0, line.content.size, '', (leaf) => {
    if (leaf.type.name !== 'hardbreak') return objectCharacter
    return leaf.attrs['isInline'] ? ' ' : '\n'
  })

const placeOf = ({ holder, from }: Hit) => holder ?? from

/** Returns whether a match is before a position of the document, and there before an offset. */
export const isBefore = (hit: Hit, place: number, offset: number): boolean =>
  placeOf(hit) < place || (placeOf(hit) === place && hit.from < offset)

/** Returns whether two matches are at the same position. */
export const isSameHit = (a: Hit, b: Hit): boolean => placeOf(a) === placeOf(b) && a.from === b.from && a.to === b.to

/** Finds the matches of one query in documents; parts unchanged since the last search are not searched again. */
export class Finder {
  readonly #pattern: RegExp | undefined
  /** The matches of a node, as if it began at 0. */
  readonly #known = new WeakMap<Node, readonly Hit[]>()

  constructor(pattern: RegExp | undefined) {
    this.#pattern = pattern
  }

  /** Returns the matches in a document, in order. */
  find(doc: Node): Hit[] {
    const hits: Hit[] = []
    if (!this.#pattern) return hits
    doc.descendants((node, pos) => {
      for (const hit of this.#of(node)) {
        const isInside = hit.attribute !== undefined
        hits.push({
          ...hit,
          ...(hit.holder !== undefined && { holder: hit.holder + pos }),
          from: hit.from + (isInside ? 0 : pos),
          to: hit.to + (isInside ? 0 : pos),
        })
      }
      return !node.isTextblock
    })
    return hits
  }

  #of(node: Node): readonly Hit[] {
    const known = this.#known.get(node)
    if (known) return known
    const found = node.isTextblock ? this.#inLine(node) : this.#inAttribute(node, 0)
    this.#known.set(node, found)
    return found
  }

  #inLine(line: Node): Hit[] {
    const holder = isDrawn(line) ? { holder: 0 } : {}
    const hits = this.#in(wordsOf(line), 1).map((hit) => ({ ...hit, ...holder }))
    const inside: Hit[] = []
    line.forEach((child, at) => inside.push(...this.#inAttribute(child, at + 1)))
    return inside.length === 0 ? hits : [...hits, ...inside].sort((a, b) => placeOf(a) - placeOf(b) || a.from - b.from)
  }

  #inAttribute(node: Node, holder: number): Hit[] {
    const attribute = attributes[node.type.name]
    if (attribute === undefined) return []
    return this.#in(String(node.attrs[attribute]), 0).map((hit) => ({ ...hit, holder, attribute }))
  }

  #in(text: string, start: number): Hit[] {
    const hits: Hit[] = []
    for (const match of text.matchAll(this.#pattern ?? /$^/g)) {
      const [words] = match
      if (words === '' || words.includes(objectCharacter)) continue
      hits.push({ from: start + match.index, to: start + match.index + words.length, match })
    }
    return hits
  }
}
