import { type Area, type CellValue, parseCellAddress } from './form.ts'

/** Reads a cell for a formula: a value, or undefined for an empty cell. */
type Read = (row: number, column: number) => CellValue | undefined

/** Reads the values of the non-empty cells of an area. */
type ReadArea = (area: Area) => Iterable<CellValue>

/** A parsed formula: computes its result from the cells it reads. @throws {FormulaError} when the result is an error */
type Formula = (read: Read, readArea: ReadArea) => CellValue

/** An error as a result: `#DIV/0!`. */
export class FormulaError extends Error {}

type Value = CellValue | undefined
type Term =
  /** A value with an area is a single cell. */
  { of: 'value'; give: (read: Read, readArea: ReadArea) => Value; area?: Area } | { of: 'area'; area: Area }

const badValue = () => new FormulaError('#VALUE!')

function numberOf(value: Value): number {
  if (value === undefined) return 0
  const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value)
  if (Number.isNaN(number)) throw badValue()
  return number
}

function truthOf(value: Value): boolean {
  if (typeof value !== 'string') return Boolean(value)
  if (/^(true|false)$/i.test(value)) return /^true$/i.test(value)
  throw badValue()
}

const textOf = (value: Value): string =>
  value === undefined ? '' : typeof value === 'boolean' ? String(value).toUpperCase() : String(value)

const rank = (value: CellValue) => ['number', 'string', 'boolean'].indexOf(typeof value)

/**
 * Compares as Excel orders values: numbers, strings ignoring case, FALSE and TRUE. Returns a negative, zero or positive
 * number.
 */
function compare(left: Value, right: Value): number {
  const like = (value: Value, other: Value): CellValue =>
    value ?? (typeof other === 'string' ? '' : typeof other === 'boolean' ? false : 0)
  const [a, b] = [like(left, right), like(right, left)]
  if (rank(a) !== rank(b)) return rank(a) - rank(b)
  if (typeof a === 'string') return a.toLowerCase().localeCompare(String(b).toLowerCase())
  return Number(a) - Number(b)
}

/**
 * Returns the numbers of terms as sums read them: from cells that contain one, and all literals in the formula itself.
 */
function numbersOf(terms: readonly Term[], read: Read, readArea: ReadArea): number[] {
  const numbers: number[] = []
  for (const term of terms) {
    if (term.area) for (const value of readArea(term.area)) numbers.push(...(typeof value === 'number' ? [value] : []))
    else if (term.of === 'value') numbers.push(numberOf(term.give(read, readArea)))
  }
  return numbers
}

function valuesOf(terms: readonly Term[], read: Read, readArea: ReadArea): CellValue[] {
  return terms.flatMap((term) => {
    if (term.of === 'area') return [...readArea(term.area)]
    const value = term.give(read, readArea)
    return value === undefined ? [] : [value]
  })
}

function divided(by: number): number {
  if (by === 0) throw new FormulaError('#DIV/0!')
  return by
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
const least = (numbers: readonly number[]) => numbers.reduce((found, one) => Math.min(found, one), numbers[0] ?? 0)
const greatest = (numbers: readonly number[]) => numbers.reduce((found, one) => Math.max(found, one), numbers[0] ?? 0)

type Aggregate = (numbers: readonly number[]) => number

/** Functions of numbers. */
const aggregates: Record<string, Aggregate> = {
  SUM: sum,
  AVERAGE: (numbers) => sum(numbers) / divided(numbers.length),
  MAX: greatest,
  MIN: least,
  COUNT: (numbers) => numbers.length,
  PRODUCT: (numbers) => (numbers.length > 0 ? numbers.reduce((product, one) => product * one, 1) : 0),
}

/** Functions of values. Source: those of x-spreadsheet, plus the other most common ones. */
const functions: Record<string, (values: readonly CellValue[]) => CellValue> = {
  AND: (values) => values.every(truthOf),
  OR: (values) => values.some(truthOf),
  CONCAT: (values) => values.map(textOf).join(''),
  CONCATENATE: (values) => values.map(textOf).join(''),
  COUNTA: (values) => values.length,
}

/** Functions of a fixed number of values. */
const fixed: Record<string, { least: number; most: number; give: (values: readonly Value[]) => CellValue }> = {
  NOT: { least: 1, most: 1, give: ([value]) => !truthOf(value) },
  ABS: { least: 1, most: 1, give: ([value]) => Math.abs(numberOf(value)) },
  ROUND: {
    least: 2,
    most: 2,
    give: ([value, digits]) => {
      const factor = 10 ** Math.trunc(numberOf(digits))
      const number = numberOf(value)
      return (Math.sign(number) * Math.round(Math.abs(number) * factor * (1 + Number.EPSILON))) / factor
    },
  },
}

/** The maximum depth of parentheses; handwritten formulas have fewer. */
const deepest = 64

/** The maximum length of a formula. Source: Excel. */
const longest = 8192

const token =
  /\s*(?:(?<number>(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)|"(?<text>(?:[^"]|"")*)"|(?<cell>\$?[a-z]{1,3}\$?\d{1,7})(?![a-z0-9_(])|(?<name>[a-z][a-z0-9.]*)|(?<sign><>|<=|>=|[-+*/^&=<>(),:%]))/iy

type Token = Record<'number' | 'text' | 'cell' | 'name' | 'sign', string | undefined>

function tokensOf(text: string): Token[] | undefined {
  const tokens: Token[] = []
  token.lastIndex = 0
  while (token.lastIndex < text.length) {
    const found = token.exec(text)?.groups
    if (!found) return undefined
    tokens.push(found as Token)
  }
  return tokens
}

/** The formula is not supported and stays as it is. */
class NotUnderstood extends Error {}

const value = (give: (read: Read, readArea: ReadArea) => Value): Term => ({ of: 'value', give })

/** Parses a formula from its tokens, from the lowest precedence to the highest. */
class Parser {
  readonly #tokens: readonly Token[]
  #at = 0
  #depth = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  whole(): Term {
    const term = this.#comparison()
    if (this.#at < this.#tokens.length) throw new NotUnderstood()
    return term
  }

  /** Consumes an operator if it is one of these. */
  #sign(...signs: string[]): string | undefined {
    const sign = this.#tokens[this.#at]?.sign
    if (sign === undefined || !signs.includes(sign)) return undefined
    this.#at += 1
    return sign
  }

  #must(sign: string): void {
    if (!this.#sign(sign)) throw new NotUnderstood()
  }

  #chain(signs: string[], next: () => Term, apply: (left: Value, right: Value, sign: string) => CellValue): Term {
    let term = next()
    for (let sign = this.#sign(...signs); sign !== undefined; sign = this.#sign(...signs)) {
      const [left, right, by] = [giver(term), giver(next()), sign]
      term = value((read, readArea) => apply(left(read, readArea), right(read, readArea), by))
    }
    return term
  }

  #comparison(): Term {
    return this.#chain(['=', '<>', '<', '>', '<=', '>='], this.#joined, (left, right, sign) => {
      const order = compare(left, right)
      if (sign === '=') return order === 0
      if (sign === '<>') return order !== 0
      if (order === 0) return sign.length === 2
      return order < 0 === sign.startsWith('<')
    })
  }

  readonly #joined = (): Term => this.#chain(['&'], this.#added, (left, right) => textOf(left) + textOf(right))

  readonly #added = (): Term =>
    this.#chain(['+', '-'], this.#multiplied, (left, right, sign) =>
      sign === '+' ? numberOf(left) + numberOf(right) : numberOf(left) - numberOf(right),
    )

  readonly #multiplied = (): Term =>
    this.#chain(['*', '/'], this.#raised, (left, right, sign) =>
      sign === '*' ? numberOf(left) * numberOf(right) : numberOf(left) / divided(numberOf(right)),
    )

  readonly #raised = (): Term =>
    this.#chain(['^'], this.#signed, (left, right) => {
      const power = numberOf(left) ** numberOf(right)
      if (!Number.isFinite(power)) throw new FormulaError('#NUM!')
      return power
    })

  readonly #signed = (): Term => {
    let isNegative = false
    let count = 0
    for (let sign = this.#sign('-', '+'); sign !== undefined; sign = this.#sign('-', '+')) {
      if (sign === '-') isNegative = !isNegative
      count += 1
    }
    const term = this.#percent()
    if (count === 0) return term
    const give = giver(term)
    return value((read, readArea) => (isNegative ? -numberOf(give(read, readArea)) : give(read, readArea)))
  }

  #percent(): Term {
    let term = this.#single()
    while (this.#sign('%')) {
      const give = giver(term)
      term = value((read, readArea) => numberOf(give(read, readArea)) / 100)
    }
    return term
  }

  #single(): Term {
    const next = this.#tokens[this.#at]
    if (!next) throw new NotUnderstood()
    this.#at += 1
    const { number, text, cell, name, sign } = next
    if (number !== undefined) return value(() => Number(number))
    if (text !== undefined) return value(() => text.replaceAll('""', '"'))
    if (cell !== undefined) return this.#cell(cell)
    if (name !== undefined) return this.#named(name.toUpperCase())
    if (sign !== '(') throw new NotUnderstood()
    const term = this.#inside(() => this.#comparison())
    this.#must(')')
    return term
  }

  #inside<T>(parse: () => T): T {
    this.#depth += 1
    if (this.#depth > deepest) throw new NotUnderstood()
    const parsed = parse()
    this.#depth -= 1
    return parsed
  }

  #cell(address: string): Term {
    const from = parseCellAddress(address)
    if (!from) throw new NotUnderstood()
    const { row, column } = from
    if (!this.#sign(':')) {
      const area: Area = { row: [row, row], column: [column, column] }
      return { of: 'value', give: (read) => read(row, column), area }
    }
    const to = parseCellAddress(this.#tokens[this.#at]?.cell ?? '')
    if (!to) throw new NotUnderstood()
    this.#at += 1
    const order = (a: number, b: number): [number, number] => [Math.min(a, b), Math.max(a, b)]
    return { of: 'area', area: { row: order(row, to.row), column: order(column, to.column) } }
  }

  #named(name: string): Term {
    if (!this.#sign('(')) {
      if (name === 'TRUE' || name === 'FALSE') return value(() => name === 'TRUE')
      throw new NotUnderstood()
    }
    const terms = this.#inside(() => this.#terms())
    if (name === 'IF') return ifTerm(terms)
    const aggregate = Object.hasOwn(aggregates, name) ? aggregates[name] : undefined
    if (aggregate) return value((read, readArea) => aggregate(numbersOf(terms, read, readArea)))
    const give = Object.hasOwn(functions, name) ? functions[name] : undefined
    if (give) return value((read, readArea) => give(valuesOf(terms, read, readArea)))
    const one = Object.hasOwn(fixed, name) ? fixed[name] : undefined
    if (!one || terms.length < one.least || terms.length > one.most) throw new NotUnderstood()
    const givers = terms.map(giver)
    return value((read, readArea) => one.give(givers.map((each) => each(read, readArea))))
  }

  #terms(): Term[] {
    if (this.#sign(')')) return []
    const terms = [this.#comparison()]
    while (this.#sign(',')) terms.push(this.#comparison())
    this.#must(')')
    return terms
  }
}

/** Returns a reader of a term as a single value; an area is not one. */
function giver(term: Term): (read: Read, readArea: ReadArea) => Value {
  if (term.of === 'value') return term.give
  return () => {
    throw badValue()
  }
}

function ifTerm(terms: readonly Term[]): Term {
  const [test, yes, no] = terms.map(giver)
  if (!test || !yes || terms.length > 3) throw new NotUnderstood()
  return value((read, readArea) => {
    if (truthOf(test(read, readArea))) return yes(read, readArea)
    return no ? no(read, readArea) : false
  })
}

/**
 * Parses a formula that begins with `=`: arithmetic, comparisons, and the functions of x-spreadsheet. Returns undefined
 * for one that needs more.
 */
export function parseFormula(text: string): Formula | undefined {
  if (text.length > longest) return undefined
  const tokens = tokensOf(text.slice(1).trim())
  if (!tokens || tokens.length === 0) return undefined
  try {
    const give = giver(new Parser(tokens).whole())
    return (read, readArea) => give(read, readArea) ?? 0
  } catch (error) {
    if (error instanceof NotUnderstood) return undefined
    throw error
  }
}
