import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { closingFence } from './closing-fence.ts'
import { startTypedRow } from './table-commands.ts'

/** Handles characters that do more than insert themselves when typed. */
export const autoClose: Extension = EditorView.inputHandler.of((view, from, to, text) => {
  if (from !== to || view.composing) return false
  const spec =
    text === '|' ? startTypedRow(view.state) : /^[`~]$/.test(text) ? closingFence(view.state, from, text) : undefined
  if (spec) view.dispatch(spec)
  return spec !== undefined
})
