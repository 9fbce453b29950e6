import { type EditorState, Plugin, PluginKey, TextSelection } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import { announce } from '#web/lib/live-region.ts'
import { getTranslate } from '../views/dom.ts'
import { type BlockPosition, copyBlock, moveBlock, removeBlock, selectedBlock } from './block-moves.ts'
import { type VisualFormat, visualCommands } from './formats.ts'
import { openSlash } from './slash-state.ts'

/**
 * Moves the block at the cursor, or another one, to a position among its siblings, and announces it.
 *
 * @returns whether it moved
 */
export function moveTo(view: EditorView, to: number, block = selectedBlock(view.state)): boolean {
  const tr = block && moveBlock(view.state, block, to)
  if (!tr || !block) return false
  view.dispatch(tr)
  announce(getTranslate()('block.moved', { at: to + 1, count: block.count }))
  return true
}

/** Moves a block up (-1) or down (1) by one. */
export function moveBy(view: EditorView, step: 1 | -1, block = selectedBlock(view.state)): boolean {
  return block ? moveTo(view, block.index + step, block) : false
}

/** Inserts a copy below a block. */
export function duplicate(view: EditorView, block: BlockPosition): void {
  view.dispatch(copyBlock(view.state, block))
  announce(getTranslate()('block.copied'))
}

/** Removes a block; undo restores it. */
export function remove(view: EditorView, block: BlockPosition): void {
  view.dispatch(removeBlock(view.state, block))
  announce(getTranslate()('block.removed'))
}

/** Converts a block to another type of block. */
export function turnInto(view: EditorView, block: BlockPosition, format: VisualFormat): void {
  const { state } = view
  const from = state.doc.resolve(block.pos + 1)
  const to = state.doc.resolve(block.pos + block.node.nodeSize - 1)
  view.dispatch(state.tr.setSelection(TextSelection.between(from, to)))
  visualCommands[format](view.state, view.dispatch, view)
  const { $head } = view.state.selection
  view.dispatch(view.state.tr.setSelection(TextSelection.near($head, -1)))
  view.focus()
}

/** Adds an empty line below a block, or uses the block itself when it is one, and opens the `/` menu. */
export function addBelow(view: EditorView, block: BlockPosition): void {
  const { state } = view
  const line = state.schema.nodes['paragraph']?.createAndFill()
  if (!line) return
  const isEmpty = block.node.type.name === 'paragraph' && block.node.content.size === 0
  const isItem = block.node.type.name === 'list_item'
  const at = isItem ? state.doc.resolve(block.pos).after(1) : block.pos + block.node.nodeSize
  const tr = isEmpty ? state.tr : state.tr.insert(at, line)
  view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(isEmpty ? block.pos + 1 : at + 1))))
  openSlash(view)
}

const key = new PluginKey<number | undefined>('docstead-block-menu')

/** Stores the block whose menu is open. */
export const blockMenuPlugin = new Plugin<number | undefined>({
  key,
  state: {
    init: () => undefined,
    apply(tr, pos) {
      const set: number | null | undefined = tr.getMeta(key)
      if (set !== undefined) return set ?? undefined
      return pos === undefined ? undefined : tr.mapping.map(pos)
    },
  },
})

/** Returns the position of the block whose menu is open; undefined while none is. */
export const blockMenuAt = (state: EditorState): number | undefined => key.getState(state)

/** Opens the menu of a block, by default the one at the cursor. */
export function openBlockMenu(view: EditorView, pos = selectedBlock(view.state)?.pos): boolean {
  if (pos === undefined) return false
  view.dispatch(view.state.tr.setMeta(key, pos))
  return true
}

/** Closes the menu of a block. */
export const closeBlockMenu = (view: EditorView): void => {
  if (blockMenuAt(view.state) !== undefined) view.dispatch(view.state.tr.setMeta(key, null))
}
