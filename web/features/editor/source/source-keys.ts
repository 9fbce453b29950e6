import type { StateCommand } from '@codemirror/state'
import type { KeyBinding } from '@codemirror/view'
import { type FormatName, formats, headingShortcut, toEditorKey } from '#web/features/editor/core/index.tsx'
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
  run: (words: InsertTexts) => StateCommand
  /** The key's command, where it differs from the button's. */
  onKey?: StateCommand
}

/** The commands of the formats. */
export const formatCommands = {
  bold: { run: () => toggleMark('**') },
  italic: { run: () => toggleMark('*') },
  strike: { run: () => toggleMark('~~') },
  code: { run: () => toggleMark('`') },
  bullet: { run: () => toggleList('bullet') },
  ordered: { run: () => toggleList('ordered') },
  task: { run: () => toggleList('task') },
  quote: { run: () => toggleQuote },
  link: { run: () => insertLink, onKey: linkSelection },
  codeBlock: { run: () => insertCodeBlock },
  table: { run: ({ heading }) => insertTable(heading) },
} as const satisfies Record<FormatName, Format>

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

/** The levels that the heading menu offers. */
export const headingLevels = [1, 2, 3, 4, 5, 6, 0] as const

/** Returns the toolbar's key bindings for the source editor. */
export function formatKeys(words: () => InsertTexts): KeyBinding[] {
  const named = Object.entries<Format>(formatCommands).map(([name, { run, onKey }]) => {
    const command = onKey ?? ((target: Parameters<StateCommand>[0]) => run(words())(target))
    return { key: toEditorKey(formats[name as FormatName].shortcut), run: command, preventDefault: onKey === undefined }
  })
  const headings = headingLevels.map((level) => ({ key: toEditorKey(headingShortcut(level)), run: setHeading(level) }))
  return [...named, ...headings]
}
