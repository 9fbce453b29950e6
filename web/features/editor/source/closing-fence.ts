import { ensureSyntaxTree } from '@codemirror/language'
import { EditorSelection, type EditorState, type TransactionSpec } from '@codemirror/state'

const longestParseMs = 50

/**
 * Handles the last typed character of a closing code fence: unindents the line to where the block began. It follows a
 * line of code that may be indented, and when indented further than the block it would close nothing. Returns undefined
 * when the character closes no block.
 */
export function closingFence(state: EditorState, at: number, sign: string): TransactionSpec | undefined {
  const line = state.doc.lineAt(at)
  const [, spaces = '', typed = ''] = /^([ \t]+)(`{2,}|~{2,})$/.exec(line.text) ?? []
  if (at !== line.to || !typed.startsWith(sign)) return undefined
  let block = ensureSyntaxTree(state, at, longestParseMs)?.resolveInner(line.from, -1) ?? null
  while (block && block.name !== 'FencedCode') block = block.parent
  if (!block || block.getChildren('CodeMark').length > 1) return undefined
  const first = state.doc.lineAt(block.from)
  const [, before = '', fence = ''] = /^(\s*)(`{3,}|~{3,})/.exec(first.text) ?? []
  if (fence !== typed + sign || spaces.length <= before.length) return undefined
  return {
    changes: { from: line.from, to: line.to, insert: before + fence },
    selection: EditorSelection.cursor(line.from + before.length + fence.length),
    scrollIntoView: true,
    userEvent: 'input.type',
  }
}
