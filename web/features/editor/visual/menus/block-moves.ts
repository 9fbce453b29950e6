import { Fragment, type Node } from '@milkdown/kit/prose/model'
import { type EditorState, NodeSelection, Selection, TextSelection, type Transaction } from '@milkdown/kit/prose/state'

/** A block that can be moved as a whole: one of the page, of a quote or a callout, or an item of a list. */
export interface BlockPosition {
  node: Node
  pos: number
  /** Its index among its siblings, from 0. */
  index: number
  /** The number of siblings, including itself. */
  count: number
}

const holders = new Set(['doc', 'blockquote', 'callout', 'bullet_list', 'ordered_list'])

/** Returns the innermost movable block around a position: a list item before the list, a table before its cells. */
export function blockAt(state: EditorState, pos: number): BlockPosition | undefined {
  const $pos = state.doc.resolve(Math.max(0, Math.min(pos, state.doc.content.size)))
  const own = $pos.nodeAfter
  if (own?.isBlock && holders.has($pos.parent.type.name)) {
    return { node: own, pos, index: $pos.index(), count: $pos.parent.childCount }
  }
  for (let depth = $pos.depth; depth > 0; depth--) {
    const parent = $pos.node(depth - 1)
    const node = $pos.node(depth)
    if (!holders.has(parent.type.name) || isList(node)) continue
    return { node, pos: $pos.before(depth), index: $pos.index(depth - 1), count: parent.childCount }
  }
  return undefined
}

const isList = ({ type }: Node) => type.name === 'bullet_list' || type.name === 'ordered_list'

/** Returns the block of the selection. */
export function selectedBlock(state: EditorState): BlockPosition | undefined {
  const { selection } = state
  if (selection instanceof NodeSelection && selection.node.isBlock) return blockAt(state, selection.from)
  return blockAt(state, selection.$from.pos)
}

/**
 * Moves a block to an index among its siblings; the selection moves with it. Returns undefined when it is already
 * there.
 */
export function moveBlock(state: EditorState, block: BlockPosition, to: number): Transaction | undefined {
  if (to === block.index || to < 0 || to >= block.count) return undefined
  const $pos = state.doc.resolve(block.pos)
  const { parent } = $pos
  const start = $pos.start()
  const rest = parent.children.toSpliced(block.index, 1)
  const before = rest.slice(0, to)
  const at = start + before.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  const low = Math.min(block.index, to)
  const high = Math.max(block.index, to)
  const sizes = parent.children.map(({ nodeSize }) => nodeSize)
  const from = start + sizes.slice(0, low).reduce((sum, size) => sum + size, 0)
  const end = start + sizes.slice(0, high + 1).reduce((sum, size) => sum + size, 0)
  const order = rest.toSpliced(to, 0, block.node)
  const tr = state.tr.replaceWith(from, end, Fragment.from(order.slice(low, high + 1)))
  return keepSelection(tr, state.selection, block, at).scrollIntoView()
}

function keepSelection(tr: Transaction, was: Selection, block: BlockPosition, at: number): Transaction {
  const by = at - block.pos
  const isInside = was.from >= block.pos && was.to <= block.pos + block.node.nodeSize
  if (!isInside) return tr.setSelection(Selection.near(tr.doc.resolve(at + 1)))
  if (was instanceof NodeSelection) return tr.setSelection(NodeSelection.create(tr.doc, was.from + by))
  return tr.setSelection(TextSelection.between(tr.doc.resolve(was.anchor + by), tr.doc.resolve(was.head + by)))
}

/** Inserts a copy of a block below it, and puts the cursor in the copy. */
export function copyBlock(state: EditorState, { node, pos }: BlockPosition): Transaction {
  const at = pos + node.nodeSize
  const tr = state.tr.insert(at, node)
  return tr.setSelection(Selection.near(tr.doc.resolve(at + 1))).scrollIntoView()
}

/** Removes a block; the last one leaves an empty line. */
export function removeBlock(state: EditorState, { node, pos, count }: BlockPosition): Transaction {
  const $pos = state.doc.resolve(pos)
  const isWholeList = count === 1 && isList($pos.parent)
  const from = isWholeList ? $pos.before() : pos
  const end = isWholeList ? $pos.after() : pos + node.nodeSize
  const paragraph = state.schema.nodes['paragraph']?.createAndFill()
  const isLast = state.doc.resolve(from).parent.childCount === 1
  const tr = isLast && paragraph ? state.tr.replaceWith(from, end, paragraph) : state.tr.delete(from, end)
  return tr.setSelection(Selection.near(tr.doc.resolve(Math.min(from, tr.doc.content.size)))).scrollIntoView()
}
