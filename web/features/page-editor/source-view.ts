import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { indentOnInput } from '@codemirror/language'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  placeholder,
} from '@codemirror/view'
import { keepLineEnds, lineEndsField, lineEndsOf, setLineEnds, storedText } from './line-ends.ts'
import { type FormatWords, formatKeys } from './source-keys.ts'
import { sourceTheme } from './source-theme.ts'
import { filesOf, uploadsField } from './uploads.ts'

/** Where the cursor is: line and column from 1, and how many characters are selected. */
export interface CursorPlace {
  line: number
  column: number
  selected: number
}

/** The words of the source editor, in the person's language. */
export interface SourceWords {
  /** Its accessible name. */
  label: string
  placeholder: string
  /** The words of CodeMirror's own panels, by their English. */
  phrases: Record<string, string>
  format: FormatWords
}

/** What the source editor tells. */
export interface SourceEvents {
  onChange?: (view: EditorView) => void
  onCursor?: (place: CursorPlace) => void
  onFiles?: (view: EditorView, files: File[], at: number) => void
}

// Ctrl+Shift+L belongs to the theme; see web/features/frame.
const searchKeys = searchKeymap.filter(({ key }) => key !== 'Mod-Shift-l')

const wordsOf = ({ label, placeholder: hint, phrases }: SourceWords, describedBy?: string): Extension => [
  EditorState.phrases.of(phrases),
  EditorView.contentAttributes.of({
    'aria-label': label,
    spellcheck: 'true',
    tabindex: '0',
    ...(describedBy && { 'aria-describedby': describedBy }),
  }),
  placeholder(hint),
]

const cursorOf = ({ doc, selection }: EditorState): CursorPlace => {
  const { head, from, to } = selection.main
  const line = doc.lineAt(head)
  return { line: line.number, column: head - line.from + 1, selected: to - from }
}

const listen = ({ onChange, onCursor }: SourceEvents) =>
  EditorView.updateListener.of(({ docChanged, selectionSet, view }) => {
    if (docChanged) onChange?.(view)
    if (docChanged || selectionSet) onCursor?.(cursorOf(view.state))
  })

/**
 * Types over several selected lines by itself: the browser's own way merges them with inline styles, which the page's
 * policy refuses with an error.
 */
const typeOverLines = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { from, to } = view.state.selection.main
    const isTyping = event.inputType === 'insertText' && event.data && !event.isComposing && !view.composing
    if (!isTyping || view.state.doc.lineAt(from).to >= to) return false
    event.preventDefault()
    view.dispatch(view.state.replaceSelection(event.data ?? ''), { userEvent: 'input.type', scrollIntoView: true })
    return true
  },
})

const takeFiles = ({ onFiles }: SourceEvents): Extension =>
  onFiles
    ? EditorView.domEventHandlers({
        paste: (event, view) => {
          const files = filesOf(event.clipboardData)
          if (files.length === 0) return false
          view.dispatch(view.state.replaceSelection(''))
          onFiles(view, files, view.state.selection.main.from)
          return true
        },
        drop: (event, view) => {
          const files = filesOf(event.dataTransfer)
          if (files.length === 0) return false
          event.preventDefault()
          const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false)
          onFiles(view, files, at)
          return true
        },
      })
    : []

/** A Markdown source editor in an element. */
export interface SourceView {
  view: EditorView
  /** The text as it is to be stored, with its own line ends. */
  read: () => string
  write: (text: string) => void
  setWords: (words: SourceWords) => void
  destroy: () => void
}

/** Makes the source editor. `describedBy` is the id of a hint on how to leave it by keyboard. */
export function createSourceView(
  parent: HTMLElement,
  options: { text: string; words: SourceWords; describedBy?: string } & SourceEvents,
): SourceView {
  const { text, describedBy } = options
  let { words } = options
  const spoken = new Compartment()
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(globalThis.__webpack_nonce__ ?? ''),
        keepLineEnds(text),
        history(),
        drawSelection(),
        dropCursor(),
        highlightSpecialChars(),
        highlightActiveLine(),
        highlightSelectionMatches({ minSelectionLength: 2, wholeWords: true }),
        indentOnInput(),
        EditorView.lineWrapping,
        EditorState.tabSize.of(4),
        EditorState.allowMultipleSelections.of(true),
        search({ top: true }),
        keymap.of(formatKeys(() => words.format)),
        markdown({ base: markdownLanguage, completeHTMLTags: false }),
        keymap.of([indentWithTab, ...searchKeys, ...historyKeymap, ...defaultKeymap]),
        sourceTheme,
        uploadsField,
        typeOverLines,
        takeFiles(options),
        listen(options),
        spoken.of(wordsOf(words, describedBy)),
      ],
    }),
  })
  return {
    view,
    read: () => storedText(view.state.doc, view.state.field(lineEndsField)),
    write: (next) =>
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: view.state.toText(next) },
        effects: setLineEnds.of(lineEndsOf(next)),
        selection: { anchor: 0 },
        userEvent: 'input.replace',
      }),
    setWords: (next) => {
      words = next
      view.dispatch({ effects: spoken.reconfigure(wordsOf(next, describedBy)) })
    },
    destroy: () => view.destroy(),
  }
}
