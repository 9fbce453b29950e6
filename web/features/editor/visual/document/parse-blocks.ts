import type { Node, Schema } from '@milkdown/kit/prose/model'
import { type Definitions, noDefinitions } from './parsing.ts'
import { sourceBlockToNode } from './source-block-to-node.ts'
import { splitDocument } from './split-blocks.ts'
import { detectStyle } from './style.ts'

const key = 'definitions'

/** Stores the definitions of the open document, for Markdown that is inserted into it. */
export function rememberDefinitions(schema: Schema, definitions: Definitions): void {
  schema.cached[key] = definitions
}

const definitionsOf = (schema: Schema): Definitions => {
  const found: Definitions | undefined = schema.cached[key]
  return found ?? noDefinitions
}

/** Parses Markdown into blocks, with the definitions of the document it is inserted into. */
export function parseBlocks(schema: Schema, text: string): readonly Node[] {
  const { references, footnotes } = definitionsOf(schema)
  const cut = splitDocument(text, { references: { ...references }, footnotes })
  const empty = schema.node('doc', null, [schema.node('paragraph')])
  const context = { schema, definitions: cut.definitions, style: detectStyle(empty, text) }
  return cut.pieces.map((piece) => sourceBlockToNode(context, cut, piece, new WeakMap(), new WeakMap()))
}
