import { type EditorState, Plugin, PluginKey } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import { selectedBlock } from './block-moves.ts'

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
