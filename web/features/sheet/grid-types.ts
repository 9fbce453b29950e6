import type { Cell, Sheet } from '@fortune-sheet/core'
import type { Fields } from '#sheet/form.ts'

/** What a cell of the grid carries along for us, through copying, sorting and filling. */
export interface Carried {
  /** Which of the sheet's stored styles it had. */
  s?: number
  /** Members of the stored cell that the grid does not know. */
  x?: Fields
}

/** A cell of the grid. */
export type GridCell = Cell & { ds?: Carried }

/** A sheet of the grid. */
export type GridSheet = Sheet

/** A line on one side of a cell of the grid. */
export interface GridLine {
  style: string
  color: string
}

/** The lines around a cell of the grid: top, right, bottom, left. */
export type GridLines = Partial<Record<'t' | 'r' | 'b' | 'l', GridLine>>

/** A place in the grid. */
export interface GridPosition {
  /** The sheet's id. */
  sheet: string
  row: number
  column: number
}
