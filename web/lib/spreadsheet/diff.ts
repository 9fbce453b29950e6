import {
  formatCellAddress,
  getCellStyle,
  getSheetName,
  isFormula,
  iterateCells,
  type StoredCell,
  type StoredSheet,
  shownText,
  sortKeys,
  textIn,
} from '#shared/spreadsheet/form.ts'
import { diffLines } from '#shared/text-diff/lines.ts'

/** A cell that differs between two versions of a workbook. */
export interface CellChange {
  /** The sheet's name. */
  sheet: string
  /** From 0; the position in the newer version, or in the older one if the cell was removed. */
  row: number
  column: number
  /** Such as B2. */
  address: string
  kind: 'added' | 'removed' | 'changed' | 'look'
  before: string
  after: string
}

/** The differences between two versions of a workbook. */
interface BookDiff {
  cells: CellChange[]
  /** Names of sheets that only the newer version, or only the older one, has. */
  addedSheets: string[]
  removedSheets: string[]
  /** Names of sheets whose column widths, row heights, merged cells, frozen panes or filters differ. */
  layouts: string[]
}

type Row = Map<number, StoredCell>

function rowsOf(sheet: StoredSheet): Map<number, Row> {
  const rows = new Map<number, Row>()
  for (const [row, column, cell] of iterateCells(sheet)) {
    const cells = rows.get(row) ?? new Map<number, StoredCell>()
    rows.set(row, cells.set(column, cell))
  }
  return rows
}

/** Returns what a cell holds, as users see it: its formula or its displayed value. */
export const getCellText = (cell: StoredCell | undefined): string =>
  cell === undefined ? '' : isFormula(cell) ? textIn(cell.text) : shownText(cell)

const styleText = (sheet: StoredSheet, cell: StoredCell | undefined): string =>
  cell === undefined ? '{}' : JSON.stringify([sortKeys(getCellStyle(sheet, cell)), cell.more ?? null])

const lineOf = (row: Row | undefined): string =>
  [...(row ?? [])]
    .flatMap(([column, cell]) => (getCellText(cell) === '' ? [] : [`${column}\u0001${getCellText(cell)}`]))
    .join('\u0002')

/** Pairs the rows of the two versions; -1 where a side has no such row. */
function pairRows(older: Map<number, Row>, newer: Map<number, Row>): [old: number, next: number][] {
  const height = (rows: Map<number, Row>) => Math.max(0, ...[...rows.keys()].map((row) => row + 1))
  const linesOf = (rows: Map<number, Row>) => Array.from({ length: height(rows) }, (_, at) => lineOf(rows.get(at)))
  const pairs: [number, number][] = []
  for (const { same, oldFrom, oldTo, newFrom, newTo } of diffLines(linesOf(older), linesOf(newer))) {
    const count = Math.max(oldTo - oldFrom, newTo - newFrom)
    for (let at = 0; at < count; at += 1) {
      const old = oldFrom + at
      const next = newFrom + at
      pairs.push([same || old < oldTo ? old : -1, same || next < newTo ? next : -1])
    }
  }
  return pairs
}

function sheetChanges(name: string, older: StoredSheet, newer: StoredSheet): CellChange[] {
  const oldRows = rowsOf(older)
  const newRows = rowsOf(newer)
  // The same style number then means the same style in both versions.
  const hasSameStyles = JSON.stringify(older.styles ?? []) === JSON.stringify(newer.styles ?? [])
  const isSame = (before: StoredCell | undefined, after: StoredCell | undefined) =>
    hasSameStyles && before && after && JSON.stringify(before) === JSON.stringify(after)
  return pairRows(oldRows, newRows).flatMap(([oldRow, newRow]) => {
    const before = oldRows.get(oldRow)
    const after = newRows.get(newRow)
    const columns = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].sort((a, b) => a - b)
    return columns.flatMap((column): CellChange[] => {
      if (isSame(before?.get(column), after?.get(column))) return []
      const was = getCellText(before?.get(column))
      const is = getCellText(after?.get(column))
      const isStyle = was === is && styleText(older, before?.get(column)) !== styleText(newer, after?.get(column))
      if (was === is && (!isStyle || oldRow < 0 || newRow < 0)) return []
      const kind = isStyle ? 'look' : was === '' ? 'added' : is === '' ? 'removed' : 'changed'
      const row = newRow < 0 ? oldRow : newRow
      return [{ sheet: name, row, column, address: formatCellAddress(row, column), kind, before: was, after: is }]
    })
  })
}

/** Serializes the layout of a sheet, everything but cells and name, for comparison. */
function layoutText(sheet: StoredSheet): string {
  const rows = Object.fromEntries(
    Object.entries(sheet.rows ?? {}).flatMap(([at, row]) => {
      const { cells: _, ...rest } = Object(row) as { cells?: unknown }
      return Object.keys(rest).length > 0 ? [[at, rest]] : []
    }),
  )
  const { name: _name, styles: _styles, rows: _rows, ...others } = sheet
  const merged = [...iterateCells(sheet)].flatMap(([row, column, { merge }]) => (merge ? [[row, column, merge]] : []))
  return JSON.stringify(sortKeys({ ...others, rows, merged }))
}

/** Compares two versions of a workbook cell by cell. Inserted or removed rows do not shift the other rows. */
export function diffBooks(older: readonly StoredSheet[], newer: readonly StoredSheet[]): BookDiff {
  const oldNames = older.map(getSheetName)
  const newNames = newer.map(getSheetName)
  const removedSheets = oldNames.filter((name) => !newNames.includes(name))
  const addedSheets = newNames.filter((name) => !oldNames.includes(name))
  const cells: CellChange[] = []
  const layouts: string[] = []
  for (const [at, sheet] of newer.entries()) {
    const name = newNames[at] ?? ''
    const former = older[oldNames.indexOf(name)]
    cells.push(...sheetChanges(name, former ?? {}, sheet))
    if (former && layoutText(former) !== layoutText(sheet)) layouts.push(name)
  }
  for (const name of removedSheets) cells.push(...sheetChanges(name, older[oldNames.indexOf(name)] ?? {}, {}))
  return { cells, addedSheets, removedSheets, layouts }
}
