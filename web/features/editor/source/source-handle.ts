import { EditorView } from '@codemirror/view'
import {
  countCharacters,
  type EditorHandle,
  indexAfterCharacters,
  maskSyntax,
} from '#web/features/editor/core/index.tsx'
import { insertText } from './commands.ts'
import type { SourceView } from './source-view.ts'

/** Creates the editor handle of the source editor. */
export function createSourceHandle({ view, read, write }: SourceView): EditorHandle {
  const replaceSelected = (markdown: string) =>
    view.dispatch(view.state.replaceSelection(view.state.toText(markdown)), {
      userEvent: 'input.paste',
      scrollIntoView: true,
    })
  return {
    kind: 'source',
    read,
    write,
    insert: (markdown) => (markdown.includes('\n') ? void insertText(markdown)(view) : replaceSelected(markdown)),
    selected: () => view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to),
    replaceSelected,
    line: () => view.state.doc.lineAt(view.state.selection.main.head).number,
    letters: () => {
      const { head } = view.state.selection.main
      const { from, text } = view.state.doc.lineAt(head)
      return countCharacters(maskSyntax(text).slice(0, head - from))
    },
    goToLine: (line, letters = 0) => {
      const { from, text } = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines)))
      const anchor = from + indexAfterCharacters(maskSyntax(text), letters)
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
    },
    focus: () => view.focus(),
  }
}
