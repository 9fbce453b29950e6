import type { Schema } from '@milkdown/kit/prose/model'
import type { Command, EditorState } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import i18next from 'i18next'
import { type InsertEntry, type PartId, partIds, partKeywords, today } from '#web/features/writing/index.tsx'
import { chooseImages } from '../paste/choose-images.ts'
import { calloutKinds } from '../views/callout-header.tsx'
import { openSource } from '../views/rendered-node-view.ts'
import { setHeading, visualCommands } from './formats.ts'
import { createTable, insertBlock, insertDetails, insertFootnote } from './insert.ts'

/** One line of the `/` menu. */
export interface SlashCommand {
  id: string
  /** What is put in of the parts that both ways of writing have. */
  part?: PartId
  /** What is put in from elsewhere: it brings its words and its icon. */
  entry?: InsertEntry
  run: (view: EditorView) => void
  /** Whether it can be done in the cell of a table. */
  isInline?: boolean
}

const onView = (command: Command) => (view: EditorView) => void command(view.state, view.dispatch, view)

const block = (make: (schema: Schema) => ReturnType<Parameters<typeof insertBlock>[0]>) => onView(insertBlock(make))

/** Runs what puts a drawn block in, and opens its source. */
const opened = (command: Command) => (view: EditorView) => {
  if (command(view.state, view.dispatch, view)) openSource(view)
}

const drawnBlock = (make: (schema: Schema) => ReturnType<Parameters<typeof insertBlock>[0]>) =>
  opened(insertBlock(make))

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

const putDate = onView((state, dispatch) => {
  dispatch?.(state.tr.insertText(today()).scrollIntoView())
  return true
})

/** What each part does here; nobody's name is offered here yet. */
const runs: Partial<Record<PartId, SlashCommand['run']>> = {
  text: onView(setHeading(0)),
  heading1: onView(setHeading(1)),
  heading2: onView(setHeading(2)),
  heading3: onView(setHeading(3)),
  heading4: onView(setHeading(4)),
  heading5: onView(setHeading(5)),
  heading6: onView(setHeading(6)),
  bullet: onView(visualCommands.bullet),
  ordered: onView(visualCommands.ordered),
  task: onView(visualCommands.task),
  quote: onView(visualCommands.quote),
  table: block((schema) => createTable(schema)),
  codeBlock: onView(visualCommands.codeBlock),
  image: chooseImages,
  link: onView(visualCommands.link),
  mermaid: drawnBlock(({ nodes, text }) => nodes['code_block']?.create({ language: 'mermaid' }, text(mermaidStart))),
  math: drawnBlock(({ nodes }) => nodes['math_block']?.create({ source: 'E = mc^2' })),
  mathInline: inlineFormula,
  calloutNote: callout('note'),
  calloutTip: callout('tip'),
  calloutImportant: callout('important'),
  calloutWarning: callout('warning'),
  calloutDanger: callout('danger'),
  rule: block(({ nodes }) => nodes['hr']?.create()),
  contents: block(({ nodes }) => nodes['protected_block']?.create({ source: '[TOC]' })),
  footnote: (view) => opened(insertFootnote(i18next.t('source-editor:insert.footnoteText')))(view),
  details: (view) => {
    const [title, words] = [
      i18next.t('source-editor:insert.detailsTitle'),
      i18next.t('source-editor:insert.detailsText'),
    ]
    opened(insertDetails(title, words))(view)
  },
  html: drawnBlock(({ nodes }) => nodes['protected_block']?.create({ source: '<div>\n</div>' })),
  date: putDate,
}

const inline: readonly PartId[] = ['image', 'link', 'mathInline', 'footnote', 'date']

const own = partIds.flatMap((id) => {
  const run = runs[id]
  const command: SlashCommand | undefined = run && { id, part: id, run, isInline: inline.includes(id) }
  return command ? [{ command, text: partKeywords(id).toLowerCase() }] : []
})

const offered = (entry: InsertEntry): { command: SlashCommand; text: string } => {
  const { id, label, words = [], isInline = false, run } = entry
  const command = { id: `insert-${id}`, entry, run: () => run(), isInline }
  return { command, text: `${label} ${words.join(' ')}`.toLowerCase() }
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
