import {
  type Area,
  type CellValue,
  type Fields,
  getCellStyle,
  isFormula,
  isNumberText,
  iterateCells,
  numberIn,
  type StoredCell,
  type StoredSheet,
  shownText,
  toFields,
} from './form.ts'
import { getFormatCode, isErrorText, plainFormat } from './formats.ts'
import { FormulaError, parseFormula } from './formula.ts'

/**
 * How many cells the formulas of a sheet may read in all: otherwise a malicious text could keep them reading for hours.
 */
const mostReads = 2_000_000

/** The number of decimals that a result shows. Source: the grid. */
const digits = 9

/** The stored result of a formula. */
type Result = Required<Pick<StoredCell, 'shown' | 'value'>>

/** Whether a formula has no stored result, as x-spreadsheet leaves them. */
const isBare = (cell: StoredCell): boolean => isFormula(cell) && cell.shown === undefined && cell.value === undefined

/** Returns the value of a cell as formulas read it; undefined for a formula without a result. */
function valueIn(cell: StoredCell, sheet: StoredSheet): CellValue | undefined {
  if (cell.value !== undefined && (isFormula(cell) || cell.t === 'd')) return cell.value
  const text = shownText(cell)
  if (isFormula(cell)) return isNumberText(text) ? Number(text) : text
  if (cell.t === 'b') return /^true$/i.test(text)
  const number = getFormatCode(getCellStyle(sheet, cell)) === '@' ? undefined : numberIn(cell)
  return number ?? (typeof cell.text === 'string' ? cell.text : text)
}

/** A formula that reads an unsupported one has no result either. */
class NotEvaluated extends Error {}

/** Evaluates the formulas of one sheet that have no stored result. */
class Results {
  readonly #sheet: StoredSheet
  readonly #rows = new Map<number, Map<number, StoredCell>>()
  readonly #values = new Map<StoredCell, CellValue | undefined>()
  readonly #open = new Set<StoredCell>()
  readonly #bare: StoredCell[] = []
  #missing: StoredCell[] = []
  #reads = 0

  constructor(sheet: StoredSheet) {
    this.#sheet = sheet
    for (const [row, column, cell] of iterateCells(sheet)) {
      const inRow = this.#rows.get(row) ?? new Map<number, StoredCell>()
      this.#rows.set(row, inRow.set(column, cell))
      if (isBare(cell)) this.#bare.push(cell)
    }
  }

  /** Returns the results by cell; formulas that are not supported are absent. */
  all(): Map<StoredCell, Result> {
    const left = this.#bare.toReversed()
    for (let cell = left.at(-1); cell && this.#reads < mostReads; cell = left.at(-1)) {
      if (this.#values.has(cell)) {
        left.pop()
        this.#open.delete(cell)
        continue
      }
      this.#missing = []
      this.#open.add(cell)
      const value = this.#evaluate(cell)
      if (this.#reads >= mostReads) break
      const closed = this.#missing.find((one) => this.#open.has(one))
      if (closed)
        this.#values.set(closed, '#REF!') // it refers to itself
      else if (this.#missing.length > 0) for (const one of this.#missing) left.push(one)
      else this.#values.set(cell, value)
    }
    return new Map(this.#bare.flatMap((cell) => this.#shown(cell)))
  }

  #shown(cell: StoredCell): [StoredCell, Result][] {
    const value = this.#values.get(cell)
    if (value === undefined) return []
    if (typeof value === 'boolean') return [[cell, { value, shown: String(value).toUpperCase() }]]
    if (typeof value === 'string') return [[cell, { value, shown: value }]]
    const shown = plainFormat(Number(value.toFixed(digits)), getFormatCode(getCellStyle(this.#sheet, cell)))
    return shown === undefined ? [] : [[cell, { value, shown }]]
  }

  #evaluate(cell: StoredCell): CellValue | undefined {
    try {
      const value = parseFormula(cell.text ?? '')?.(this.#read, (area) => this.#area(area))
      return typeof value === 'number' && !Number.isFinite(value) ? '#NUM!' : value
    } catch (error) {
      if (error instanceof FormulaError) return error.message
      if (error instanceof NotEvaluated) return undefined
      throw error
    }
  }

  readonly #read = (row: number, column: number): CellValue | undefined => {
    this.#reads += 1
    const cell = this.#rows.get(row)?.get(column)
    if (!cell || (cell.text === undefined && cell.value === undefined) || cell.text === '') return undefined
    if (!isBare(cell)) return this.#known(valueIn(cell, this.#sheet))
    if (!this.#values.has(cell)) {
      this.#missing.push(cell)
      return undefined
    }
    const value = this.#values.get(cell)
    if (value === undefined) throw new NotEvaluated()
    return this.#known(value)
  }

  #known(value: CellValue | undefined): CellValue | undefined {
    if (isErrorText(value)) throw new FormulaError(String(value))
    return value
  }

  *#area({ row, column }: Area): Generator<CellValue> {
    for (let r = row[0]; r <= row[1] && this.#reads < mostReads; r += 1) {
      this.#reads += 1
      for (const c of this.#columnsIn(r, column)) {
        const value = this.#read(r, c)
        if (value !== undefined) yield value
      }
    }
  }

  /** Returns the non-empty columns of a row within a range. */
  #columnsIn(row: number, [first, last]: Area['column']): number[] {
    const inRow = this.#rows.get(row)
    if (!inRow) return []
    if (first === last) return inRow.has(first) ? [first] : []
    this.#reads += inRow.size
    return [...inRow.keys()].filter((column) => column >= first && column <= last)
  }
}

/**
 * Returns a sheet whose formulas have results, including those for which none is stored; the same sheet when there are
 * none. Unsupported formulas stay as they are. The given sheet is not changed.
 */
export function withResults(sheet: StoredSheet): StoredSheet {
  const results = new Results(sheet).all()
  if (results.size === 0) return sheet
  const rows: Fields = {}
  for (const [name, row] of Object.entries(toFields(sheet.rows))) {
    const cells = Object.entries(toFields(toFields(row)['cells']))
    const hasResult = cells.some(([, cell]) => results.has(cell as StoredCell))
    rows[name] = hasResult
      ? {
          ...toFields(row),
          cells: Object.fromEntries(
            cells.map(([column, cell]) => [column, { ...toFields(cell), ...results.get(cell as StoredCell) }]),
          ),
        }
      : row
  }
  return { ...sheet, rows }
}
