import type { BookSerializer } from '#web/features/spreadsheet/grid/book-serializer.ts'
import type { GridSheet } from '#web/features/spreadsheet/grid/grid-types.ts'

/** The sheets as the grid holds them once it has started. */
export function started(keeper: BookSerializer): GridSheet[] {
  return keeper.initialSheets.map(({ celldata, ...sheet }) => {
    const data: NonNullable<GridSheet['data']> = Array.from({ length: sheet.row ?? 0 }, () =>
      Array.from({ length: sheet.column ?? 0 }, () => null),
    )
    for (const { r, c, v } of celldata ?? []) (data[r] ?? [])[c] = v
    return { ...sheet, data }
  })
}

/** The same sheets with one cell inserted, as the grid does it: no other object is new. */
export function withCell(sheets: GridSheet[], at: number, row: number, column: number, cell: object): GridSheet[] {
  return sheets.map((sheet, index) => {
    if (index !== at) return sheet
    const data = sheet.data?.map((cells, r) => (r === row ? cells.map((one, c) => (c === column ? cell : one)) : cells))
    return { ...sheet, ...(data && { data }) }
  })
}
