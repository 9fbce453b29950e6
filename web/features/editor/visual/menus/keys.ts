import { chainCommands, exitCode } from '@milkdown/kit/prose/commands'
import { keydownHandler } from '@milkdown/kit/prose/keymap'
import type { Node } from '@milkdown/kit/prose/model'
import { liftListItem, sinkListItem } from '@milkdown/kit/prose/schema-list'
import { type Command, NodeSelection, Plugin, Selection, TextSelection } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'

import { type FormatName, formats, headingShortcut, toEditorKey } from '#web/features/editor/core/index.tsx'

import { chooseImages } from '../paste/page-plugin.ts'
import { openSource } from '../views/rendered-node-view.ts'
import { moveBy, openBlockMenu } from './block-commands.ts'
import { stepBeyond } from './cursor.ts'
import { splitTask, visualCommands } from './formats.ts'
import { isDrawn } from './insert.ts'
import { runTableAction, stepDown, stepThroughCells, tableAt } from './table-commands.tsx'

const onView =
  (run: (view: EditorView) => boolean): Command =>
  (_state, _dispatch, view) =>
    view ? run(view) : false

const inCode: (command: Command) => Command = (command) => (state, dispatch, view) =>
  state.selection.$from.parent.type.spec.code ? command(state, dispatch, view) : false

const typeTab = inCode((state, dispatch) => {
  dispatch?.(state.tr.insertText('  ').scrollIntoView())
  return true
})

/** Indents a new line of code like the line before it. */
const indentedLine = inCode((state, dispatch) => {
  const { $from } = state.selection
  const line = $from.parent.textContent.slice(0, $from.parentOffset).split('\n').at(-1) ?? ''
  dispatch?.(state.tr.insertText(`\n${/^[ \t]*/.exec(line)?.[0] ?? ''}`).scrollIntoView())
  return true
})

const untab = inCode((state, dispatch) => {
  const { $from } = state.selection
  const before = $from.parent.textContent.slice(0, $from.parentOffset)
  const start = $from.pos - (before.length - before.lastIndexOf('\n') - 1)
  const spaces = /^ {1,2}/.exec(state.doc.textBetween(start, $from.end()))?.[0].length ?? 0
  if (spaces > 0) dispatch?.(state.tr.delete(start, start + spaces))
  return true
})

const inList =
  (make: (item: NonNullable<Parameters<typeof sinkListItem>[0]>) => Command): Command =>
  (state, dispatch, view) => {
    const item = state.schema.nodes['list_item']
    const { $from } = state.selection
    const isInside = Array.from({ length: $from.depth }, (_, at) => $from.node(at + 1)).some(
      ({ type }) => type === item,
    )
    if (!item || !isInside) return false
    make(item)(state, dispatch, view)
    return true
  }

const tableRow = (step: 'rowUp' | 'rowDown'): Command =>
  onView((view) =>
    tableAt(view.state) ? runTableAction(view, step) || true : moveBy(view, step === 'rowUp' ? -1 : 1) || true,
  )
const tableColumn = (step: 'columnLeft' | 'columnRight'): Command =>
  onView((view) => tableAt(view.state) !== undefined && (runTableAction(view, step) || true))

/** Toggles the task at the cursor. */
const tick: Command = (state, dispatch) => {
  const { $from } = state.selection
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth)
    if (node.type.name !== 'list_item') continue
    if (node.attrs['checked'] == null) return false
    dispatch?.(state.tr.setNodeAttribute($from.before(depth), 'checked', !node.attrs['checked']))
    return true
  }
  return false
}

/** Selects a drawn block as a whole when an arrow key reaches it: the cursor cannot be in its text. */
const stepOnto =
  (direction: 'up' | 'down' | 'left' | 'right'): Command =>
  (state, dispatch, view) => {
    const { selection } = state
    if (!(selection instanceof TextSelection) || !selection.empty || !view?.endOfTextblock(direction)) return false
    const isBack = direction === 'up' || direction === 'left'
    const { $from } = selection
    if ($from.depth === 0) return false
    const at = isBack ? $from.before() : $from.after()
    const $at = state.doc.resolve(at)
    const next = isBack ? $at.nodeBefore : $at.nodeAfter
    if (!next || !isDrawn(next)) return false
    dispatch?.(
      state.tr.setSelection(NodeSelection.create(state.doc, isBack ? at - next.nodeSize : at)).scrollIntoView(),
    )
    return true
  }

const goTo =
  (place: (doc: Node) => Selection): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.setSelection(place(state.doc)).scrollIntoView())
    return true
  }

const keys: Record<string, Command> = {
  ...Object.fromEntries(
    Object.entries(formats).map(([name, { shortcut }]) => [toEditorKey(shortcut), visualCommands[name as FormatName]]),
  ),
  ...Object.fromEntries(
    ([0, 1, 2, 3, 4, 5, 6] as const).map((level) => [
      toEditorKey(headingShortcut(level)),
      visualCommands[`heading${level}`],
    ]),
  ),
  'Mod-/': onView((view) => openBlockMenu(view)),
  'Mod-Alt-p': onView((view) => {
    chooseImages(view)
    return true
  }),
  'Alt-Shift-ArrowUp': tableRow('rowUp'),
  'Alt-Shift-ArrowDown': tableRow('rowDown'),
  'Alt-Shift-ArrowLeft': tableColumn('columnLeft'),
  'Alt-Shift-ArrowRight': tableColumn('columnRight'),
  'Mod-Enter': (state, dispatch) => tick(state, dispatch) || exitCode(state, dispatch),
  Enter: chainCommands(
    onView((view) => openSource(view) || stepDown(view)),
    indentedLine,
    splitTask,
  ),
  'Mod-Alt-Enter': onView((view) => runTableAction(view, 'rowBelow')),
  // the browser reaches neither end when a bar is above code or a callout
  'Mod-Home': goTo(Selection.atStart),
  'Mod-End': goTo(Selection.atEnd),
  Tab: (state, dispatch, view) =>
    (view && stepThroughCells(view, 1)) ||
    typeTab(state, dispatch, view) ||
    inList(sinkListItem)(state, dispatch, view),
  'Shift-Tab': (state, dispatch, view) =>
    (view && stepThroughCells(view, -1)) || untab(state, dispatch, view) || inList(liftListItem)(state, dispatch, view),
  ArrowUp: chainCommands(stepOnto('up'), stepBeyond('up')),
  ArrowDown: chainCommands(stepOnto('down'), stepBeyond('down')),
  ArrowLeft: stepOnto('left'),
  ArrowRight: stepOnto('right'),
}

/** The keys of visual mode. After Esc, the next Tab leaves the text, as in source mode. */
export function keysPlugin(): Plugin {
  const handle = keydownHandler(keys)
  let isLeaving = false
  return new Plugin({
    props: {
      handleKeyDown: (view, event) => !event.isComposing && !view.composing && handle(view, event),
      handleDOMEvents: {
        keydown: (_view, event) => {
          const leaves = isLeaving && event.key === 'Tab'
          if (event.key !== 'Shift') isLeaving = event.key === 'Escape'
          return leaves
        },
      },
    },
  })
}
