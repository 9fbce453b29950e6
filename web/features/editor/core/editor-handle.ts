import { atom } from 'jotai'
import type { ReactNode } from 'react'

/** An editor for the text of a page: the source editor, the visual editor or the API form. */
export interface EditorHandle {
  kind: 'source' | 'visual' | 'api'
  /** Returns the text to store. Unchanged parts are returned byte for byte. */
  read: () => string
  /** Replaces the whole text, with undo. */
  write: (text: string) => void
  /** Inserts Markdown at the cursor, with undo: a single line inline, several lines on lines of their own. */
  insert: (markdown: string) => void
  /** Returns the selected Markdown; empty when nothing is selected. */
  selected: () => string
  /** Replaces the selection with Markdown, with undo. */
  replaceSelected: (markdown: string) => void
  /** Returns the line of the stored text, from 1, that the cursor is on. */
  line: () => number
  /** Returns the number of letters and digits before the cursor on its line; not set when the editor has no text. */
  letters?: () => number
  /** Moves the cursor to a line of the stored text, from 1, after `letters` characters of it, and scrolls to it. */
  goToLine: (line: number, offset?: number) => void
  focus: () => void
}

/** The props of every editor. */
export interface EditorHandleProps {
  /** The initial text. */
  text: string
  /** The initial line of the text, from 1, and the number of characters before the cursor. */
  line: number
  letters: number
  item_id: number
  /** 0 until a new page has been saved. */
  page_id: number
  /** Whether it takes the focus immediately. */
  focused: boolean
  /**
   * Called once the editor is ready. It stays readable after it has left the screen, because drafts are stored then.
   */
  onSurface: (surface: EditorHandle) => void
  /** Called at each change, during a keystroke. */
  onChange: () => void
}

/** The editor that holds the text; undefined while there is none. */
export const editorHandleAtom = atom<EditorHandle>()

/** A text to use the next time the editor opens on a page (0: a new one); it is shown unsaved. */
export const initialTextAtom = atom<{ page_id: number; text: string }>()

/**
 * The interface between the toolbar and an editor other than the source editor. The names are those of the toolbar's
 * formats (bold, italic, strike, quote, bullet, ordered, task, table, link, code, codeBlock), heading0 to heading6 (0
 * is plain text), image, find, undo and redo.
 */
interface Formatter {
  /** Applies a format to the selection; ignores unknown names. */
  run: (name: string) => void
  /** The formats active at the cursor. */
  active: ReadonlySet<string>
}

/** The formatter of the open editor; undefined for the source editor. */
export const formatterAtom = atom<Formatter>()

/** A menu entry that inserts something into a page. */
export interface InsertEntry {
  id: string
  label: string
  icon?: ReactNode
  shortcut?: string
  /** Further keywords, in both languages. */
  words?: string[]
  /** Whether it is inline, and therefore allowed in a table cell. */
  isInline?: boolean
  run: () => void
}
