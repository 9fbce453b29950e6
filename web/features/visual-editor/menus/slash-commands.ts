import type { Schema } from '@milkdown/kit/prose/model'
import type { Command, EditorState } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import type { InsertEntry } from '#web/features/writing/index.tsx'
import en from '#web/locales/en/visual-editor.json' with { type: 'json' }
import zh from '#web/locales/zh/visual-editor.json' with { type: 'json' }
import { chooseImages } from '../paste/choose-images.ts'
import { calloutKinds } from '../views/callout-head.tsx'
import { openSource } from '../views/drawn-view.ts'
import { setHeading, visualCommands } from './formats.ts'
import { insertBlock, makeTable } from './insert.ts'

/** The name of a command of the `/` menu. */
export type SlashId =
  | 'text'
  | `heading${1 | 2 | 3 | 4 | 5 | 6}`
  | 'bullet'
  | 'ordered'
  | 'task'
  | 'quote'
  | 'table'
  | 'codeBlock'
  | 'image'
  | 'link'
  | 'mermaid'
  | 'math'
  | 'mathInline'
  | `callout${'Note' | 'Tip' | 'Important' | 'Warning' | 'Danger'}`
  | 'rule'
  | 'contents'
  | 'html'

/** One line of the `/` menu. */
export interface SlashCommand {
  /** Of the editor's own commands a `SlashId`. */
  id: string
  /** What is put in from elsewhere: it brings its words and its icon. */
  entry?: InsertEntry
  run: (view: EditorView) => void
  /** What finds it beside its words in both languages. */
  aliases: string
  /** Whether it can be done in the cell of a table. */
  isInline?: boolean
}

const onView = (command: Command) => (view: EditorView) => void command(view.state, view.dispatch, view)

const block = (make: (schema: Schema) => ReturnType<Parameters<typeof insertBlock>[0]>) => onView(insertBlock(make))

/** Puts a drawn block in and opens its source. */
const drawnBlock = (make: (schema: Schema) => ReturnType<Parameters<typeof insertBlock>[0]>) => (view: EditorView) => {
  if (insertBlock(make)(view.state, view.dispatch, view)) openSource(view)
}

const callout = (kind: (typeof calloutKinds)[number]) =>
  block(({ nodes }) => nodes['callout']?.create({ kind }, nodes['paragraph']?.createAndFill()))

const mermaidStart = 'graph TD\n  A[Start] --> B[End]'

const inlineFormula = (view: EditorView) => {
  const formula = view.state.schema.nodes['math_inline']?.create({ source: 'x' })
  if (!formula) return
  const at = view.state.selection.from
  view.dispatch(view.state.tr.replaceSelectionWith(formula).scrollIntoView())
  view.focus()
  const dom = view.nodeDOM(at)
  if (dom instanceof HTMLElement) dom.click()
}

interface OwnCommand extends SlashCommand {
  id: SlashId
}

const heading = (level: 1 | 2 | 3 | 4 | 5 | 6): OwnCommand => ({
  id: `heading${level}`,
  run: onView(setHeading(level)),
  aliases: `h${level} ${'#'.repeat(level)}`,
})

const calloutCommand = (kind: (typeof calloutKinds)[number], name: SlashId, aliases: string): OwnCommand => ({
  id: name,
  run: callout(kind),
  aliases: `callout alert ${aliases}`,
})

const commands: readonly OwnCommand[] = [
  { id: 'text', run: onView(setHeading(0)), aliases: 'paragraph plain p' },
  heading(1),
  heading(2),
  heading(3),
  heading(4),
  heading(5),
  heading(6),
  { id: 'bullet', run: onView(visualCommands.bullet), aliases: 'ul list -' },
  { id: 'ordered', run: onView(visualCommands.ordered), aliases: 'ol list 1.' },
  { id: 'task', run: onView(visualCommands.task), aliases: 'todo checkbox [ ]' },
  { id: 'quote', run: onView(visualCommands.quote), aliases: 'blockquote >' },
  { id: 'table', run: block((schema) => makeTable(schema)), aliases: 'grid |' },
  { id: 'codeBlock', run: onView(visualCommands.codeBlock), aliases: 'pre fence ```' },
  { id: 'image', run: chooseImages, aliases: 'picture photo img', isInline: true },
  { id: 'link', run: onView(visualCommands.link), aliases: 'url href', isInline: true },
  {
    id: 'mermaid',
    run: drawnBlock(({ nodes, text }) => nodes['code_block']?.create({ language: 'mermaid' }, text(mermaidStart))),
    aliases: 'diagram flowchart chart graph',
  },
  {
    id: 'math',
    run: drawnBlock(({ nodes }) => nodes['math_block']?.create({ source: 'E = mc^2' })),
    aliases: 'latex tex equation $$',
  },
  { id: 'mathInline', run: inlineFormula, aliases: 'latex tex equation $', isInline: true },
  calloutCommand('note', 'calloutNote', 'info'),
  calloutCommand('tip', 'calloutTip', 'success hint'),
  calloutCommand('important', 'calloutImportant', ''),
  calloutCommand('warning', 'calloutWarning', 'warn'),
  calloutCommand('danger', 'calloutDanger', 'error caution'),
  { id: 'rule', run: block(({ nodes }) => nodes['hr']?.create()), aliases: 'hr rule line ---' },
  {
    id: 'contents',
    run: block(({ nodes }) => nodes['protected_block']?.create({ source: '[TOC]' })),
    aliases: 'toc outline',
  },
  {
    id: 'html',
    run: drawnBlock(({ nodes }) => nodes['protected_block']?.create({ source: '<div>\n</div>' })),
    aliases: 'raw',
  },
]

const wordsOf = ({ id, aliases }: OwnCommand) => `${en.slash[id]} ${zh.slash[id]} ${aliases}`.toLowerCase()

const own = commands.map((command) => ({ command, text: wordsOf(command) }))

const offered = (entry: InsertEntry): { command: SlashCommand; text: string } => {
  const { id, label, words = [], isInline = false, run } = entry
  const command = { id: `insert-${id}`, entry, run: () => run(), aliases: words.join(' '), isInline }
  return { command, text: `${label} ${command.aliases}`.toLowerCase() }
}

/** The commands that fit what was typed: those whose words begin with it before those that hold it. `more` stand behind the editor's own. */
export function rankCommands(query: string, more: readonly InsertEntry[] = [], isInCell = false): SlashCommand[] {
  const typed = query.toLowerCase()
  const every: { command: SlashCommand; text: string }[] = [...own, ...more.map(offered)]
  const found = every.filter(({ command }) => !isInCell || command.isInline)
  const starts = found.filter(({ text }) => text.split(/\s+/).some((word) => word.startsWith(typed)))
  const holds = found.filter((one) => !starts.includes(one) && one.text.includes(typed))
  return [...starts, ...holds].map(({ command }) => command)
}

/** The commands that fit what was typed and can be done at the cursor. */
export function findCommands(query: string, state: EditorState, more: readonly InsertEntry[]): SlashCommand[] {
  const { $from } = state.selection
  const isInCell = Array.from({ length: $from.depth }, (_, at) => $from.node(at + 1)).some(
    ({ type }) => type.name === 'table',
  )
  return rankCommands(query, more, isInCell)
}
