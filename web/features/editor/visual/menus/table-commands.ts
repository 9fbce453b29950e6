import type { Node } from '@milkdown/kit/prose/model'
import { type EditorState, TextSelection } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import { announce } from '#web/lib/live-region.ts'
import { getTranslate } from '../views/translate.ts'
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

/** The actions on a table from one of its cells. */
const tableDeeds = {
  rowAbove: (grid, cell) => insertRow(grid, cell),
  rowBelow: (grid, cell) => insertRow(grid, { ...cell, row: cell.row + 1 }),
  rowUp: (grid, cell) => moveRow(grid, cell, cell.row - 1),
  rowDown: (grid, cell) => moveRow(grid, cell, cell.row + 1),
  rowCopy: copyRow,
  rowRemove: removeRow,
  columnBefore: (grid, cell) => insertColumn(grid, cell),
  columnAfter: (grid, cell) => insertColumn(grid, { ...cell, column: cell.column + 1 }),
  columnLeft: (grid, cell) => moveColumn(grid, cell, cell.column - 1),
  columnRight: (grid, cell) => moveColumn(grid, cell, cell.column + 1),
  columnRemove: removeColumn,
} satisfies Record<string, (grid: Grid, cell: Cell) => TableChange | undefined>

/** The name of an action on a table. */
export type TableAction = keyof typeof tableDeeds

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
export function runTableAction(view: EditorView, deed: TableAction, place = tableAt(view.state)): boolean {
  if (!place) return false
  const change = tableDeeds[deed](getGrid(place.table), place)
  if (!apply(view, place, change) || !change) return false
  const t = getTranslate()
  if (deed === 'rowUp' || deed === 'rowDown')
    announce(t('table.rowMoved', { at: change.row + 1, count: change.grid.length }))
  if (deed === 'columnLeft' || deed === 'columnRight')
    announce(t('table.columnMoved', { at: change.column + 1, count: change.grid[0]?.length ?? 0 }))
  return true
}

/** Moves a row or a column of a table to another index. */
export function moveInTable(view: EditorView, place: TablePosition, kind: 'row' | 'column', to: number): boolean {
  const grid = getGrid(place.table)
  return apply(view, place, kind === 'row' ? moveRow(grid, place, to) : moveColumn(grid, place, to))
}

/** Aligns the column of a cell. */
export function alignInTable(view: EditorView, alignment: Alignment, place = tableAt(view.state)): boolean {
  return place ? apply(view, place, alignColumn(getGrid(place.table), place, alignment)) : false
}

/** Removes the table, and leaves an empty line in its place. */
export function removeTable(view: EditorView, place = tableAt(view.state)): boolean {
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
