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
  type InsertWords,
  insertDetails,
  insertFootnote,
  insertFormula,
  insertFormulaBlock,
  insertMermaid,
  insertRule,
  insertToc,
} from './insert-commands.ts'

/** One thing that can be done to the text. */
export interface Format {
  /** As in web/lib/keys.ts. */
  shortcut?: string
  run: (words: InsertWords) => StateCommand
  /** What the key does, where that differs from the button. */
  onKey?: StateCommand
  /** How it is written. */
  hint?: string
  /** What else it is found by: English words and the letters of Pinyin. */
  words: string
}

/** What the buttons of the toolbar do. */
export const formats = {
  bold: { shortcut: 'mod+b', run: () => toggleMark('**'), hint: '**', words: 'bold strong jc jiacu' },
  italic: { shortcut: 'mod+i', run: () => toggleMark('*'), hint: '*', words: 'italic emphasis xt xieti' },
  strike: { shortcut: 'mod+shift+x', run: () => toggleMark('~~'), hint: '~~', words: 'strikethrough delete scx' },
  code: { shortcut: 'mod+e', run: () => toggleMark('`'), hint: '`', words: 'code inline hndm' },
  bullet: { shortcut: 'mod+shift+8', run: () => toggleList('bullet'), hint: '-', words: 'list bullet ul wxlb liebiao' },
  ordered: { shortcut: 'mod+shift+7', run: () => toggleList('ordered'), hint: '1.', words: 'list numbered ol yxlb' },
  task: { shortcut: 'mod+shift+6', run: () => toggleList('task'), hint: '- [ ]', words: 'task todo check rwlb renwu' },
  quote: { shortcut: 'mod+shift+9', run: () => toggleQuote, hint: '>', words: 'quote blockquote yy yinyong' },
  link: {
    shortcut: 'mod+k',
    run: () => insertLink,
    onKey: linkSelection,
    hint: '[ ]( )',
    words: 'link url lj lianjie',
  },
  codeBlock: { shortcut: 'mod+alt+c', run: () => insertCodeBlock, hint: '```', words: 'code block fence dmk daima' },
  table: {
    shortcut: 'mod+alt+t',
    run: ({ heading }) => insertTable(heading),
    hint: '|',
    words: 'table grid bg biaoge',
  },
} as const satisfies Record<string, Format>

/** A button of the toolbar. */
export type FormatName = keyof typeof formats

/** What the insert menu and `/` put in beside that. */
export const inserts = {
  formula: { run: () => insertFormula, hint: '$ $', words: 'formula math latex gs gongshi' },
  formulaBlock: { run: () => insertFormulaBlock, hint: '$$', words: 'formula math block latex gs gongshi' },
  mermaid: { run: insertMermaid, hint: 'mermaid', words: 'mermaid diagram chart flow tb tubiao lct' },
  footnote: { run: insertFootnote, hint: '[^1]', words: 'footnote note jz jiaozhu' },
  details: { run: insertDetails, hint: '<details>', words: 'details collapse fold toggle zd zhedie' },
  toc: { run: () => insertToc, hint: '[TOC]', words: 'toc contents outline ml mulu' },
  rule: { run: () => insertRule, hint: '---', words: 'rule line divider hr fgx fengexian' },
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
export function formatKeys(words: () => InsertWords): KeyBinding[] {
  const named = Object.values<Format>(formats).flatMap(({ shortcut, run, onKey }) => {
    if (!shortcut) return []
    const command = onKey ?? ((target: Parameters<StateCommand>[0]) => run(words())(target))
    return [{ key: keyOf(shortcut), run: command, preventDefault: onKey === undefined }]
  })
  const headings = headingLevels.map((level) => ({ key: keyOf(headingShortcut(level)), run: setHeading(level) }))
  return [...named, ...headings]
}
