import type { Node, Schema } from '@milkdown/kit/prose/model'
import { type Definitions, noDefinitions } from './parsing.ts'
import { sourceBlockToNode } from './source-block-to-node.ts'
import { splitDocument } from './split-blocks.ts'
import { detectStyle } from './style.ts'

const key = 'definitions'

/** Keeps the definitions of the document that is open, for pieces of Markdown that are put into it. */
export function rememberDefinitions(schema: Schema, definitions: Definitions): void {
  schema.cached[key] = definitions
}

const definitionsOf = (schema: Schema): Definitions => {
  const found: Definitions | undefined = schema.cached[key]
  return found ?? noDefinitions
}

/** The blocks that a Markdown text stands for, read as the document is read that it is put into. */
export function parseBlocks(schema: Schema, text: string): readonly Node[] {
  const { references, footnotes } = definitionsOf(schema)
  const cut = splitDocument(text, { references: { ...references }, footnotes })
  const empty = schema.node('doc', null, [schema.node('paragraph')])
  const context = { schema, definitions: cut.definitions, style: detectStyle(empty, text) }
  return cut.pieces.map((piece) => sourceBlockToNode(context, cut, piece, new WeakMap(), new WeakMap()))
}
