import { EditorSelection, EditorState } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { displayWidth } from '#web/features/editor/source/display-width.ts'
import { isInTable, startTypedRow, tableCommand, tableKeys } from '#web/features/editor/source/table-commands.ts'
import {
  applyTableAction,
  readTable,
  type TableAction,
  tableAround,
  writeAligned,
} from '#web/features/editor/source/table-model.ts'

test.each([
  ['abc', 3],
  ['中文', 4],
  ['ａ，。', 6],
  ['e\u0301', 1],
  ['👍', 2],
  ['', 0],
])('%j takes %i columns', (text, width) => {
  expect(displayWidth(text)).toBe(width)
})

describe('table around a line', () => {
  const lines = ['text | with a bar', '| a | b |', '| - | - |', '| 1 | 2 |', '', 'after']
  const around = (at: number) => tableAround((number) => lines[number - 1] ?? '', lines.length, at)
  test('is found from each of its lines, without the text above it', () => {
    expect(around(2)).toEqual({ first: 2, last: 4 })
    expect(around(4)).toEqual({ first: 2, last: 4 })
    expect(around(1)).toBeUndefined()
    expect(around(6)).toBeUndefined()
  })
})

describe('aligned table source', () => {
  test.each([
    [
      ['|a|名称|', '|-|:-:|', '|一|b|'],
      ['| a   | 名称 |', '| --- | :--: |', '| 一  |  b   |'],
    ],
    [
      ['a | b', '--- | --:', '1 | 200'],
      ['| a   |   b |', '| --- | --: |', '| 1   | 200 |'],
    ],
    [
      ['> | a | b |', '> | - | - |', '> | 1 |'],
      ['> | a   | b   |', '> | --- | --- |', '> | 1   |     |'],
    ],
  ])('%j', (lines, written) => {
    expect(writeAligned(readTable(lines))).toEqual(written)
    expect(writeAligned(readTable(written))).toEqual(written)
  })
})

describe('table actions', () => {
  const table = readTable(['| a | b |', '| - | - |', '| 1 | 2 |', '| 3 | 4 |'])
  const after = (action: TableAction, row: number, column: number) => applyTableAction(table, { row, column }, action)
  const rows = (action: TableAction, row = 1, column = 0) => after(action, row, column)?.table.rows
  test('rows', () => {
    expect(rows('rowAbove')).toEqual([
      ['a', 'b'],
      ['', ''],
      ['1', '2'],
      ['3', '4'],
    ])
    expect(rows('rowAbove', 0)).toEqual([
      ['a', 'b'],
      ['', ''],
      ['1', '2'],
      ['3', '4'],
    ])
    expect(rows('rowBelow')).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['', ''],
      ['3', '4'],
    ])
    expect(rows('rowDown')).toEqual([
      ['a', 'b'],
      ['3', '4'],
      ['1', '2'],
    ])
    expect(rows('rowUp')).toBeUndefined()
    expect(rows('deleteRow')).toEqual([
      ['a', 'b'],
      ['3', '4'],
    ])
    expect(rows('deleteRow', 0)).toBeUndefined()
  })
  test('columns, with their alignment', () => {
    expect(rows('columnAfter')?.[1]).toEqual(['1', '', '2'])
    expect(rows('columnBefore')?.[1]).toEqual(['', '1', '2'])
    expect(rows('columnRight')?.[0]).toEqual(['b', 'a'])
    expect(rows('columnLeft')).toBeUndefined()
    expect(rows('deleteColumn')).toEqual([['b'], ['2'], ['4']])
    expect(after('textRight', 1, 1)?.table.aligns).toEqual(['', 'right'])
  })
})

describe('keys in a table', () => {
  const press = (text: string, key: string) => {
    const at = text.indexOf('^')
    const clean = text.replace('^', '')
    let state = EditorState.create({ doc: clean, selection: EditorSelection.cursor(at) })
    const run = tableKeys.find((binding) => binding.key === key)?.run as
      | ((target: { state: EditorState; dispatch: (transaction: { state: EditorState }) => void }) => boolean)
      | undefined
    const isDone = run?.({ state, dispatch: (transaction) => (state = transaction.state) })
    const { from, to } = state.selection.main
    return { isDone, text: state.doc.toString(), chosen: state.sliceDoc(from, to), state }
  }
  const table = '| ^a | b |\n| - | - |\n| 1 | 2 |'
  test('Tab goes through the cells and adds a row after the last', () => {
    expect(press(table, 'Tab')).toMatchObject({ isDone: true, chosen: 'b', text: table.replace('^', '') })
    expect(press('| a | ^b |\n| - | - |\n| 1 | 2 |', 'Tab').chosen).toBe('1')
    expect(press('| a | b |\n| - | - |\n| 1 | ^2 |', 'Tab').text).toContain('\n|     |     |')
    expect(press('| a | b |\n| - | - |\n| ^1 | 2 |', 'Shift-Tab').chosen).toBe('b')
  })
  test('Enter goes to the row below; an empty last row ends the table, with a blank line after it', () => {
    expect(press(table, 'Enter').chosen).toBe('1')
    expect(press('| a | b |\n| - | - |\n| 1 | ^2 |', 'Enter').text.split('\n')).toHaveLength(4)
    expect(press('| a | b |\n| - | - |\n| 1 | 2 |\n| ^ |  |', 'Enter').text).toBe('| a | b |\n| - | - |\n| 1 | 2 |\n\n')
  })
  test('typing a bar turns a row added by Enter into a handwritten one', () => {
    const typed = (text: string) => {
      const state = EditorState.create({
        doc: text.replace('^', ''),
        selection: EditorSelection.cursor(text.indexOf('^')),
      })
      const spec = startTypedRow(state)
      return spec && state.update(spec).state.doc.toString()
    }
    expect(typed('| a | b |\n| - | - |\n|  | ^ |')).toBe('| a | b |\n| - | - |\n|')
    expect(typed('| a | b |\n| - | - |\n| x | ^ |')).toBeUndefined()
    expect(typed('| ^ |  |\n| - | - |\n| x | y |')).toBeUndefined()
    expect(typed('text ^')).toBeUndefined()
  })
  test('keep their usual meaning outside a table', () => {
    expect(press('a | ^b', 'Tab').isDone).toBe(false)
    expect(press('te^xt', 'Enter').isDone).toBe(false)
  })
  test('align all columns and keep the cursor in its cell', () => {
    const { state } = press('|名称|b|\n|-|-|\n|一|^bb|', 'Shift-Alt-f')
    expect(state.doc.toString()).toBe('| 名称 | b   |\n| ---- | --- |\n| 一   | bb  |')
    expect(state.sliceDoc(state.selection.main.from, state.selection.main.to)).toBe('bb')
    expect(isInTable(state)).toBe(true)
    expect(tableCommand('deleteRow')({ state: EditorState.create({ doc: 'x' }), dispatch: () => {} })).toBe(false)
  })
})
