import type { Cell, Sheet } from './sheets.ts'

/** Limits for printing: more is of no use on paper and would take the browser minutes. */
const most = { rows: 3000, cells: 150_000 }

interface PaperCell {
  column: number
  /** Undefined for an empty cell. */
  cell: Cell | undefined
  rowSpan: number
  colSpan: number
}

/** The part of a sheet that is printed. */
interface PaperRows {
  rows: { row: number; cells: PaperCell[] }[]
  /** The number of rows repeated at the top of each page. */
  frozen: number
  /** Whether the sheet has more rows than are printed. */
  isCut: boolean
}

const shown = (count: number, sizes: ReadonlyMap<number, number>): number[] =>
  Array.from({ length: count }, (_, at) => at).filter((at) => sizes.get(at) !== 0)

/** Returns the visible rows and columns of a sheet up to the print limits, without cells covered by merged cells. */
export function getPrintLayout(sheet: Sheet): PaperRows {
  const columns = shown(sheet.columns, sheet.widths)
  const all = shown(sheet.rows, sheet.heights)
  const places = all.slice(0, Math.min(most.rows, Math.max(1, Math.floor(most.cells / Math.max(1, columns.length)))))
  const reach = (list: readonly number[], at: number, more: number) => {
    let count = 1
    while (more > 0 && (list[at + count] ?? Number.POSITIVE_INFINITY) <= (list[at] ?? 0) + more) count += 1
    return count
  }
  const covered = new Set<string>()
  const rows = places.map((row, line) => ({
    row,
    cells: columns.flatMap((column, at): PaperCell[] => {
      if (covered.has(`${line},${at}`)) return []
      const cell = sheet.cells.get(row)?.get(column)
      const rowSpan = reach(places, line, cell?.span[0] ?? 0)
      const colSpan = reach(columns, at, cell?.span[1] ?? 0)
      if (rowSpan * colSpan > 1)
        for (let r = 0; r < rowSpan; r += 1) for (let c = 0; c < colSpan; c += 1) covered.add(`${line + r},${at + c}`)
      return [{ column, cell, rowSpan, colSpan }]
    }),
  }))
  return { rows, frozen: places.filter((row) => row < sheet.frozen).length, isCut: places.length < all.length }
}
