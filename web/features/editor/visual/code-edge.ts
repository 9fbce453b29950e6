import { type EditorState, Plugin } from '@milkdown/kit/prose/state'

/** Returns whether a backtick before the cursor opens code that the next backtick will close. */
function isBehindBacktick({ selection: { $from } }: EditorState): boolean {
  let count = 0
  $from.parent.nodesBetween(0, $from.parentOffset, (node, pos) => {
    if (!node.isText || node.marks.some(({ type }) => type.spec.code)) return
    count += (node.text ?? '').slice(0, $from.parentOffset - pos).split('`').length - 1
  })
  return count % 2 === 1
}

/**
 * Makes text typed at an edge of inline code plain when the cursor was moved there, and code when the user typed up to
 * there or has switched code on. Between two backticks, characters have no special meaning: they create no bold text
 * and no link before the second backtick is typed.
 */
export const codeEdgePlugin = (): Plugin =>
  new Plugin({
    appendTransaction(transactions, _former, state) {
      const code = state.schema.marks['inlineCode']
      const { $from, empty } = state.selection
      const marks = $from.marks()
      if (!code || !empty || state.storedMarks || !code.isInSet(marks)) return null
      const isBehind = code.isInSet($from.nodeBefore?.marks ?? []) !== undefined
      const isBefore = code.isInSet($from.nodeAfter?.marks ?? []) !== undefined
      if (isBehind && (isBefore || transactions.some(({ docChanged }) => docChanged))) return null
      return state.tr.setStoredMarks(code.removeFromSet(marks))
    },
    props: {
      handleTextInput(view, from, to, text) {
        const { state } = view
        if (!/^[*_~)\]]$/.test(text) || view.composing || state.selection.$from.parent.type.spec.code) return false
        if (!isBehindBacktick(state)) return false
        view.dispatch(state.tr.insertText(text, from, to).scrollIntoView())
        return true
      },
    },
  })
