import type { Node, ResolvedPos } from '@milkdown/kit/prose/model'
import { countCharacters } from '#web/features/editor/core/index.tsx'
import type { LosslessDocument, WrittenBlock } from './lossless.ts'

/** Counts the source lines before `offset` in the text of a block. */
function linesBefore(node: Node, offset: number): number {
  if (node.type.name === 'code_block') {
    const isFenced = node.attrs['written'] !== 'indent'
    return (isFenced ? 1 : 0) + (node.textBetween(0, offset).match(/\n/g)?.length ?? 0)
  }
  let lines = 0
  node.nodesBetween(0, offset, (child, at) => {
    if (at < offset && child.type.name === 'hardbreak' && !String(child.attrs['written']).startsWith('<')) lines++
  })
  return lines
}

const isWords = (node: Node) => node.isTextblock

/** Returns the source block of the document's block `index`, or the last one before it. */
function blockAt(blocks: readonly WrittenBlock[], index: number): WrittenBlock | undefined {
  return blocks.findLast((block) => block.index <= index) ?? blocks[0]
}

/** Returns the source line, from 1, of a position in the document. */
export function lineAtPosition(lossless: LosslessDocument, doc: Node, $place: ResolvedPos): number {
  const index = $place.index(0)
  const block = blockAt(lossless.blocksOf(doc), index)
  if (!block) return 1
  if (block.index !== index) return block.last + 1
  let line = block.first
  if (block.opened !== undefined) {
    for (let depth = 1; depth <= $place.depth; depth++) {
      const parent = $place.node(depth - 1)
      const at = $place.index(depth - 1)
      for (let sibling = at; sibling >= 0; sibling--) {
        const known = lossless.lineOf(parent.child(sibling))
        if (known === undefined) continue
        line = block.first + known - block.opened
        break
      }
    }
  }
  const words = $place.parent
  const inside = isWords(words) ? linesBefore(words, $place.parentOffset) : 0
  return Math.min(Math.max(line + inside, block.first), block.last) + 1
}

/** Returns the document position where the text of a source line, from 1, begins. */
export function positionOfLine(lossless: LosslessDocument, doc: Node, line: number): number {
  const blocks = lossless.blocksOf(doc)
  const wanted = line - 1
  const block = blocks.find(({ last }) => last >= wanted) ?? blocks.at(-1)
  if (!block) return 0
  let start = 0
  for (let at = 0; at < block.index; at++) start += doc.child(at).nodeSize
  const top = doc.child(block.index)
  const shift = block.opened === undefined ? undefined : block.first - block.opened
  let found = { node: top, at: start, line: block.first }
  top.descendants((node, offset) => {
    const known = lossless.lineOf(node)
    if (known === undefined || shift === undefined || known + shift > wanted) return true
    found = { node, at: start + 1 + offset, line: known + shift }
    return true
  })
  const { node } = found
  if (!isWords(node)) return found.at + (node.isLeaf ? 0 : 1)
  let offset = 0
  while (offset < node.content.size && found.line + linesBefore(node, offset) < wanted) offset++
  return found.at + 1 + offset
}

/** Returns the position after `letters` characters from another one, within the same top-level block. */
export function positionAfterCharacters(doc: Node, from: number, letters: number): number {
  const $from = doc.resolve(from)
  let low = from
  let high = letters > 0 && $from.depth > 0 ? $from.end(1) : from
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (countCharacters(doc.textBetween(from, middle, ' ', ' ')) < letters) low = middle + 1
    else high = middle
  }
  return low
}
