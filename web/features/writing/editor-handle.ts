import { atom } from 'jotai'

/** Where a person writes the text of a page: its source, its visual form, or the form of an API. */
export interface EditorHandle {
  kind: 'source' | 'visual' | 'api'
  /** The text as it is to be stored. What nobody touched is given back byte for byte. */
  read: () => string
  /** Replaces the whole text; a person can undo it. */
  write: (text: string) => void
  /** Puts Markdown in at the cursor: of one line into the line, of several on lines of their own. A person can undo it. */
  insert: (markdown: string) => void
  /** The Markdown that is selected; empty when nothing is. */
  selected: () => string
  /** Puts Markdown in place of what is selected. A person can undo it. */
  replaceSelected: (markdown: string) => void
  /** The line of the stored text, from 1, that the cursor is on. */
  line: () => number
  /** How many letters and digits of its line stand before the cursor; what is no text has none. */
  letters?: () => number
  /** Puts the cursor on a line of the stored text, from 1, behind so many letters of it, and shows it. */
  goToLine: (line: number, letters?: number) => void
  focus: () => void
}

/** What every surface is given. */
export interface EditorHandleProps {
  /** The text to begin with. */
  text: string
  /** The line of the text, from 1, to begin at, and how many letters of it go before. */
  line: number
  letters: number
  item_id: number
  /** 0 until a new page was saved. */
  page_id: number
  /** Whether it takes the focus at once. */
  focused: boolean
  /** Called once it can be written on. It can be read also after it has left the screen, for drafts are kept then. */
  onSurface: (surface: EditorHandle) => void
  /** Called at each change, on the way of a keystroke. */
  onChange: () => void
}

/** The surface that holds the text; undefined while none does. */
export const editorHandleAtom = atom<EditorHandle>()
