import { type EditorState, Plugin } from '@milkdown/kit/prose/state'

/** Whether a backtick before the cursor begins code that its second one will end. */
function isBehindBacktick({ selection: { $from } }: EditorState): boolean {
  let count = 0
  $from.parent.nodesBetween(0, $from.parentOffset, (node, pos) => {
    if (!node.isText || node.marks.some(({ type }) => type.spec.code)) return
    count += (node.text ?? '').slice(0, $from.parentOffset - pos).split('`').length - 1
  })
  return count % 2 === 1
}

/**
 * Lets a cursor that comes to an edge of code in a line write beside it; one that typed its way there, or has chosen code, writes
 * on as code. And between two backticks signs are signs: they make nothing bold, and no link, before the second one is typed.
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
