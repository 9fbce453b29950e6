import { type EditorState, Transaction, type TransactionSpec } from '@codemirror/state'
import type { MergeMarks, MergeTools } from './merge-tools.ts'

/**
 * Takes the marks in a merged text that are in the words of another language to `marks`; that is no step to be undone.
 *
 * @param spoken the marks in all languages that there have been
 */
export function renameMarks(
  editor: { state: EditorState; dispatch: (spec: TransactionSpec) => void },
  tools: Pick<MergeTools, 'marksRenamed'>,
  spoken: readonly MergeMarks[],
  marks: MergeMarks,
): void {
  for (const former of spoken) {
    const changes = tools.marksRenamed(editor.state.doc.toString(), former, marks)
    if (changes.length > 0) editor.dispatch({ changes, annotations: Transaction.addToHistory.of(false) })
  }
}
