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

/** One thing that can be done to the text. */
export interface Format {
  /** As in web/lib/shortcuts.ts. */
  shortcut?: string
  run: (words: InsertTexts) => StateCommand
  /** What the key does, where that differs from the button. */
  onKey?: StateCommand
}

/** What the buttons of the toolbar do. */
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

/** A button of the toolbar. */
export type FormatName = keyof typeof formats

/** What the insert menu and `/` put in beside that. */
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

/** An entry of the insert menu. */
export type InsertName = keyof typeof inserts

/** The key of each level of heading; level 0 is plain text. */
export const headingShortcut = (level: number): string => `mod+alt+${level}`

/** The levels that the heading menu offers. */
export const headingLevels = [1, 2, 3, 4, 5, 6, 0] as const

const keyOf = (shortcut: string) =>
  shortcut.replace('mod', 'Mod').replace('shift', 'Shift').replace('alt', 'Alt').replaceAll('+', '-')

/** The keys of the toolbar, for the source editor. */
export function formatKeys(words: () => InsertTexts): KeyBinding[] {
  const named = Object.values<Format>(formats).flatMap(({ shortcut, run, onKey }) => {
    if (!shortcut) return []
    const command = onKey ?? ((target: Parameters<StateCommand>[0]) => run(words())(target))
    return [{ key: keyOf(shortcut), run: command, preventDefault: onKey === undefined }]
  })
  const headings = headingLevels.map((level) => ({ key: keyOf(headingShortcut(level)), run: setHeading(level) }))
  return [...named, ...headings]
}
