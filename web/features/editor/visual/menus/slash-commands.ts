import type { Schema } from '@milkdown/kit/prose/model'
import type { Command, EditorState } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import i18next from 'i18next'

import {
  type CalloutKind,
  type InsertEntry,
  type PartId,
  partIds,
  partKeywords,
  today,
} from '#web/features/editor/core/index.tsx'
import { chooseImages } from '../paste/page-plugin.ts'

import { openSource } from '../views/rendered-node-view.ts'
import { isVisualFormat, visualCommands } from './formats.ts'
import { insertBlock, insertDetails, insertFootnote } from './insert.ts'

/** An entry of the `/` menu. */
export interface SlashCommand {
  id: string
  /** The part it inserts, one of those that both editors have. */
  part?: PartId
  /** An insertable entry from elsewhere, with its own label and icon. */
  entry?: InsertEntry
  run: (view: EditorView) => void
  /** Whether it works in a table cell. */
  isInline?: boolean
}

const onView = (command: Command) => (view: EditorView) => void command(view.state, view.dispatch, view)

const block = (make: (schema: Schema) => ReturnType<Parameters<typeof insertBlock>[0]>) => onView(insertBlock(make))

/** Runs the command that inserts a drawn block, and opens its source. */
const opened = (command: Command) => (view: EditorView) => {
  if (command(view.state, view.dispatch, view)) openSource(view)
}

const drawnBlock = (make: (schema: Schema) => ReturnType<Parameters<typeof insertBlock>[0]>) =>
  opened(insertBlock(make))

const callout = (kind: CalloutKind) =>
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

/** The commands of the parts that are no formats; mentions are not offered here yet. */
const runs: Partial<Record<PartId, SlashCommand['run']>> = {
  text: onView(visualCommands.heading0),
  image: chooseImages,
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
  const run = isVisualFormat(id) ? onView(visualCommands[id]) : runs[id]
  const command: SlashCommand | undefined = run && { id, part: id, run, isInline: inline.includes(id) }
  return command ? [{ command, text: partKeywords(id).toLowerCase() }] : []
})

const offered = (entry: InsertEntry): { command: SlashCommand; text: string } => {
  const { id, label, words = [], isInline = false, run } = entry
  const command = { id: `insert-${id}`, entry, run: () => run(), isInline }
  return { command, text: `${label} ${words.join(' ')}`.toLowerCase() }
}

/**
 * Returns the commands that match the typed text: those with a word that begins with it before those that contain it.
 * `more` come after the editor's own.
 */
export function rankCommands(query: string, more: readonly InsertEntry[] = [], isInCell = false): SlashCommand[] {
  const typed = query.toLowerCase()
  const every: { command: SlashCommand; text: string }[] = [...own, ...more.map(offered)]
  const found = every.filter(({ command }) => !isInCell || command.isInline)
  const starts = found.filter(({ text }) => text.split(/\s+/).some((word) => word.startsWith(typed)))
  const holds = found.filter((one) => !starts.includes(one) && one.text.includes(typed))
  return [...starts, ...holds].map(({ command }) => command)
}

/** Returns the commands that match the typed text and work at the cursor. */
export function findCommands(query: string, state: EditorState, more: readonly InsertEntry[]): SlashCommand[] {
  const { $from } = state.selection
  const isInCell = Array.from({ length: $from.depth }, (_, at) => $from.node(at + 1)).some(
    ({ type }) => type.name === 'table',
  )
  return rankCommands(query, more, isInCell)
}
