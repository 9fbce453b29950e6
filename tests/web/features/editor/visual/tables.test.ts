import type { Node, Schema } from '@milkdown/kit/prose/model'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  alignColumn,
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
} from '#web/features/editor/visual/menus/table-edit.ts'
import { tableFromCells } from '#web/features/editor/visual/paste/table-from-cells.ts'
import { parseTsv } from '#web/features/editor/visual/paste/tsv.ts'
import { testSchema } from './schema.ts'

let schema: Schema
let table: Node
let grid: Grid

const texts = (node: Node | Grid) =>
  ('type' in node ? getGrid(node) : node).map((row) => row.map((cell) => cell.textContent).join(' '))

beforeAll(async () => {
  schema = await testSchema()
  table = tableFromCells(schema, [
    ['a', 'b'],
    ['1', '2'],
    ['3', '4'],
  ]) as Node
  grid = getGrid(table)
})

describe('table', () => {
  test('inserts rows and columns at the requested position', () => {
    expect(texts(insertRow(grid, { row: 1, column: 0 }).grid)).toEqual(['a b', ' ', '1 2', '3 4'])
    expect(texts(insertRow(grid, { row: 3, column: 0 }).grid)).toEqual(['a b', '1 2', '3 4', ' '])
    expect(texts(insertColumn(grid, { row: 0, column: 1 }).grid)).toEqual(['a  b', '1  2', '3  4'])
    expect(texts(copyRow(grid, { row: 1, column: 0 }).grid)).toEqual(['a b', '1 2', '1 2', '3 4'])
  })

  test('deletes all but the last', () => {
    expect(texts(removeRow(grid, { row: 0, column: 0 })?.grid ?? [])).toEqual(['1 2', '3 4'])
    expect(removeRow(grid.slice(0, 1), { row: 0, column: 0 })).toBeUndefined()
    const one = removeColumn(grid, { row: 1, column: 1 })
    expect(texts(one?.grid ?? [])).toEqual(['a', '1', '3'])
    expect(one?.column).toBe(0)
    expect(removeColumn(one?.grid ?? [], { row: 0, column: 0 })).toBeUndefined()
  })

  test('moves them, and returns their positions', () => {
    expect(moveRow(grid, { row: 2, column: 1 }, 1)).toMatchObject({ row: 1, column: 1 })
    expect(texts(moveRow(grid, { row: 2, column: 1 }, 1)?.grid ?? [])).toEqual(['a b', '3 4', '1 2'])
    expect(moveRow(grid, { row: 2, column: 0 }, 3)).toBeUndefined()
    expect(texts(moveColumn(grid, { row: 0, column: 0 }, 1)?.grid ?? [])).toEqual(['b a', '2 1', '4 3'])
    expect(moveColumn(grid, { row: 0, column: 0 }, -1)).toBeUndefined()
  })

  test('has its header in the first row after any move', () => {
    const turned = replaceGrid(table, moveRow(grid, { row: 1, column: 0 }, 0)?.grid ?? [])
    expect(turned.children.map((row) => row.type.name)).toEqual(['table_header_row', 'table_row', 'table_row'])
    expect(turned.child(0).child(0).type.name).toBe('table_header')
    expect(turned.child(1).child(0).type.name).toBe('table_cell')
    expect(() => turned.check()).not.toThrow()
  })

  test('keeps untouched rows as the same nodes', () => {
    const longer = replaceGrid(table, insertRow(grid, { row: 3, column: 0 }).grid)
    expect(longer.child(1)).toBe(table.child(1))
    expect(longer.child(2)).toBe(table.child(2))
  })

  test('aligns one column', () => {
    const aligned = alignColumn(grid, { row: 0, column: 1 }, 'right').grid
    expect(aligned.map((row) => row.map((cell) => cell.attrs['alignment']))).toEqual([
      [null, 'right'],
      [null, 'right'],
      [null, 'right'],
    ])
    expect(aligned[0]?.[0]).toBe(grid[0]?.[0])
  })
})

describe('cells on the clipboard', () => {
  test('are a table when every line has the same number', () => {
    expect(parseTsv('a\tb\r\n1\t2\r\n')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
    expect(parseTsv('a\tb\n1')).toBeUndefined()
    expect(parseTsv('no tabs')).toBeUndefined()
  })

  test('may contain quoted line breaks and quotes', () => {
    expect(parseTsv('a\t"two\nlines ""said"""\n\t"x"')).toEqual([
      ['a', 'two\nlines "said"'],
      ['', 'x'],
    ])
  })

  test('are no table when they are indented code', () => {
    expect(parseTsv('\tif (x)\n\ty()')).toBeUndefined()
  })

  test('become line breaks in one cell', () => {
    const cell = tableFromCells(schema, [['two\nlines'], ['x']])
      ?.child(0)
      .child(0)
      .child(0)
    expect(cell?.children.map((node) => node.type.name)).toEqual(['text', 'hardbreak', 'text'])
  })
})
