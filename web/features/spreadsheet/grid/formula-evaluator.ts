import type { Context, execfunction, setCellValue } from '@fortune-sheet/core'
import type { GridCell, GridSheet } from './grid-types.ts'

/** The functions of @fortune-sheet/core that evaluate a formula. */
export interface GridFunctions {
  execfunction: typeof execfunction
  setCellValue: typeof setCellValue
  FormulaCache: new () => { execFunctionGlobalData: object }
}

/** The result of a formula: the grid's value, its text and its type. */
type FormulaResult = Pick<GridCell, 'v' | 'm' | 'ct'>

/** A formula without a stored result. */
export interface UnevaluatedFormula {
  sheet: string
  row: number
  column: number
  cell: GridCell & { f: string }
}

/** The maximum recursion depth; deeper formulas are evaluated on their own first. */
const deepest = 100

const keyOf = ({ row, column, sheet }: Omit<UnevaluatedFormula, 'cell'>) => `${row}_${column}_${sheet}`

/** Returns the formulas without a stored result, as old clients leave them. */
export function findUnevaluatedFormulas(sheets: readonly GridSheet[]): UnevaluatedFormula[] {
  return sheets.flatMap(({ id: sheet = '', calcChain = [], data }) =>
    calcChain.flatMap(({ r: row, c: column }: { r: number; c: number }) => {
      const cell = data?.[row]?.[column]
      return cell?.f && cell.v === undefined ? [{ sheet, row, column, cell: { ...cell, f: cell.f } }] : []
    }),
  )
}

/** Evaluates formulas one after another; the formulas that one reads are evaluated first. */
export class FormulaEvaluator {
  readonly results = new Map<string, FormulaResult>()
  readonly #bare: Map<string, UnevaluatedFormula>
  readonly #left: UnevaluatedFormula[]
  readonly #running = new Set<string>()
  readonly #contexts: Context[] = []
  readonly #sheets: readonly GridSheet[]
  readonly #grid: GridFunctions
  readonly #known: object
  /** The formula at which the recursion limit was just reached. */
  #tooDeep: string | undefined

  constructor(sheets: readonly GridSheet[], bare: readonly UnevaluatedFormula[], grid: GridFunctions) {
    this.#grid = grid
    this.#sheets = sheets
    this.#bare = new Map(bare.map((one) => [keyOf(one), one]))
    this.#left = bare.toReversed()
    this.#known = new Proxy(
      {},
      { get: (_, key) => (typeof key === 'string' ? (this.results.get(key) ?? this.#evaluate(key)) : undefined) },
    )
  }

  /**
   * Continues for `ms` milliseconds.
   *
   * @returns whether all formulas are evaluated
   */
  goOn(ms: number): boolean {
    const end = performance.now() + ms
    while (performance.now() < end) {
      const next = this.#left.pop()
      if (!next) return true
      this.#evaluateAll(keyOf(next))
    }
    return this.#left.length === 0
  }

  /** Returns the results with their positions. */
  done(): (UnevaluatedFormula & FormulaResult)[] {
    return [...this.results].flatMap(([key, result]) => {
      const bare = this.#bare.get(key)
      return bare ? [{ ...bare, ...result }] : []
    })
  }

  #evaluateAll(first: string): void {
    const stack = [first]
    for (let key = stack.at(-1); key !== undefined; key = stack.at(-1)) {
      this.#tooDeep = undefined
      if (!this.results.has(key)) this.#evaluate(key)
      const deep: string | undefined = this.#tooDeep
      if (deep === undefined) stack.pop()
      else if (stack.includes(deep)) this.results.set(deep, { v: '#REF!', m: '#REF!' })
      else stack.push(deep)
    }
  }

  #context(depth: number): Context {
    const known = this.#contexts[depth]
    if (known) return known
    const formulaCache = new this.#grid.FormulaCache()
    formulaCache.execFunctionGlobalData = this.#known
    // the part of the grid's state that evaluation reads
    const made = { luckysheetfile: this.#sheets, currentSheetId: '', lang: 'en', formulaCache } as unknown as Context
    this.#contexts[depth] = made
    return made
  }

  #evaluate(key: string): FormulaResult | undefined {
    const bare = this.#bare.get(key)
    if (!bare) return undefined
    if (this.#running.has(key)) return { v: '#REF!' } // a circular reference
    if (this.#running.size >= deepest) {
      this.#tooDeep ??= key
      return undefined
    }
    const context = this.#context(this.#running.size)
    context.currentSheetId = bare.sheet
    this.#running.add(key)
    try {
      const { row, column, sheet, cell } = bare
      const [, v] = this.#grid.execfunction(context, cell.f, row, column, sheet, undefined, false, true)
      if (this.#tooDeep !== undefined) return undefined
      const data = [[{ ...cell, ...(cell.ct && { ct: { ...cell.ct } }) }]]
      this.#grid.setCellValue(context, 0, 0, data, { v, f: cell.f })
      const { v: value, m, ct } = data[0]?.[0] ?? {}
      const result: FormulaResult = {
        ...(value !== undefined && { v: value }),
        ...(m !== undefined && { m }),
        ...(ct && { ct }),
      }
      this.results.set(key, result)
      return result
    } catch {
      return undefined // a formula that the grid cannot evaluate stays as it is
    } finally {
      this.#running.delete(key)
    }
  }
}

/** Returns whether two states of the grid differ only in the results of these formulas. */
export function differOnlyIn(
  formulas: readonly UnevaluatedFormula[],
  before: readonly GridSheet[],
  after: readonly GridSheet[],
): boolean {
  const keys = new Set(formulas.map(keyOf))
  return (
    before.length === after.length &&
    after.every((sheet, at) => {
      const was = before[at]
      if (sheet === was) return true
      const { data = [], ...others } = sheet
      const { data: former = [], ...otherFormer } = was ?? {}
      const isSame = JSON.stringify(others) === JSON.stringify(otherFormer)
      if (!isSame || data.length !== former.length) return false
      return data.every(
        (cells, row) =>
          cells === former[row] ||
          cells.every((cell, column) => {
            if (cell === former[row]?.[column]) return true
            const key = keyOf({ row, column, sheet: sheet.id ?? '' })
            return keys.has(key) && cell?.f === former[row]?.[column]?.f
          }),
      )
    })
  )
}
