import type { Context, Selection } from '@fortune-sheet/core'
import type { GridCell, GridSheet } from './grid-types.ts'

/** The part of the grid's state that a formula is evaluated with. */
export interface EvaluationContext {
  luckysheetfile: readonly GridSheet[]
  currentSheetId: string
  lang: string
  formulaCache: { execFunctionGlobalData: object }
}

/** The text typed into a cell: what the grid reads of the input element. */
export interface TypedText {
  innerText: string
  innerHTML: string
  /** Its parts with different styles. */
  querySelectorAll: (selector: 'span') => readonly { innerText: string; style: { cssText: string } }[]
}

type Rule = NonNullable<GridSheet['dataVerification']>[string]

/** Private functions of the grid that the build exposes. */
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

/** Private functions of the grid for the keys that commit the typed text. */
export interface FortuneKeyInternals {
  /** Writes the typed text, or `value`, into a cell and ends editing. */
  updateCell: (
    context: Context,
    row: number,
    column: number,
    typed: TypedText | null,
    value?: string,
    canvas?: CanvasRenderingContext2D | null,
  ) => void
  /** Sets the positions of selections in px. */
  normalizeSelection: (context: Context, selection: Selection[]) => Selection[] | undefined
  /** Shows what belongs to the selected cell: its hint, the button of its list. */
  cellFocus: (context: Context, row: number, column: number, isClick: boolean) => void
  validateCellData: (context: Context, rule: Rule, value: string) => boolean
  /** Returns why a value is rejected, in the grid's language. */
  getFailureText: (context: Context, rule: Rule) => string
  /** Returns a formula for a cell further down or right, without its `=`. */
  functionCopy: (context: Context, formula: string, mode: 'down' | 'right' | 'up' | 'left', step: number) => string
  /** Returns a formula as HTML with its parts colored. */
  functionHTMLGenerate: (formula: string) => string
  /** Returns whether the formula being typed continues with a cell reference. */
  israngeseleciton: (context: Context) => boolean
  /** Inserts the cells that were pointed at into the formula being typed. */
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

/** Registers the grid's functions. Called by the grid's own code when it loads; see patches/README.md. */
export function lendGrid(functions: FortuneInternals): void {
  lent = functions
}

/** Returns the registered functions; undefined while the grid is not loaded. */
export const getFortuneInternals = (): FortuneInternals | undefined => lent

/** Registers the grid's functions for keys. Called by the grid's own code, with `lendGrid`. */
export function lendForKeys(functions: FortuneKeyInternals): void {
  lentForKeys = functions
}

/** Returns the registered functions for keys; undefined while the grid is not loaded. */
export const getKeyInternals = (): FortuneKeyInternals | undefined => lentForKeys
