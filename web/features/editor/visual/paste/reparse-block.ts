import { Selection } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import { readBlocks } from './page-plugin.ts'

/** Converts a protected block after its source was edited: into a table, for example, when it is no longer HTML. */
export function reparseBlock(view: EditorView, pos: number, source: string): void {
  const { state } = view
  const node = state.doc.nodeAt(pos)
  const blocks = readBlocks(state, source)
  const only = blocks.length === 1 ? blocks[0] : undefined
  if (!node || blocks.length === 0 || only?.type === node.type) return
  const tr = state.tr.replaceWith(pos, pos + node.nodeSize, blocks)
  view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(Math.min(pos + 1, tr.doc.content.size)))))
}
