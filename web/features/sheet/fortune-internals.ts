import type { Context, Selection } from '@fortune-sheet/core'
import type { GridCell, GridSheet } from './grid-types.ts'

/** What of the grid's state a formula is reckoned with. */
export interface EvaluationContext {
  luckysheetfile: readonly GridSheet[]
  currentSheetId: string
  lang: string
  formulaCache: { execFunctionGlobalData: object }
}

/** What has been typed into a cell: what the grid reads of the field it stands in. */
export interface TypedText {
  innerText: string
  innerHTML: string
  /** Its parts of different looks. */
  querySelectorAll: (selector: 'span') => readonly { innerText: string; style: { cssText: string } }[]
}

type Rule = NonNullable<GridSheet['dataVerification']>[string]

/** Functions of the grid that it keeps to itself; the build hands them out. */
export interface FortuneInternals {
  execfunction: (
    context: EvaluationContext,
    formula: string,
    row: number,
    column: number,
    sheet: string,
    chain: undefined,
    isRefreshed: boolean,
    isApart: boolean,
  ) => [isRight: boolean, result: unknown, formula: string]
  setCellValue: (
    context: EvaluationContext,
    row: number,
    column: number,
    data: GridCell[][],
    value: { v: unknown; f: string },
  ) => void
  FormulaCache: new () => { execFunctionGlobalData: object }
}

/** Functions of the grid for the keys that take what is typed. */
export interface FortuneKeyInternals {
  /** Takes what was typed, or `value`, into a cell, and ends its edit. */
  updateCell: (
    context: Context,
    row: number,
    column: number,
    typed: TypedText | null,
    value?: string,
    canvas?: CanvasRenderingContext2D | null,
  ) => void
  /** Gives selections their places in px. */
  normalizeSelection: (context: Context, selection: Selection[]) => Selection[] | undefined
  /** Shows what belongs to a cell that is chosen: its hint, the button of its list. */
  cellFocus: (context: Context, row: number, column: number, isClick: boolean) => void
  validateCellData: (context: Context, rule: Rule, value: string) => boolean
  /** Why a value is refused, in the grid's language. */
  getFailureText: (context: Context, rule: Rule) => string
  /** A formula for a cell further down or right, without its `=`. */
  functionCopy: (context: Context, formula: string, mode: 'down' | 'right' | 'up' | 'left', step: number) => string
  /** A formula as HTML, its parts in their colours. */
  functionHTMLGenerate: (formula: string) => string
  /** Whether the formula that is being typed goes on with a cell. */
  israngeseleciton: (context: Context) => boolean
  /** Writes cells that were pointed at into the formula that is being typed. */
  rangeSetValue: (
    context: Context,
    cellInput: HTMLDivElement | null,
    cells: { row: number[]; column: number[] },
    fxInput: HTMLDivElement | null,
  ) => void
  createFormulaRangeSelect: (context: Context, select: NonNullable<Context['formulaRangeSelect']>) => void
}

let lent: FortuneInternals | undefined
let lentForKeys: FortuneKeyInternals | undefined

/** Called by the grid's own code when it is loaded; see build/patch-fortune-sheet.ts. */
export function lendGrid(functions: FortuneInternals): void {
  lent = functions
}

/** The lent functions; undefined while the grid is not loaded. */
export const getFortuneInternals = (): FortuneInternals | undefined => lent

/** Called by the grid's own code, with `lendGrid`. */
export function lendForKeys(functions: FortuneKeyInternals): void {
  lentForKeys = functions
}

/** The functions lent for keys; undefined while the grid is not loaded. */
export const getKeyInternals = (): FortuneKeyInternals | undefined => lentForKeys
