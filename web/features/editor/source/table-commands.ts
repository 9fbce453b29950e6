import { EditorSelection, type EditorState, type StateCommand, type TransactionSpec } from '@codemirror/state'
import type { KeyBinding } from '@codemirror/view'
import { type CellRange, findCells } from '#shared/markdown/table.ts'
import {
  applyTableAction,
  type CellPosition,
  readTable,
  type TableAction,
  type TableModel,
  tableAround,
  writeAligned,
} from './table-model.ts'

interface Found {
  first: number
  last: number
  place: CellPosition
}

/** A table of more lines than this is not one that people edit by hand. */
const longestTable = 2000

/** Returns the table and the cell at the cursor. */
function tableAt(state: EditorState): Found | undefined {
  const { head } = state.selection.main
  const line = state.doc.lineAt(head)
  if (!line.text.includes('|')) return undefined
  const found = tableAround((number) => state.doc.line(number).text, state.doc.lines, line.number)
  if (!found || found.last - found.first > longestTable) return undefined
  const cells = findCells(line.text)
  const after = cells.findIndex(({ to }) => head - line.from <= to)
  const row = Math.max(0, line.number - found.first - 1)
  const isHead = line.number === found.first
  return { ...found, place: { row: isHead ? 0 : row, column: after < 0 ? cells.length - 1 : after } }
}

/** Returns whether the cursor is in a table. */
export const isInTable = (state: EditorState): boolean => tableAt(state) !== undefined

const lineOfRow = (first: number, row: number) => first + row + (row > 0 ? 1 : 0)

const selectionOf = (from: number, { from: start, to }: CellRange) => EditorSelection.range(from + start, from + to)

const linesOf = (state: EditorState, { first, last }: Found) =>
  Array.from({ length: last - first + 1 }, (_, at) => state.doc.line(first + at).text)

/** Returns the transaction that replaces a table and puts the cursor in one of its cells. */
function rewritten(state: EditorState, found: Found, table: TableModel, place: CellPosition): TransactionSpec {
  const lines = writeAligned(table)
  const from = state.doc.line(found.first).from
  const to = state.doc.line(found.last).to
  const at = lineOfRow(0, place.row)
  const start = from + lines.slice(0, at).reduce((sum, line) => sum + line.length + 1, 0)
  const cell = findCells(lines[at] ?? '')[place.column] ?? { from: 0, to: 0 }
  return {
    changes: { from, to, insert: state.toText(lines.join('\n')) },
    selection: EditorSelection.create([selectionOf(start, cell)]),
    scrollIntoView: true,
    userEvent: 'input.table',
  }
}

/** Returns the command that applies an action to the table at the cursor. */
export const tableCommand =
  (action: TableAction): StateCommand =>
  ({ state, dispatch }) => {
    const found = tableAt(state)
    if (!found) return false
    const done = applyTableAction(readTable(linesOf(state, found)), found.place, action)
    if (done) dispatch(state.update(rewritten(state, found, done.table, done.place)))
    return true
  }

function goTo(state: EditorState, found: Found, { row, column }: CellPosition): TransactionSpec {
  const line = state.doc.line(lineOfRow(found.first, row))
  const cells = findCells(line.text)
  const cell = cells[Math.min(column, cells.length - 1)] ?? { from: 0, to: 0 }
  return {
    selection: EditorSelection.create([selectionOf(line.from, cell)]),
    scrollIntoView: true,
    userEvent: 'select',
  }
}

const heightOf = ({ first, last }: Found) => last - first

/** Moves to the next cell, or the previous one; after the last cell it adds a row. */
const stepCell =
  (step: 1 | -1): StateCommand =>
  ({ state, dispatch }) => {
    const found = tableAt(state)
    if (!found) return false
    const { row, column } = found.place
    const width = findCells(state.doc.line(lineOfRow(found.first, row)).text).length
    const to = column + step
    if (to >= 0 && to < width) {
      dispatch(state.update(goTo(state, found, { row, column: to })))
      return true
    }
    if (row + step < 0) return true
    if (row + step >= heightOf(found)) {
      const done = applyTableAction(readTable(linesOf(state, found)), found.place, 'rowBelow')
      if (done) dispatch(state.update(rewritten(state, found, done.table, { ...done.place, column: 0 })))
      return true
    }
    const next = findCells(state.doc.line(lineOfRow(found.first, row + step)).text).length
    dispatch(state.update(goTo(state, found, { row: row + step, column: step > 0 ? 0 : next - 1 })))
    return true
  }

/**
 * Moves to the row below; adds a row after the last one, or removes it when empty: the table has ended, and a blank
 * line separates it from what follows.
 */
const nextRow: StateCommand = ({ state, dispatch }) => {
  const found = tableAt(state)
  if (!found) return false
  const { row, column } = found.place
  const isLast = row + 1 >= heightOf(found)
  if (!isLast) {
    dispatch(state.update(goTo(state, found, { row: row + 1, column })))
    return true
  }
  const table = readTable(linesOf(state, found))
  if (row > 0 && table.rows[row]?.every((cell) => cell === '')) {
    const line = state.doc.line(found.last)
    dispatch(
      state.update({
        changes: { from: line.from, to: line.to, insert: state.toText('\n') },
        selection: { anchor: line.from + 1 },
        scrollIntoView: true,
        userEvent: 'delete.table',
      }),
    )
    return true
  }
  const done = applyTableAction(table, found.place, 'rowBelow')
  if (done) dispatch(state.update(rewritten(state, found, done.table, done.place)))
  return true
}

/**
 * Handles a `|` typed in an empty row, as Enter creates it: begins the row by hand. Returns undefined where the
 * character has no special meaning.
 */
export function startTypedRow(state: EditorState): TransactionSpec | undefined {
  const found = state.selection.main.empty ? tableAt(state) : undefined
  if (!found || found.place.row === 0) return undefined
  const line = state.doc.lineAt(state.selection.main.head)
  if (!findCells(line.text).every(({ from, to }) => from === to)) return undefined
  const start = line.from + line.text.indexOf('|')
  return {
    changes: { from: start, to: line.to, insert: '|' },
    selection: { anchor: start + 1 },
    userEvent: 'input.type',
  }
}

/** Inserts a line break within a cell. */
const breakInCell: StateCommand = ({ state, dispatch }) => {
  if (!tableAt(state)) return false
  dispatch(state.update(state.replaceSelection('<br>'), { userEvent: 'input.table', scrollIntoView: true }))
  return true
}

/** The shortcuts of the table actions, as in web/lib/shortcuts.ts. */
export const tableShortcuts: Partial<Record<TableAction, string>> = {
  align: 'shift+alt+f',
  rowAbove: 'shift+alt+arrowup',
  rowBelow: 'shift+alt+arrowdown',
  columnBefore: 'shift+alt+arrowleft',
  columnAfter: 'shift+alt+arrowright',
  rowUp: 'alt+arrowup',
  rowDown: 'alt+arrowdown',
  columnLeft: 'alt+arrowleft',
  columnRight: 'alt+arrowright',
  deleteRow: 'shift+alt+backspace',
  deleteColumn: 'shift+alt+delete',
}

const codeMirrorNames: Record<string, string> = {
  shift: 'Shift',
  alt: 'Alt',
  arrowup: 'ArrowUp',
  arrowdown: 'ArrowDown',
  arrowleft: 'ArrowLeft',
  arrowright: 'ArrowRight',
  backspace: 'Backspace',
  delete: 'Delete',
}

/** The keys that act differently while the cursor is in a table. */
export const tableKeys: readonly KeyBinding[] = [
  { key: 'Tab', run: stepCell(1) },
  { key: 'Shift-Tab', run: stepCell(-1) },
  { key: 'Enter', run: nextRow },
  { key: 'Shift-Enter', run: breakInCell },
  ...Object.entries(tableShortcuts).map(([chosenAction, keys]) => ({
    key: keys
      .split('+')
      .map((name) => codeMirrorNames[name] ?? name)
      .join('-'),
    run: tableCommand(chosenAction as TableAction), // the keys of `tableShortcuts`
  })),
]
