import { describe, expect, test } from 'vitest'
import { type Area, formatCellAddress, parseArea, parseCellAddress } from '#shared/spreadsheet/form.ts'
import {
  type CellPosition,
  cellAt,
  type Direction,
  type Layout,
  nextInRange,
  scrollTo,
  stepFrom,
} from '#web/features/spreadsheet/grid/moves.ts'

const at = (address: string): CellPosition => parseCellAddress(address) ?? { row: 0, column: 0 }
const area = (reference: string): Area => parseArea(reference) ?? { row: [0, 0], column: [0, 0] }

/** A sheet of ten rows and six columns. */
function layout({
  merged = [],
  rows = [],
  columns = [],
}: {
  merged?: string[]
  rows?: number[]
  columns?: string[]
} = {}) {
  const areas = merged.map(area)
  const hidden = new Set(columns.map((name) => at(`${name}1`).column))
  const has = ([first, last]: Area['row'], one: number) => one >= first && one <= last
  return {
    rows: 10,
    columns: 6,
    isHiddenRow: (row) => rows.includes(row + 1),
    isHiddenColumn: (column) => hidden.has(column),
    mergedAt: ({ row, column }) => areas.find((one) => has(one.row, row) && has(one.column, column)),
  } satisfies Layout
}

const nameOf = ({ area: { row, column } }: { area: Area }) => formatCellAddress(row[0], column[0])

/** The cells after each of the steps. */
function walk(sheet: Layout, from: string, ...directions: Direction[]): string[] {
  let spot = cellAt(sheet, at(from))
  return directions.map((direction) => {
    spot = stepFrom(sheet, spot, direction)
    return nameOf(spot)
  })
}

describe('steps', () => {
  test('move to the next cell, and stay at the edges', () => {
    expect(walk(layout(), 'B2', 'right', 'down', 'left', 'up')).toEqual(['C2', 'C3', 'B3', 'B2'])
    expect(walk(layout(), 'A1', 'left', 'up')).toEqual(['A1', 'A1'])
    expect(walk(layout(), 'F10', 'right', 'down')).toEqual(['F10', 'F10'])
  })

  test('skip hidden rows and columns, also at the edge', () => {
    const sheet = layout({ rows: [2, 3, 10], columns: ['A', 'C', 'D'] })
    expect(walk(sheet, 'B1', 'down', 'right', 'up', 'left', 'left')).toEqual(['B4', 'E4', 'E1', 'B1', 'B1'])
    expect(walk(sheet, 'B9', 'down')).toEqual(['B9'])
  })

  test.each([
    ['A3', 'right', ['B2', 'E3']],
    ['E4', 'left', ['B2', 'A4']],
    ['C1', 'down', ['B2', 'C6']],
    ['D6', 'up', ['B2', 'D1']],
  ] as const)('from %s %s through merged cells keep to their row or column', (from, direction, expected) => {
    expect(walk(layout({ merged: ['B2:D5'] }), from, direction, direction)).toEqual(expected)
  })

  test('turn inside merged cells along the row and column of entry', () => {
    expect(walk(layout({ merged: ['B2:D5'] }), 'A4', 'right', 'down', 'up', 'right')).toEqual(['B2', 'B6', 'B2', 'E5'])
    const merged = ['B2:C3', 'D2:E3']
    expect(walk(layout({ merged }), 'A3', 'right', 'right', 'right')).toEqual(['B2', 'D2', 'F3'])
  })
})

/** The cells of a range from the first on. */
function round(sheet: Layout, range: string, isDown: boolean, isBack = false, from = range): string[] {
  const names: string[] = []
  let place = at(from.split(':')[0] ?? '')
  for (let count = 0; count < 6; count += 1) {
    const spot = nextInRange(sheet, area(range), place, isDown, isBack)
    place = { row: spot.area.row[0], column: spot.area.column[0] }
    names.push(nameOf(spot))
  }
  return names
}

describe('within a range', () => {
  test('visits cells by row or by column, and starts over', () => {
    expect(round(layout(), 'B2:C3', false)).toEqual(['C2', 'B3', 'C3', 'B2', 'C2', 'B3'])
    expect(round(layout(), 'B2:C3', true)).toEqual(['B3', 'C2', 'C3', 'B2', 'B3', 'C2'])
    expect(round(layout(), 'B2:C3', false, true)).toEqual(['C3', 'B3', 'C2', 'B2', 'C3', 'B3'])
  })

  test('visits merged cells once and hidden ones never', () => {
    const sheet = layout({ merged: ['B2:C3'], rows: [4], columns: ['D'] })
    expect(round(sheet, 'B2:E5', false)).toEqual(['E2', 'E3', 'B5', 'C5', 'E5', 'B2'])
    expect(round(sheet, 'B2:E5', true)).toEqual(['B5', 'C5', 'E2', 'E3', 'E5', 'B2'])
    expect(round(layout({ merged: ['B2:C3'], rows: [2] }), 'B2:C4', false).slice(0, 4)).toEqual([
      'B4',
      'C4',
      'B2',
      'B4',
    ])
  })

  test('stays when nothing is visible', () => {
    expect(round(layout({ rows: [2, 3] }), 'B2:C3', false)[0]).toBe('B2')
  })
})

describe('scrolling a cell into view', () => {
  // rows of 25 px including their lines
  const ends = Array.from({ length: 100 }, (_, row) => (row + 1) * 25)
  const view = { ends, at: 500, size: 320, frozen: -1 }

  test.each([
    ['in sight', view, [25, 25], 500],
    ['below', view, [40, 40], 725],
    ['above', view, [3, 3], 75],
    ['the first', view, [0, 0], 0],
    ['behind the frozen rows', { ...view, frozen: 1 }, [21, 21], 475],
    ['in the frozen rows', { ...view, frozen: 1 }, [1, 1], 500],
    ['in sight below the frozen rows', { ...view, frozen: 1 }, [22, 22], 500],
    ['merged and larger than the window', view, [40, 80], 1000],
  ] as const)('%s', (_, scrolled, [first, last], expected) => {
    expect(scrollTo(scrolled, [first, last])).toBe(expected)
  })
})
