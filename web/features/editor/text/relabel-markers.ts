import { type EditorState, Transaction, type TransactionSpec } from '@codemirror/state'
import type { MarkerLabels } from '#shared/text-diff/merge.ts'
import type { MergeTools } from './comparison.ts'

/** Relabels the conflict markers of a merged text from former languages to `marks`, without adding an undo step. */
export function relabelMarkers(
  editor: { state: EditorState; dispatch: (spec: TransactionSpec) => void },
  tools: Pick<MergeTools, 'relabelingChanges'>,
  former: readonly MarkerLabels[],
  marks: MarkerLabels,
): void {
  for (const one of former) {
    const changes = tools.relabelingChanges(editor.state.doc.toString(), one, marks)
    if (changes.length > 0) editor.dispatch({ changes, annotations: Transaction.addToHistory.of(false) })
  }
}
