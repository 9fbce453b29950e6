import type { Node, Schema } from '@milkdown/kit/prose/model'
import { countLineEnds, detectLineEnd } from './lines.ts'
import { matchBlocks } from './match-blocks.ts'
import { type Definitions, noDefinitions } from './parsing.ts'
import { patchSource, patchTable } from './patch.ts'
import { blockKey, lineKey } from './semantic-key.ts'
import { sourceBlockToNode } from './source-block-to-node.ts'
import { type SplitDocument, splitDocument, splitStructure } from './split-blocks.ts'
import { detectStyle } from './style.ts'
import { saysSame, type WriteContext, writeCell, writeChecked } from './write-blocks.ts'

/** A block and its position in the text: its index in the document, and its first and last line, from 0. */
export type WrittenBlock = {
  index: number
  first: number
  last: number
  /** The block's first line in the opened text; undefined for a block created since. */
  opened: number | undefined
}

/** A document that is saved exactly as it was written, except for what was changed. */
export interface LosslessDocument {
  /** The document as it was opened. */
  doc: Node
  /** Returns the text of a document that came from `doc` by editing. */
  read: (doc: Node) => string
  /** Returns where each block of such a document is in its text; empty blocks are left out. */
  blocksOf: (doc: Node) => WrittenBlock[]
  /** Returns the line of the opened text, from 0, where a node begins; undefined for a node created since. */
  lineOf: (node: Node) => number | undefined
  /** Counts the blocks of the opened document that `doc` still contains. */
  owned: (doc: Node) => number
  /** Parses Markdown that is inserted into this document. */
  parse: (markdown: string) => readonly Node[]
  /** Serializes nodes of this document to Markdown. */
  write: (nodes: readonly Node[]) => string
}

/** A block with its original source. */
type Original = { node: Node; source: string }

/** A block of the text that is being assembled. */
type Part = { index: number; node: Node; text: string; at: number | undefined; isSame: boolean; gap: string }

/** The text and its block positions for one state of the document. */
type Reading = { doc: Node; text: string; blocks: WrittenBlock[] }

const key = 'definitions'

/** Stores the definitions of the open document, for Markdown that is inserted into it. */
function rememberDefinitions(schema: Schema, definitions: Definitions): void {
  schema.cached[key] = definitions
}

const definitionsOf = (schema: Schema): Definitions => {
  const found: Definitions | undefined = schema.cached[key]
  return found ?? noDefinitions
}

/** Parses Markdown into blocks, with the definitions of the document it is inserted into. */
function parseBlocks(schema: Schema, text: string): readonly Node[] {
  const { references, footnotes } = definitionsOf(schema)
  const cut = splitDocument(text, { references: { ...references }, footnotes })
  const empty = schema.node('doc', null, [schema.node('paragraph')])
  const context = { schema, definitions: cut.definitions, style: detectStyle(empty, text) }
  return cut.pieces.map((piece) => sourceBlockToNode(context, cut, piece, new WeakMap(), new WeakMap()))
}

/** Opens a text as a document of `schema`. */
export function openLossless(schema: Schema, text: string): LosslessDocument {
  const cut = splitDocument(text)
  const { definitions } = cut
  rememberDefinitions(schema, definitions)
  const lineEnd = detectLineEnd(text)
  const lineOf = new WeakMap<Node, number>()
  const plainOf = new WeakMap<Node, string>()
  const preliminary = detectStyle(schema.node('doc', null, [schema.node('paragraph')]), text)
  let context: WriteContext = { schema, definitions, style: preliminary }

  const originals: Original[] = cut.pieces.map((piece) => {
    const node = sourceBlockToNode(context, cut, piece, lineOf, plainOf)
    lineOf.set(node, piece.first)
    return { node, source: text.slice(piece.from, piece.to) }
  })
  const gaps = cut.pieces.map((piece, at) => text.slice(cut.pieces[at - 1]?.to ?? 0, piece.from))
  const tail = text.slice(cut.pieces.at(-1)?.to ?? 0)
  const nodes = originals.map(({ node }) => node)
  const doc = schema.node('doc', null, nodes.length > 0 ? nodes : [schema.node('paragraph')])
  const indices = new WeakMap(nodes.map((node, at) => [node, at]))
  context = { schema, definitions, style: detectStyle(doc, text) }

  const meanings = new WeakMap<Node, string>()
  const meaningOf = (node: Node): string => {
    const meaning = meanings.get(node) ?? blockKey(node)
    meanings.set(node, meaning)
    return meaning
  }

  const plain = (node: Node): string => plainOf.get(node) ?? writeChecked(node, context)

  /** Applies a change to the block's source; returns undefined when the result would have another meaning. */
  const carried = (node: Node, former: Node, source: string, written: string): string | undefined => {
    if (node.type !== former.type) return undefined
    const says = (text: string | undefined) => text !== undefined && saysSame(text, node, context)
    const isTable = node.type.name === 'table'
    const table = isTable ? patchTable(former, source, node, lineEnd, (cell) => writeCell(cell, context)) : undefined
    if (says(table)) return table
    const text = withoutEmptyEdges(patchSource(plain(former), source, written, lineEnd))
    return says(text) ? text : undefined
  }

  const rewritten = new WeakMap<Node, string>()
  /** Serializes a changed block in its former style, as far as that keeps its meaning. */
  const rewrite = (node: Node, { node: former, source }: Original): string => {
    const known = rewritten.get(node)
    if (known !== undefined) return known
    const written = writeChecked(node, context)
    const result = carried(node, former, source, written) ?? written.replaceAll('\n', lineEnd)
    rewritten.set(node, result)
    return result
  }

  const emptyLine = lineEnd + lineEnd
  const hasEmptyLine = (gap: string | undefined) => gap !== undefined && countLineEnds(gap) > 1

  const partsOf = (blocks: readonly Node[]): Part[] => {
    const origins = matchBlocks(blocks, nodes, (node) => indices.get(node), meaningOf)
    const parts: Part[] = []
    blocks.forEach((node, index) => {
      const origin = origins[index]
      if (!origin || (origin.kind !== 'same' && node.type.name === 'paragraph' && lineKey(node) === '')) return
      const original = origin.kind === 'new' ? undefined : originals[origin.at]
      const isSame = origin.kind === 'same'
      const before = parts.at(-1)
      const at = origin.kind === 'new' ? undefined : origin.at
      const fresh = () => writeChecked(node, context, before?.node).replaceAll('\n', lineEnd)
      const text = original ? (isSame ? original.source : rewrite(node, original)) : fresh()
      parts.push({ index, node, text, at, isSame, gap: gapBefore(before, at) })
    })
    return parts
  }
  const gapBefore = (before: Part | undefined, at: number | undefined): string => {
    if (!before) return gaps[0] ?? ''
    if (at !== undefined && before.at === at - 1) return gaps[at] ?? emptyLine
    const [own, following] = [
      at === undefined ? undefined : gaps[at],
      before.at === undefined ? undefined : gaps[before.at + 1],
    ]
    return hasEmptyLine(own) && at !== 0
      ? (own ?? emptyLine)
      : hasEmptyLine(following)
        ? (following ?? emptyLine)
        : emptyLine
  }

  const compose = (parts: readonly Part[]): string => {
    const whole = parts.map(({ gap, text: own }) => gap + own).join('')
    if (nodes.length > 0) return whole + tail
    return parts.length === 0 ? text : whole + (text === '' ? '' : lineEnd)
  }

  /** Returns the parts that are not parsed as they were inserted: they merge with the one before. */
  const misreadOf = (parts: readonly Part[], { pieces }: SplitDocument): number[] => {
    const [starts, ends] = [new Set(pieces.map(({ from }) => from)), new Set(pieces.map(({ to }) => to))]
    const misread = new Set<number>()
    let at = 0
    parts.forEach(({ gap, text: own }, index) => {
      if (!starts.has(at + gap.length)) misread.add(index)
      at += gap.length + own.length
      if (!ends.has(at)) misread.add(index + 1)
    })
    return [...misread]
  }

  /** Separates parts that would merge with one another, and writes out references that have lost their definition. */
  const settle = (parts: Part[]): { parts: Part[]; text: string } => {
    let result = compose(parts)
    for (let round = 0; round < 2 * parts.length + 2; round++) {
      const again = splitStructure(result)
      if (loseReferences(parts, again.definitions)) {
        result = compose(parts)
        continue
      }
      if (!misreadOf(parts, again).some((at) => keepApart(parts, at))) return { parts, text: result }
      result = compose(parts)
    }
    return { parts, text: result }
  }

  const loseReferences = (parts: Part[], now: Definitions): boolean => {
    const lost = Object.keys(definitions.references).filter((label) => !now.references[label])
    if (lost.length === 0) return false
    const labels = new Set(lost.map((label) => `[${label}]`))
    const without = { ...context, definitions: now }
    let isChanged = false
    for (const part of parts) {
      if (!refersTo(part.node, labels)) continue
      const next = writeChecked(part.node, without).replaceAll('\n', lineEnd)
      if (next !== part.text) isChanged = true
      part.text = next
    }
    return isChanged
  }

  /**
   * Separates a block from the one before it, by the least intrusive method not tried yet.
   *
   * @returns whether there was one
   */
  const keepApart = (parts: Part[], at: number): boolean => {
    const [before, part] = [parts[at - 1], parts[at]]
    if (!before || !part || (part.isSame && before.isSame && isNext(before, part))) return false
    if (!hasEmptyLine(part.gap)) {
      part.gap = emptyLine
      return true
    }
    const isSource = before.node.type.name === 'protected_block' && part.node.type === before.node.type
    if (part.gap.includes('<!--') || isSource) return false
    const isInPlace = isNext(before, part) || isNext(part, parts[at + 1])
    const both: [Part, Part][] = isInPlace
      ? [
          [before, part],
          [part, before],
        ]
      : [
          [part, before],
          [before, part],
        ]
    for (const [moved, other] of both) {
      const apart = writtenApart(moved.node, other.node)
      if (apart === undefined || apart === moved.text) continue
      moved.text = apart
      return true
    }
    part.gap = `${emptyLine}<!-- -->${emptyLine}`
    return true
  }
  /** Returns whether a block followed another one in the opened text too. */
  const isNext = (before: Part, part: Part | undefined) => before.at !== undefined && part?.at === before.at + 1
  /**
   * Returns the text of a block that does not merge with its neighbor; undefined when no other way of writing helps.
   */
  const writtenApart = (node: Node, neighbour: Node): string | undefined => {
    if (node.type === neighbour.type && node.type.name.endsWith('_list')) {
      return writeChecked(node, context, neighbour).replaceAll('\n', lineEnd)
    }
    if (node.type.name !== 'code_block') return undefined
    const fenced = node.type.create({ ...node.attrs, written: '' }, node.content)
    return writeChecked(fenced, context).replaceAll('\n', lineEnd)
  }

  let reading: Reading = {
    doc,
    text,
    blocks: cut.pieces.map(({ first, last }, index) => ({ index, first, last: last - 1, opened: first })),
  }
  const readingOf = (next: Node): Reading => {
    if (reading.doc === next) return reading
    const blocks = childrenOf(next)
    const isUntouched = blocks.length === nodes.length && blocks.every((node, at) => node === nodes[at])
    const settled = isUntouched ? undefined : settle(partsOf(blocks))
    const all = settled?.parts ?? partsOf(blocks)
    let line = 0
    const places = all.map(({ index, at, gap, text: own }) => {
      const first = line + countLineEnds(gap)
      line = first + countLineEnds(own)
      return { index, first, last: line, opened: at === undefined ? undefined : cut.pieces[at]?.first }
    })
    reading = { doc: next, text: settled?.text ?? text, blocks: places }
    return reading
  }

  return {
    doc,
    read: (next) => readingOf(next).text,
    blocksOf: (next) => readingOf(next).blocks,
    lineOf: (node) => lineOf.get(node),
    owned: (next) => childrenOf(next).filter((node) => indices.has(node)).length,
    parse: (markdown) => parseBlocks(schema, markdown),
    write: (some) => some.map((node) => plain(node)).join('\n\n'),
  }
}

/** Removes empty lines at the start and the end: those belong between blocks. */
const withoutEmptyEdges = (text: string): string =>
  text.replace(/^(?:[ \t]*(?:\r\n?|\n))+/, '').replace(/(?:(?:\r\n?|\n)[ \t]*)+$/, '')

function childrenOf(node: Node): Node[] {
  return Array.from({ length: node.childCount }, (_, at) => node.child(at))
}

/** Returns whether a block contains a link or an image that was written with one of these labels. */
function refersTo(block: Node, labels: ReadonlySet<string>): boolean {
  let found = false
  block.descendants((node) => {
    found ||= labels.has(String(node.attrs['written'] ?? ''))
    found ||= node.marks.some((mark) => labels.has(String(mark.attrs['written'] ?? '')))
    return !found
  })
  return found
}
