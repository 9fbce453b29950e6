import type { Cell, Sheet } from '@fortune-sheet/core'
import type { Fields } from '#shared/spreadsheet/form.ts'

/** Our data on a grid cell, which the grid keeps through copying, sorting and filling. */
interface Carried {
  /** The index of its stored style in the sheet. */
  s?: number
  /** Members of the stored cell that the grid does not know. */
  x?: Fields
}

/** A cell of the grid. */
export type GridCell = Cell & { ds?: Carried }

/** A sheet of the grid. */
export type GridSheet = Sheet

/** The border on one side of a grid cell. */
export interface GridLine {
  style: string
  color: string
}

/** The borders of a grid cell: top, right, bottom, left. */
export type GridLines = Partial<Record<'t' | 'r' | 'b' | 'l', GridLine>>

/** A position in the grid. */
export interface GridPosition {
  /** The sheet's id. */
  sheet: string
  row: number
  column: number
}
