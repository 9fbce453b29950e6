import { atom } from 'jotai'

/**
 * What the toolbar works through while the text is not Markdown source. The names are those of the toolbar's formats (bold,
 * italic, strike, quote, bullet, ordered, task, table, link, code, codeBlock), heading0 to heading6 (0 is plain text), image,
 * find, undo and redo.
 */
export interface Formatter {
  /** Does it to what is selected; names that it does not know do nothing. */
  run: (name: string) => void
  /** What is on at the cursor. */
  active: ReadonlySet<string>
}

/** The formatter of the editor that is open; undefined while that is the source editor. */
export const formatterAtom = atom<Formatter>()
