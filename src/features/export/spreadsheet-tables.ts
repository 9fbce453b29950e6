import { getCellStyle } from '#shared/spreadsheet/form.ts'
import { getDefaultAlign, shownIn } from '#shared/spreadsheet/formats.ts'
import { withResults } from '#shared/spreadsheet/results.ts'
import { cellsMost, TooManyCells } from './chunk-blocks.ts'

/** A cell of a sheet as part of a table. */
export interface SheetCell {
  text: string
  isBold: boolean
  side: 'left' | 'center' | 'right'
  /** The number of columns that it covers. */
  columns: number
  /** Whether it begins a cell of several rows, or continues the one above. */
  rows?: 'begin' | 'continue'
}

/** A sheet as tables, each with as many columns as fit on a page. */
interface SheetTables {
  name: string
  tables: SheetCell[][][]
}

type Loose = Record<string, unknown>

const looseOf = (value: unknown): Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {}

// What fits on a page, and the limits of Word's tables.
const columnsMost = 20
const rowsMost = 5000

// More than any person scrolls to: a cell beyond it would make a table of a single value.
const columnsOfSheet = 2000

/** A cell of a sheet with something in it. */
export interface PlacedCell {
  row: number
  column: number
  text: string
  isBold: boolean
  side: 'left' | 'center' | 'right'
  /** The number of rows and columns that it covers beyond its own. */
  more: [rows: number, columns: number]
}

/** Returns the non-empty cells of a sheet, up to what is exported. Source: reference, formats 9.1. */
function cellsOf(sheet: Loose): PlacedCell[] {
  const styles = Array.isArray(sheet['styles']) ? sheet['styles'] : []
  return Object.entries(looseOf(sheet['rows'])).flatMap(([row, given]) =>
    Object.entries(looseOf(looseOf(given)['cells'])).flatMap(([column, one]) => {
      const cell = looseOf(one)
      const at = { row: Number(row), column: Number(column) }
      const text = shownIn(sheet, cell)
      const merge = Array.isArray(cell['merge']) ? cell['merge'].map(Number) : []
      const isEmpty = text === '' && merge.length === 0
      if (isEmpty || !Number.isSafeInteger(at.row) || !Number.isSafeInteger(at.column) || at.row < 0 || at.column < 0)
        return []
      if (at.row >= rowsMost || at.column >= columnsOfSheet) return []
      const isBold = looseOf(looseOf(styles[Number(cell['style'])])['font'])['bold'] === true
      const { align } = getCellStyle(sheet, cell) ?? {}
      const side = align === 'left' || align === 'center' || align === 'right' ? align : getDefaultAlign(sheet, cell)
      const more = [merge[0], merge[1]].map((count) =>
        Number.isSafeInteger(count) && Number(count) > 0 ? Number(count) : 0,
      )
      return [{ ...at, text, isBold, side, more: [more[0] ?? 0, more[1] ?? 0] as [number, number] }]
    }),
  )
}

/**
 * Returns the columns `from` to `to` (exclusive) of a sheet as table rows. Merged cells that begin before `from` are
 * left out.
 */
function rowsOf(cells: readonly PlacedCell[], height: number, from: number, to: number): SheetCell[][] {
  const at = new Map(cells.map((cell) => [`${cell.row} ${cell.column}`, cell]))
  const covered = new Map<string, PlacedCell>()
  for (const cell of cells) {
    const [rows, columns] = cell.more
    for (let row = cell.row; row <= Math.min(cell.row + rows, height - 1); row += 1)
      for (let column = Math.max(cell.column, from); column <= Math.min(cell.column + columns, to - 1); column += 1)
        if (row !== cell.row || column !== cell.column) covered.set(`${row} ${column}`, cell)
  }
  return Array.from({ length: height }, (_, row) => {
    const inRow: SheetCell[] = []
    for (let column = from; column < to; column += 1) {
      const above = covered.get(`${row} ${column}`)
      const cell = at.get(`${row} ${column}`)
      if (above && (above.row === row || above.column !== column)) continue
      const owner = above ?? cell
      const columns = 1 + Math.min(owner?.more[1] ?? 0, to - column - 1)
      const rows = above ? 'continue' : (cell?.more[0] ?? 0) > 0 ? 'begin' : undefined
      const own = above ? undefined : cell
      const { text = '', isBold = false, side = 'left' } = own ?? {}
      inRow.push({ text, isBold, side, columns, ...(rows ? { rows } : {}) })
    }
    return inRow
  })
}

/**
 * Returns cells whose merged areas lie inside the sheet. Areas that together are larger than the sheet overlap, which no
 * editor writes: from there on they are left out.
 */
function withinSheet(cells: readonly PlacedCell[], height: number, width: number): PlacedCell[] {
  let left = height * width
  return cells.map((cell) => {
    const rows = Math.min(cell.more[0], height - cell.row - 1)
    const columns = Math.min(cell.more[1], width - cell.column - 1)
    left -= (rows + 1) * (columns + 1)
    return { ...cell, more: left < 0 ? [0, 0] : [rows, columns] }
  })
}

/** A sheet with its results calculated, up to the number of rows that is exported. */
interface CalculatedSheet {
  name: string
  cells: PlacedCell[]
  height: number
  width: number
}

/**
 * Returns the sheets of a spreadsheet page; undefined for a text that is not a spreadsheet.
 *
 * @param title the page's title
 * @throws {TooManyCells} when they have more than `cellsMost` cells, empty ones among them
 */
export function sheetsIn(text: string, title: string): CalculatedSheet[] | undefined {
  let parsed: unknown
  let left = cellsMost
  try {
    parsed = JSON.parse(text)
  } catch {
    return undefined
  }
  return (Array.isArray(parsed) ? parsed : [parsed]).map((given) => {
    const sheet = withResults(looseOf(given))
    const cells = cellsOf(sheet)
    const name = typeof sheet['name'] === 'string' ? sheet['name'] : ''
    const height = cells.reduce((most, cell) => Math.max(most, cell.row + 1), 0)
    const width = cells.reduce((most, cell) => Math.max(most, cell.column + 1), 0)
    left -= height * width
    if (left < 0) throw new TooManyCells(title)
    return { name, cells: withinSheet(cells, height, width), height, width }
  })
}

/** Returns a spreadsheet page as tables, as `sheetsIn`. */
export const spreadsheetTables = (text: string, title: string): SheetTables[] | undefined =>
  sheetsIn(text, title)?.map(({ name, cells, height, width }) => ({
    name,
    tables: Array.from({ length: Math.ceil(width / columnsMost) }, (_, at) =>
      rowsOf(cells, height, at * columnsMost, Math.min(width, (at + 1) * columnsMost)),
    ),
  }))
