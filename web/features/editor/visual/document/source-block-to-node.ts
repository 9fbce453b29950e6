import type { Node } from '@milkdown/kit/prose/model'
import type { Token } from 'markdown-it'
import { blockNodes, readNodes } from './block-nodes.ts'
import { NotVisual } from './inline-nodes.ts'
import { definesSomething, parseFragment } from './parsing.ts'
import { renderedBlockKey } from './rendered-key.ts'
import { blockKey } from './semantic-key.ts'
import type { SourceBlock, SplitDocument } from './split-blocks.ts'
import { type WriteContext, writeBlock } from './write-blocks.ts'

/** Returns whether a block of Markdown contains other blocks, in which definitions can be hidden. */
const canHide = (source: string): boolean => source.includes(']:') && /^[ \t]{0,3}(?:>|[-+*]|\d{1,9}[.)])/.test(source)

/**
 * Returns the node of a source block. It is a protected block with the source when visual mode cannot express it, or
 * when writing it again would render differently.
 */
export function sourceBlockToNode(
  context: WriteContext,
  { lines, notes, definitions }: SplitDocument,
  { tokens, from, to }: SourceBlock,
  lineOf: WeakMap<Node, number>,
  plainOf: WeakMap<Node, string>,
): Node {
  const source = lines.text.slice(from, to)
  const asSource = () => context.schema.node('protected_block', { source })
  if (!tokens || (canHide(source) && definesSomething(source))) return asSource()
  const found: [Node, number][] = []
  try {
    const nodes = blockNodes(
      { schema: context.schema, lines, notes, onLine: (node, line) => found.push([node, line]) },
      tokens,
    )
    const [node] = nodes
    if (!node || nodes.length !== 1) return asSource()
    if (node.type.name === 'protected_block') return asSource()
    const written = plainly(node, { ...context, definitions }, source, tokens)
    if (written === undefined) return asSource()
    plainOf.set(node, written)
    for (const [each, line] of found) lineOf.set(each, line)
    return node
  } catch (error) {
    if (error instanceof NotVisual || error instanceof RangeError) return asSource()
    throw error
  }
}

/** Returns the plainest Markdown of a block; undefined when it would render differently from `source`. */
function plainly(node: Node, context: WriteContext, source: string, tokens: Token[]): string | undefined {
  const isSame = (written: string) => {
    const again = parseFragment(written, context.definitions)
    if (shownAlone(again.tokens) !== renderedBlockKey(tokens)) return false
    const back = readNodes(context.schema, again, written)
    return back?.length === 1 && back[0] !== undefined && blockKey(back[0]) === blockKey(node)
  }
  const quick = writeBlock(node, { ...context, isQuick: true })
  if (quick === source.replace(/\r\n?/g, '\n') || isSame(quick)) return quick
  const slow = writeBlock(node, context)
  return isSame(slow) ? slow : undefined
}

/** Returns the visible content of a fragment, without the footnotes that the viewer collects after it. */
function shownAlone(tokens: Token[]): string {
  const end = tokens.findIndex(({ type }) => type === 'footnote_block_open')
  return renderedBlockKey(end === -1 ? tokens : tokens.slice(0, end))
}
