import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import {
  deleteMarkupBackward,
  insertNewlineContinueMarkupCommand,
  markdown,
  markdownLanguage,
} from '@codemirror/lang-markdown'
import { codeFolding, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state'
import {
  crosshairCursor,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  placeholder,
  rectangularSelection,
} from '@codemirror/view'
import type { FindLabels } from '#web/features/editor/core/index.tsx'
import { closingFence } from './closing-fence.ts'
import { codeLanguage } from './code-languages.ts'
import type { InsertTexts } from './insert-commands.ts'
import { detectLineEnds, lineEndsField, preserveLineEnds, setLineEnds, storedText } from './line-ends.ts'
import { listKeys } from './list-commands.ts'
import { mergeMarks } from './merge-marks.ts'
import { findAndReplace, openReplace } from './search-panel.ts'
import { formatKeys } from './source-keys.ts'
import { sourceTheme } from './source-theme.ts'
import { type SuggestionHost, suggestions } from './suggestions.ts'
import { isInTable, startTypedRow, tableKeys } from './table-commands.ts'
import { getFiles, uploadsField } from './uploads.ts'

/** The cursor position: line and column from 1, and the number of selected characters. */
export interface CursorPosition {
  line: number
  column: number
  selected: number
  inTable: boolean
}

/** The labels of the source editor, in the user's language. */
export interface SourceLabels {
  /** Its accessible name. */
  label: string
  placeholder: string
  /** The labels of CodeMirror's own panels, by their English text. */
  phrases: Record<string, string>
  insert: InsertTexts
  search: FindLabels
}

/** The events of the source editor. */
interface SourceEvents {
  onChange?: (view: EditorView) => void
  onCursor?: (place: CursorPosition) => void
  onFiles?: (view: EditorView, files: File[], at: number) => void
  /** @returns whether it handled the paste */
  onPaste?: (view: EditorView, data: DataTransfer) => boolean
}

// Ctrl+Shift+L toggles the theme; see web/app/layout.
const searchKeys = searchKeymap.filter(({ key }) => key !== 'Mod-Shift-l')

const wordsOf = ({ label, placeholder: hint, phrases }: SourceLabels, describedBy?: string): Extension => [
  EditorState.phrases.of(phrases),
  EditorView.contentAttributes.of({
    'aria-label': label,
    spellcheck: 'true',
    tabindex: '0',
    ...(describedBy && { 'aria-describedby': describedBy }),
  }),
  placeholder(hint),
]

const cursorOf = (state: EditorState): CursorPosition => {
  const { head, from, to } = state.selection.main
  const line = state.doc.lineAt(head)
  return { line: line.number, column: head - line.from + 1, selected: to - from, inTable: isInTable(state) }
}

const listen = ({ onChange, onCursor }: SourceEvents) =>
  EditorView.updateListener.of(({ docChanged, selectionSet, view }) => {
    if (docChanged) onChange?.(view)
    if (docChanged || selectionSet) onCursor?.(cursorOf(view.state))
  })

/**
 * Handles typing over several selected lines: the browser would merge them with inline styles, which the page's policy
 * rejects with an error.
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

const takeFiles = ({ onFiles, onPaste }: SourceEvents): Extension =>
  onFiles
    ? EditorView.domEventHandlers({
        paste: (event, view) => {
          const files = getFiles(event.clipboardData)
          if (files.length === 0) return event.clipboardData ? (onPaste?.(view, event.clipboardData) ?? false) : false
          view.dispatch(view.state.replaceSelection(''))
          onFiles(view, files, view.state.selection.main.from)
          return true
        },
        drop: (event, view) => {
          const files = getFiles(event.dataTransfer)
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
  /** Returns the text to store, with its own line endings. */
  read: () => string
  write: (text: string) => void
  setLabels: (words: SourceLabels) => void
  destroy: () => void
  /** Opens the image picker, where the editor accepts images. */
  chooseImages?: () => void
}

/** The options of a source editor. */
interface SourceOptions extends SourceEvents {
  text: string
  labels: SourceLabels
  /** The id of a hint on how to leave the editor by keyboard. */
  describedBy?: string
  /** The source of suggestions; without it there are none. */
  host?: SuggestionHost
  /** An editor state to resume from: with its cursor, folds and undo history. */
  former?: EditorState
}

// What depends on the component around an editor, so that a state can be resumed in another component.
const around = new Compartment()
const spoken = new Compartment()

/** Returns the keys and event handlers that depend on the component around the editor. */
const aroundOf = (options: SourceOptions, words: () => SourceLabels): Extension => [
  keymap.of(formatKeys(() => words().insert)),
  findAndReplace(() => words().search),
  takeFiles(options),
  listen(options),
  options.host ? suggestions(options.host) : [],
]

/** Handles characters that do more than insert themselves when typed. */
const autoClose: Extension = EditorView.inputHandler.of((view, from, to, text) => {
  if (from !== to || view.composing) return false
  const spec =
    text === '|' ? startTypedRow(view.state) : /^[`~]$/.test(text) ? closingFence(view.state, from, text) : undefined
  if (spec) view.dispatch(spec)
  return spec !== undefined
})

const marker = (isOpen: boolean) => {
  const sign = document.createElement('span')
  sign.className = isOpen ? 'cm-foldMark' : 'cm-foldMark cm-foldMark-closed'
  sign.textContent = '›'
  return sign
}

/** Folds headings, code blocks and lists, by the marker next to them or by keys. */
const folding: Extension = [
  codeFolding({ placeholderText: '…' }),
  foldGutter({ markerDOM: marker }),
  keymap.of(foldKeymap),
]

const steady: Extension = [
  history(),
  drawSelection(),
  dropCursor(),
  rectangularSelection(),
  crosshairCursor(),
  highlightSpecialChars(),
  highlightActiveLine(),
  highlightSelectionMatches({ minSelectionLength: 2, wholeWords: true }),
  indentOnInput(),
  folding,
  EditorView.lineWrapping,
  EditorState.tabSize.of(4),
  EditorState.allowMultipleSelections.of(true),
  Prec.high(
    keymap.of([
      ...tableKeys,
      ...listKeys,
      { key: 'Enter', run: insertNewlineContinueMarkupCommand({ nonTightLists: false }) },
      { key: 'Backspace', run: deleteMarkupBackward },
    ]),
  ),
  markdown({
    base: markdownLanguage,
    extensions: mergeMarks,
    completeHTMLTags: false,
    addKeymap: false,
    codeLanguages: codeLanguage,
  }),
  keymap.of([
    { key: 'Mod-h', run: openReplace, preventDefault: true },
    indentWithTab,
    ...searchKeys,
    ...historyKeymap,
    ...defaultKeymap,
  ]),
  autoClose,
  sourceTheme,
  uploadsField,
  typeOverLines,
]

/** Returns the range where two texts differ. */
function differing(a: string, b: string): { from: number; to: number; insert: string } {
  const most = Math.min(a.length, b.length)
  let from = 0
  while (from < most && a.charCodeAt(from) === b.charCodeAt(from)) from += 1
  let tail = 0
  while (tail < most - from && a.charCodeAt(a.length - 1 - tail) === b.charCodeAt(b.length - 1 - tail)) tail += 1
  return { from, to: a.length - tail, insert: b.slice(from, b.length - tail) }
}

/** Updates an editor resumed from an earlier state to the current text, as one undo step. */
function catchUp(view: EditorView, text: string): void {
  const { doc } = view.state
  if (storedText(doc, view.state.field(lineEndsField)) === text) return
  const { from, to, insert } = differing(doc.toString(), text.replace(/\r\n?/g, '\n'))
  view.dispatch({
    changes: { from, to, insert },
    effects: setLineEnds.of(detectLineEnds(text)),
    userEvent: 'input.replace',
  })
}

const stateOf = (options: SourceOptions, words: () => SourceLabels): EditorState => {
  const own = aroundOf(options, words)
  const said = wordsOf(words(), options.describedBy)
  if (options.former) {
    return options.former.update({ effects: [around.reconfigure(own), spoken.reconfigure(said)] }).state
  }
  return EditorState.create({
    doc: options.text,
    extensions: [
      EditorView.cspNonce.of(globalThis.__webpack_nonce__ ?? ''),
      preserveLineEnds(options.text),
      around.of(own),
      steady,
      spoken.of(said),
    ],
  })
}

/** Creates the source editor. */
export function createSourceView(parent: HTMLElement, options: SourceOptions): SourceView {
  let { labels: words } = options
  const view = new EditorView({ parent, state: stateOf(options, () => words) })
  if (options.former) catchUp(view, options.text)
  return {
    view,
    read: () => storedText(view.state.doc, view.state.field(lineEndsField)),
    write: (next) =>
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: view.state.toText(next) },
        effects: setLineEnds.of(detectLineEnds(next)),
        selection: { anchor: 0 },
        userEvent: 'input.replace',
      }),
    setLabels: (next) => {
      words = next
      view.dispatch({ effects: spoken.reconfigure(wordsOf(next, options.describedBy)) })
    },
    destroy: () => view.destroy(),
  }
}
