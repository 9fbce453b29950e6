import { getCellStyle } from '#shared/spreadsheet/form.ts'
import { getDefaultAlign, shownIn } from '#shared/spreadsheet/formats.ts'
import { withResults } from '#shared/spreadsheet/results.ts'
import { runXml } from './runs.ts'
import { type Cell, measureText, type Row, tableXml } from './table.ts'

type Loose = Record<string, unknown>

const looseOf = (value: unknown): Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {}

// The limits of Word's tables, and what fits on a page.
const columnsMost = 20
const rowsMost = 5000

/** A cell of a sheet with something in it. */
export interface SheetCell {
  row: number
  column: number
  text: string
  isBold: boolean
  side: 'left' | 'center' | 'right'
  /** The number of rows and columns that it covers beyond its own. */
  more: [rows: number, columns: number]
}

/** Returns the non-empty cells of a sheet. Source: reference, formats 9.1. */
function cellsOf(sheet: Loose): SheetCell[] {
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

const paragraph = (cell: SheetCell | undefined): string =>
  `<w:p><w:pPr><w:pStyle w:val="TableText"/>${cell && cell.side !== 'left' ? `<w:jc w:val="${cell.side}"/>` : ''}</w:pPr>${runXml(cell?.text ?? '', cell?.isBold ? { bold: true } : {})}</w:p>`

/**
 * Returns the columns `from` to `to` (exclusive) of a sheet as table rows. Merged cells that begin before `from` are
 * left out.
 */
function rowsOf(cells: readonly SheetCell[], height: number, from: number, to: number): Row[] {
  const at = new Map(cells.map((cell) => [`${cell.row} ${cell.column}`, cell]))
  const covered = new Map<string, SheetCell>()
  for (const cell of cells) {
    const [rows, columns] = cell.more
    for (let row = cell.row; row <= Math.min(cell.row + rows, height - 1); row += 1)
      for (let column = cell.column; column <= Math.min(cell.column + columns, to - 1); column += 1)
        if (row !== cell.row || column !== cell.column) covered.set(`${row} ${column}`, cell)
  }
  return Array.from({ length: height }, (_, row) => {
    const inRow: Cell[] = []
    for (let column = from; column < to; column += 1) {
      const above = covered.get(`${row} ${column}`)
      const cell = at.get(`${row} ${column}`)
      if (above && (above.row === row || above.column !== column)) continue
      const owner = above ?? cell
      const columns = 1 + Math.min(owner?.more[1] ?? 0, to - column - 1)
      const rows = above ? 'continue' : (cell?.more[0] ?? 0) > 0 ? 'begin' : undefined
      const own = above ? undefined : cell
      inRow.push({ xml: paragraph(own), length: measureText(own?.text ?? ''), columns, ...(rows ? { rows } : {}) })
    }
    return { cells: inRow, isHead: false }
  })
}

/**
 * Returns the sheets of a spreadsheet page with their results calculated, up to the number of rows that is exported;
 * undefined for a text that is not a spreadsheet.
 */
export function sheetsIn(
  text: string,
): { name: string; cells: SheetCell[]; height: number; width: number }[] | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return undefined
  }
  return (Array.isArray(parsed) ? parsed : [parsed]).map((given) => {
    const sheet = withResults(looseOf(given))
    const cells = cellsOf(sheet).filter((cell) => cell.row < rowsMost)
    const name = typeof sheet['name'] === 'string' ? sheet['name'] : ''
    const height = cells.reduce((most, cell) => Math.max(most, cell.row + 1), 0)
    const width = cells.reduce((most, cell) => Math.max(most, cell.column + 1), 0)
    return { name, cells, height, width }
  })
}

/**
 * Returns a spreadsheet page as tables, one for each sheet under its name; undefined for a text that is not a
 * spreadsheet.
 */
export function spreadsheetXml(text: string, heading: (name: string) => string): string | undefined {
  return sheetsIn(text)
    ?.map(({ name, cells, height, width }) => {
      const tables = Array.from({ length: Math.ceil(width / columnsMost) }, (_, at) =>
        tableXml(rowsOf(cells, height, at * columnsMost, Math.min(width, (at + 1) * columnsMost))),
      )
      return (name === '' ? '' : heading(name)) + tables.join('')
    })
    .join('')
}
