import type { GridCell, GridSheet } from './grid-types.ts'

/** What of the grid's state a formula is reckoned with. */
export interface ReckonContext {
  luckysheetfile: readonly GridSheet[]
  currentSheetId: string
  lang: string
  formulaCache: { execFunctionGlobalData: object }
}

/** Functions of the grid that it keeps to itself; the build hands them out. */
export interface LentGrid {
  execfunction: (
    context: ReckonContext,
    formula: string,
    row: number,
    column: number,
    sheet: string,
    chain: undefined,
    isRefreshed: boolean,
    isApart: boolean,
  ) => [isRight: boolean, result: unknown, formula: string]
  setCellValue: (
    context: ReckonContext,
    row: number,
    column: number,
    data: GridCell[][],
    value: { v: unknown; f: string },
  ) => void
  FormulaCache: new () => { execFunctionGlobalData: object }
}

let lent: LentGrid | undefined

/** Called by the grid's own code when it is loaded; see build/sheet-package.ts. */
export function lendGrid(functions: LentGrid): void {
  lent = functions
}

/** The lent functions; undefined while the grid is not loaded. */
export const lentGrid = (): LentGrid | undefined => lent
