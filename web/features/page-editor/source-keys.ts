import type { StateCommand } from '@codemirror/state'
import type { KeyBinding } from '@codemirror/view'
import {
  insertCodeBlock,
  insertLink,
  insertTable,
  linkSelection,
  setHeading,
  toggleList,
  toggleMark,
  toggleQuote,
} from './commands.ts'

/** What the toolbar can do to the text. */
export type FormatName =
  | 'bold'
  | 'italic'
  | 'strike'
  | 'quote'
  | 'bullet'
  | 'ordered'
  | 'task'
  | 'table'
  | 'link'
  | 'code'
  | 'codeBlock'

/** Words that a format puts into the text. */
export interface FormatWords {
  heading: string
}

/** One thing the toolbar can do. */
export interface Format {
  /** As in web/lib/keys.ts. */
  shortcut: string
  run: (words: FormatWords) => StateCommand
  /** What the key does, where that differs from the button. */
  onKey?: StateCommand
}

/** Everything the toolbar can do, with its key. */
export const formats: Record<FormatName, Format> = {
  bold: { shortcut: 'mod+b', run: () => toggleMark('**') },
  italic: { shortcut: 'mod+i', run: () => toggleMark('*') },
  strike: { shortcut: 'mod+shift+x', run: () => toggleMark('~~') },
  quote: { shortcut: 'mod+shift+9', run: () => toggleQuote },
  bullet: { shortcut: 'mod+shift+8', run: () => toggleList('bullet') },
  ordered: { shortcut: 'mod+shift+7', run: () => toggleList('ordered') },
  task: { shortcut: 'mod+shift+6', run: () => toggleList('task') },
  table: { shortcut: 'mod+alt+t', run: ({ heading }) => insertTable(heading) },
  link: { shortcut: 'mod+k', run: () => insertLink, onKey: linkSelection },
  code: { shortcut: 'mod+e', run: () => toggleMark('`') },
  codeBlock: { shortcut: 'mod+alt+c', run: () => insertCodeBlock },
}

/** The key of each level of heading; level 0 is plain text. */
export const headingShortcut = (level: number): string => `mod+alt+${level}`

/** The levels that the heading menu offers. */
export const headingLevels = [1, 2, 3, 4, 0] as const

const keyOf = (shortcut: string) =>
  shortcut.replace('mod', 'Mod').replace('shift', 'Shift').replace('alt', 'Alt').replaceAll('+', '-')

/** The keys of the toolbar, for the source editor. */
export function formatKeys(words: () => FormatWords): KeyBinding[] {
  const named = Object.values(formats).map(({ shortcut, run, onKey }) => ({
    key: keyOf(shortcut),
    run: onKey ?? ((target: Parameters<StateCommand>[0]) => run(words())(target)),
    preventDefault: onKey === undefined,
  }))
  const headings = headingLevels.map((level) => ({ key: keyOf(headingShortcut(level)), run: setHeading(level) }))
  return [...named, ...headings]
}
