import { fail } from '#src/core/errors.ts'

/** The comparisons of a filter. Source: RFC 7644, 3.4.2.2. */
const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
/** A comparison of a filter. */
export type FilterOperator = (typeof operators)[number]

/** A value that an attribute is compared with. */
export type FilterValue = string | number | boolean | null

/** A filter. Paths are in lower case, without the name of a core schema: `name.givenname`, `emails.type`. */
export type ScimFilter =
  | { kind: 'compare'; path: string; operator: FilterOperator; value: FilterValue }
  | { kind: 'present'; path: string }
  | { kind: 'and' | 'or'; parts: readonly ScimFilter[] }
  | { kind: 'not'; part: ScimFilter }

// Longer than any that a system sends, and short enough to be answered at once.
const longestFilter = 2_000
const deepest = 10
const comparisonsMost = 50

const coreSchema = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/

/** Returns the path of an attribute in lower case, without the name of a core schema. */
export const normalizePath = (path: string): string => path.toLowerCase().replace(coreSchema, '')

const tokenPattern =
  /\s*(?:(?<sign>[()[\]])|(?<text>"(?:[^"\\\u0000-\u001f]|\\["\\/bfnrt]|\\u[\da-f]{4})*")|(?<number>-?\d+(?:\.\d+)?(?![\w.:$-]))|(?<word>\.?[a-z$][\w.:$-]*))/iy

interface Token {
  kind: 'sign' | 'text' | 'number' | 'word'
  text: string
}

function tokensOf(filter: string): Token[] {
  const tokens: Token[] = []
  const pattern = new RegExp(tokenPattern)
  const length = filter.trimEnd().length
  while (pattern.lastIndex < length) {
    const at = pattern.lastIndex
    const match = pattern.exec(filter)
    if (!match) return fail('scimFilterBad', { detail: filter.slice(at, at + 40).trim() })
    const { sign, text, number, word } = match.groups ?? {}
    if (sign !== undefined) tokens.push({ kind: 'sign', text: sign })
    else if (text !== undefined) tokens.push({ kind: 'text', text })
    else if (number !== undefined) tokens.push({ kind: 'number', text: number })
    else tokens.push({ kind: 'word', text: word ?? '' })
  }
  return tokens
}

class FilterParser {
  readonly #tokens: Token[]
  #at = 0
  #comparisons = 0

  constructor(tokens: Token[]) {
    this.#tokens = tokens
  }

  parse(): ScimFilter {
    const filter = this.#or('', 0)
    if (this.#at < this.#tokens.length) this.#unexpected()
    return filter
  }

  #unexpected(): never {
    return fail('scimFilterBad', { detail: this.#tokens[this.#at]?.text ?? '…' })
  }

  #isWord(word: string): boolean {
    const token = this.#tokens[this.#at]
    return token?.kind === 'word' && token.text.toLowerCase() === word
  }

  #takeSign(sign: string): boolean {
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'sign' || token.text !== sign) return false
    this.#at++
    return true
  }

  #expectSign(sign: string): void {
    if (!this.#takeSign(sign)) this.#unexpected()
  }

  #joined(kind: 'and' | 'or', next: () => ScimFilter): ScimFilter {
    const parts = [next()]
    while (this.#isWord(kind)) {
      this.#at++
      parts.push(next())
    }
    const [first] = parts
    return parts.length === 1 && first ? first : { kind, parts }
  }

  #or(prefix: string, depth: number): ScimFilter {
    if (depth > deepest) fail('scimFilterBad', { detail: '(((…' })
    return this.#joined('or', () => this.#joined('and', () => this.#term(prefix, depth)))
  }

  #term(prefix: string, depth: number): ScimFilter {
    if (this.#isWord('not')) {
      this.#at++
      this.#expectSign('(')
      const part = this.#or(prefix, depth + 1)
      this.#expectSign(')')
      return { kind: 'not', part }
    }
    if (this.#takeSign('(')) {
      const part = this.#or(prefix, depth + 1)
      this.#expectSign(')')
      return part
    }
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'word' || token.text.startsWith('.')) this.#unexpected()
    this.#at++
    const path = prefix + normalizePath(token.text)
    if (prefix === '' && this.#takeSign('[')) {
      const part = this.#or(`${path}.`, depth + 1)
      this.#expectSign(']')
      const more = this.#tokens[this.#at]
      // as some systems send it: emails[type eq "work"].value eq "a@b.example"
      if (more?.kind !== 'word' || !more.text.startsWith('.')) return part
      this.#at++
      return { kind: 'and', parts: [part, this.#comparison(path + more.text.toLowerCase())] }
    }
    return this.#comparison(path)
  }

  #comparison(path: string): ScimFilter {
    if (++this.#comparisons > comparisonsMost) fail('scimFilterBad', { detail: '…' })
    const token = this.#tokens[this.#at]
    const word = token?.kind === 'word' ? token.text.toLowerCase() : ''
    if (word === 'pr') {
      this.#at++
      return { kind: 'present', path }
    }
    const operator = operators.find((one) => one === word)
    if (!operator) this.#unexpected()
    this.#at++
    return { kind: 'compare', path, operator, value: this.#value() }
  }

  #value(): FilterValue {
    const token = this.#tokens[this.#at] ?? this.#unexpected()
    const { kind, text } = token
    const word = text.toLowerCase()
    const isConstant = kind === 'word' && (word === 'true' || word === 'false' || word === 'null')
    if (kind !== 'text' && kind !== 'number' && !isConstant) this.#unexpected()
    this.#at++
    return JSON.parse(kind === 'text' ? text : word) as FilterValue
  }
}

/**
 * Parses a filter.
 *
 * @throws {AppError} scimFilterBad, also for a filter that is longer or deeper than any system sends
 */
export function parseFilter(text: string): ScimFilter {
  if (text.length > longestFilter) fail('scimFilterBad', { detail: '…' })
  return new FilterParser(tokensOf(text)).parse()
}

const comparers: Record<FilterOperator, (one: string, other: string) => boolean> = {
  eq: (one, other) => one === other,
  ne: (one, other) => one !== other,
  co: (one, other) => one.includes(other),
  sw: (one, other) => one.startsWith(other),
  ew: (one, other) => one.endsWith(other),
  gt: (one, other) => one > other,
  ge: (one, other) => one >= other,
  lt: (one, other) => one < other,
  le: (one, other) => one <= other,
}

/** Returns whether texts compare as the operator says, ignoring case. */
export const compareTexts = (operator: FilterOperator, one: string, other: string): boolean =>
  comparers[operator](one.toLowerCase(), other.toLowerCase())

/** Returns whether values, by the path of their attribute, fit a filter; a missing one fits nothing but `ne`. */
export function fitsFilter(filter: ScimFilter, values: ReadonlyMap<string, string>): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => fitsFilter(part, values))
    case 'or':
      return filter.parts.some((part) => fitsFilter(part, values))
    case 'not':
      return !fitsFilter(filter.part, values)
    case 'present':
      return Boolean(values.get(filter.path))
    case 'compare': {
      const value = values.get(filter.path)
      if (value === undefined) return filter.operator === 'ne'
      return compareTexts(filter.operator, value, String(filter.value ?? ''))
    }
  }
}
