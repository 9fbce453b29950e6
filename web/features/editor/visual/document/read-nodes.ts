import type { Node, Schema } from '@milkdown/kit/prose/model'
import { blockNodes } from './block-nodes.ts'
import { NotVisual } from './inline-nodes.ts'
import { splitLines } from './lines.ts'
import type { Parsed } from './parsing.ts'

/** Returns the nodes of a parsed text; undefined when it contains something that has no node. */
export function readNodes(schema: Schema, { tokens, notes }: Parsed, text: string): Node[] | undefined {
  const end = tokens.findIndex(({ type }) => type === 'footnote_block_open')
  try {
    return blockNodes(
      { schema, notes, lines: splitLines(text), onLine: () => {} },
      end === -1 ? tokens : tokens.slice(0, end),
    )
  } catch (error) {
    if (error instanceof NotVisual || error instanceof RangeError) return undefined
    throw error
  }
}
