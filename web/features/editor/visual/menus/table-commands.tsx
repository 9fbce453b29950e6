import type { Node } from '@milkdown/kit/prose/model'
import { type EditorState, TextSelection } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import type { TFunction } from 'i18next'
import DuplicateIcon from 'lucide-react/icons/copy-plus'
import AlignLeftIcon from 'lucide-react/icons/text-align-start'
import type { ComponentType } from 'react'
import { announce } from '#web/lib/live-region.ts'
import { AddIcon, BackIcon, ChevronDownIcon, ChevronUpIcon, ForwardIcon } from '#web/ui/icons.ts'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { TrashIcon } from '#web/ui/screen-icons.ts'
import { getTranslate } from '../views/dom.ts'
import {
  type Alignment,
  alignColumn,
  type Cell,
  copyRow,
  type Grid,
  getGrid,
  insertColumn,
  insertRow,
  moveColumn,
  moveRow,
  removeColumn,
  removeRow,
  replaceGrid,
  type TableChange,
} from './table-edit.ts'

/** A table in a document, and the cell at the cursor. */
export interface TablePosition extends Cell {
  table: Node
  /** Where the table begins. */
  pos: number
}

/** Returns the table around a position, by default the cursor's; undefined outside of tables. */
export function tableAt(state: EditorState, at = state.selection.$from.pos): TablePosition | undefined {
  const $at = state.doc.resolve(at)
  for (let depth = $at.depth; depth > 0; depth--) {
    if ($at.node(depth).type.name !== 'table') continue
    return { table: $at.node(depth), pos: $at.before(depth), row: $at.index(depth), column: $at.index(depth + 1) }
  }
  return undefined
}

/** Returns where the text of a cell begins. */
export function cellStart(table: Node, pos: number, { row, column }: Cell): number {
  let at = pos + 1
  for (let index = 0; index < row; index++) at += table.child(index).nodeSize
  at += 1
  const cells = table.child(row)
  for (let index = 0; index < Math.min(column, cells.childCount - 1); index++) at += cells.child(index).nodeSize
  return at + 1
}

/** Selects the text of a cell, as Tab does in a spreadsheet. */
function goToCell(view: EditorView, { table, pos, row, column }: TablePosition): void {
  const { state } = view
  const start = cellStart(table, pos, { row, column })
  const cell = state.doc.resolve(start).parent
  const $from = state.doc.resolve(start)
  const $to = state.doc.resolve(start + cell.content.size)
  view.dispatch(state.tr.setSelection(TextSelection.between($from, $to)).scrollIntoView())
}

/** An action on a table from one of its cells; `change` returns undefined where there is nothing to change. */
interface TableActionType {
  icon: ComponentType
  /** As in web/lib/shortcuts.ts. */
  shortcut?: string
  danger?: boolean
  change: (grid: Grid, cell: Cell) => TableChange | undefined
}

const rowActions = {
  rowAbove: { icon: AddIcon, change: insertRow },
  rowBelow: {
    icon: AddIcon,
    shortcut: 'mod+alt+enter',
    change: (grid, cell) => insertRow(grid, { ...cell, row: cell.row + 1 }),
  },
  rowUp: {
    icon: ChevronUpIcon,
    shortcut: 'alt+shift+arrowup',
    change: (grid, cell) => moveRow(grid, cell, cell.row - 1),
  },
  rowDown: {
    icon: ChevronDownIcon,
    shortcut: 'alt+shift+arrowdown',
    change: (grid, cell) => moveRow(grid, cell, cell.row + 1),
  },
  rowCopy: { icon: DuplicateIcon, change: copyRow },
  rowRemove: { icon: TrashIcon, danger: true, change: removeRow },
} satisfies Record<string, TableActionType>

const columnActions = {
  columnBefore: { icon: AddIcon, change: insertColumn },
  columnAfter: {
    icon: AddIcon,
    change: (grid, cell) => insertColumn(grid, { ...cell, column: cell.column + 1 }),
  },
  columnLeft: {
    icon: BackIcon,
    shortcut: 'alt+shift+arrowleft',
    change: (grid, cell) => moveColumn(grid, cell, cell.column - 1),
  },
  columnRight: {
    icon: ForwardIcon,
    shortcut: 'alt+shift+arrowright',
    change: (grid, cell) => moveColumn(grid, cell, cell.column + 1),
  },
  columnRemove: { icon: TrashIcon, danger: true, change: removeColumn },
} satisfies Record<string, TableActionType>

const tableActions = { ...rowActions, ...columnActions }

/** The name of an action on a table. */
type TableAction = keyof typeof tableActions

function apply(view: EditorView, place: TablePosition, change: TableChange | undefined): boolean {
  if (!change) return false
  const { state } = view
  const next = replaceGrid(place.table, change.grid)
  const tr = state.tr.replaceWith(place.pos, place.pos + place.table.nodeSize, next)
  const start = cellStart(next, place.pos, change)
  view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(start + 1))).scrollIntoView())
  return true
}

/**
 * Applies an action to the table around `place`, as one undo step.
 *
 * @returns whether anything changed
 */
export function runTableAction(view: EditorView, action: TableAction, place = tableAt(view.state)): boolean {
  if (!place) return false
  const change = tableActions[action].change(getGrid(place.table), place)
  if (!apply(view, place, change) || !change) return false
  const t = getTranslate()
  if (action === 'rowUp' || action === 'rowDown')
    announce(t('table.rowMoved', { at: change.row + 1, count: change.grid.length }))
  if (action === 'columnLeft' || action === 'columnRight')
    announce(t('table.columnMoved', { at: change.column + 1, count: change.grid[0]?.length ?? 0 }))
  return true
}

/** Moves a row or a column of a table to another index. */
export function moveInTable(view: EditorView, place: TablePosition, kind: 'row' | 'column', to: number): boolean {
  const grid = getGrid(place.table)
  return apply(view, place, kind === 'row' ? moveRow(grid, place, to) : moveColumn(grid, place, to))
}

/** Aligns the column of a cell. */
function alignInTable(view: EditorView, alignment: Alignment, place = tableAt(view.state)): boolean {
  return place ? apply(view, place, alignColumn(getGrid(place.table), place, alignment)) : false
}

/** Removes the table, and leaves an empty line in its place. */
function removeTable(view: EditorView, place = tableAt(view.state)): boolean {
  const paragraph = view.state.schema.nodes['paragraph']?.createAndFill()
  if (!place || !paragraph) return false
  const tr = view.state.tr.replaceWith(place.pos, place.pos + place.table.nodeSize, paragraph)
  view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(place.pos + 1))).scrollIntoView())
  return true
}

/**
 * Moves to the next cell (`step` 1) or the previous one (-1); adds a row after the last one.
 *
 * @returns whether the cursor is in a table
 */
export function stepThroughCells(view: EditorView, step: 1 | -1): boolean {
  const place = tableAt(view.state)
  if (!place) return false
  const width = place.table.child(0).childCount
  const next = place.row * width + place.column + step
  if (next < 0) return true
  if (next >= width * place.table.childCount) {
    runTableAction(view, 'rowBelow', place)
    const after = tableAt(view.state)
    if (after) goToCell(view, { ...after, column: 0 })
    return true
  }
  goToCell(view, { ...place, row: Math.floor(next / width), column: next % width })
  return true
}

/**
 * Moves to the cell below, as Enter does; from the last row to an empty line after the table.
 *
 * @returns whether the cursor is in a table
 */
export function stepDown(view: EditorView): boolean {
  const place = tableAt(view.state)
  if (!place) return false
  if (place.row + 1 < place.table.childCount) {
    goToCell(view, { ...place, row: place.row + 1 })
    return true
  }
  const { state } = view
  const end = place.pos + place.table.nodeSize
  const paragraph = state.schema.nodes['paragraph']?.createAndFill()
  const tr = state.tr
  const next = tr.doc.resolve(end).nodeAfter
  if (paragraph && !(next?.type.name === 'paragraph' && next.content.size === 0)) tr.insert(end, paragraph)
  view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(end + 1))).scrollIntoView())
  return true
}

type TableTexts = TFunction<'visual-editor'>

const entriesOf = (
  view: EditorView,
  place: TablePosition,
  t: TableTexts,
  actions: Partial<Record<TableAction, TableActionType>>,
): MenuEntry[] =>
  (Object.entries(actions) as [TableAction, TableActionType][]).map(
    ([id, { icon: Icon, shortcut, danger, change }]) => ({
      id,
      label: t(`table.${id}`),
      icon: <Icon />,
      ...(shortcut && { shortcut }),
      ...(danger && { danger }),
      disabled: change(getGrid(place.table), place) === undefined,
      onSelect: () => void runTableAction(view, id, place),
    }),
  )

/** Returns the menu entries for the row of a cell. */
export const rowEntries = (view: EditorView, place: TablePosition, t: TableTexts): MenuEntry[] =>
  entriesOf(view, place, t, rowActions)

/** Returns the menu entries for the column of a cell. */
export function columnEntries(view: EditorView, place: TablePosition, t: TableTexts): MenuEntry[] {
  const current: Alignment = place.table.child(0).maybeChild(place.column)?.attrs['alignment'] ?? null
  const { columnRemove, ...others } = columnActions
  const align: MenuEntry = {
    kind: 'sub',
    id: 'align',
    label: t('table.align'),
    icon: <AlignLeftIcon />,
    entries: ([null, 'left', 'center', 'right'] as const).map((value) => ({
      id: value ?? 'none',
      label: t(`table.${value ?? 'none'}`),
      checked: current === value,
      onSelect: () => void alignInTable(view, value, place),
    })),
  }
  return [...entriesOf(view, place, t, others), align, ...entriesOf(view, place, t, { columnRemove })]
}

/** Returns all menu entries for a table from one of its cells. */
export const tableEntries = (view: EditorView, place: TablePosition, t: TableTexts): MenuEntry[] => [
  { kind: 'label', id: 'row', label: t('table.row') },
  ...rowEntries(view, place, t),
  { kind: 'label', id: 'column', label: t('table.column') },
  ...columnEntries(view, place, t),
  { kind: 'separator', id: 'last' },
  {
    id: 'tableRemove',
    label: t('table.remove'),
    icon: <TrashIcon />,
    danger: true,
    onSelect: () => void removeTable(view, place),
  },
]
