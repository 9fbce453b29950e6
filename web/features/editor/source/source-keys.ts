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
import {
  type InsertTexts,
  insertDetails,
  insertFootnote,
  insertFormula,
  insertFormulaBlock,
  insertHtml,
  insertMermaid,
  insertRule,
  insertToc,
} from './insert-commands.ts'

/** A formatting command. */
export interface Format {
  /** As in web/lib/shortcuts.ts. */
  shortcut?: string
  run: (words: InsertTexts) => StateCommand
  /** The key's command, where it differs from the button's. */
  onKey?: StateCommand
}

/** The commands of the toolbar buttons. */
export const formats = {
  bold: { shortcut: 'mod+b', run: () => toggleMark('**') },
  italic: { shortcut: 'mod+i', run: () => toggleMark('*') },
  strike: { shortcut: 'mod+shift+x', run: () => toggleMark('~~') },
  code: { shortcut: 'mod+e', run: () => toggleMark('`') },
  bullet: { shortcut: 'mod+shift+8', run: () => toggleList('bullet') },
  ordered: { shortcut: 'mod+shift+7', run: () => toggleList('ordered') },
  task: { shortcut: 'mod+shift+6', run: () => toggleList('task') },
  quote: { shortcut: 'mod+shift+9', run: () => toggleQuote },
  link: {
    shortcut: 'mod+k',
    run: () => insertLink,
    onKey: linkSelection,
  },
  codeBlock: { shortcut: 'mod+alt+c', run: () => insertCodeBlock },
  table: {
    shortcut: 'mod+alt+t',
    run: ({ heading }) => insertTable(heading),
  },
} as const satisfies Record<string, Format>

/** The name of a toolbar button. */
export type FormatName = keyof typeof formats

/** The further commands of the insert menu and the `/` menu. */
export const inserts = {
  mathInline: { run: () => insertFormula },
  math: { run: () => insertFormulaBlock },
  mermaid: { run: insertMermaid },
  footnote: { run: insertFootnote },
  details: { run: insertDetails },
  contents: { run: () => insertToc },
  rule: { run: () => insertRule },
  html: { run: () => insertHtml },
} as const satisfies Record<string, Format>

/** The name of an insert menu entry. */
export type InsertName = keyof typeof inserts

/** Returns the shortcut of a heading level; level 0 is plain text. */
export const headingShortcut = (level: number): string => `mod+alt+${level}`

/** The levels that the heading menu offers. */
export const headingLevels = [1, 2, 3, 4, 5, 6, 0] as const

const keyOf = (shortcut: string) =>
  shortcut.replace('mod', 'Mod').replace('shift', 'Shift').replace('alt', 'Alt').replaceAll('+', '-')

/** Returns the toolbar's key bindings for the source editor. */
export function formatKeys(words: () => InsertTexts): KeyBinding[] {
  const named = Object.values<Format>(formats).flatMap(({ shortcut, run, onKey }) => {
    if (!shortcut) return []
    const command = onKey ?? ((target: Parameters<StateCommand>[0]) => run(words())(target))
    return [{ key: keyOf(shortcut), run: command, preventDefault: onKey === undefined }]
  })
  const headings = headingLevels.map((level) => ({ key: keyOf(headingShortcut(level)), run: setHeading(level) }))
  return [...named, ...headings]
}
