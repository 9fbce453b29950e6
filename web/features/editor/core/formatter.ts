import { atom } from 'jotai'

/**
 * The interface between the toolbar and an editor other than the source editor. The names are those of the toolbar's
 * formats (bold, italic, strike, quote, bullet, ordered, task, table, link, code, codeBlock), heading0 to heading6 (0
 * is plain text), image, find, undo and redo.
 */
export interface Formatter {
  /** Applies a format to the selection; ignores unknown names. */
  run: (name: string) => void
  /** The formats active at the cursor. */
  active: ReadonlySet<string>
}

/** The formatter of the open editor; undefined for the source editor. */
export const formatterAtom = atom<Formatter>()
