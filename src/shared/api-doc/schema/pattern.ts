/**
 * Regular expressions in linear time: all paths through a pattern are followed at once, so there is no backtracking and
 * no pattern can take forever. It supports only what needs no memory of the path: no look-behind, no back references.
 * Look-ahead takes at most the square of the text, and its effort counts as that of every other step.
 */

/** Why a pattern is not accepted, and where. */
export class PatternError extends Error {
  readonly reason: 'bad' | 'tooLarge' | 'tooLong'
  /** The position of what is not understood, in characters from 1; for a pattern that is too long, the most allowed. */
  readonly at: number

  constructor(reason: PatternError['reason'], at = 0) {
    super(`pattern: ${reason}`)
    this.reason = reason
    this.at = at
  }
}

type Test = (code: number) => boolean

/** A part of a pattern. */
export type PatternNode =
  | {
      kind: 'one'
      test: Test
      /** A character that it matches, when one is known. */
      sample?: number
    }
  | { kind: 'start' | 'end' }
  | { kind: 'edge'; isNegative: boolean }
  | { kind: 'ahead'; part: PatternNode; isNegative: boolean }
  | { kind: 'all'; parts: PatternNode[] }
  | { kind: 'any'; ways: PatternNode[] }
  | { kind: 'repeat'; part: PatternNode; min: number; max: number }

type Step =
  | { kind: 'one'; test: Test; next: number }
  | { kind: 'start' | 'end'; next: number }
  | { kind: 'edge'; isNegative: boolean; next: number }
  | { kind: 'ahead'; first: number; isNegative: boolean; next: number }
  | { kind: 'fork'; ways: number[] }
  | { kind: 'found' }

/** A compiled pattern. */
export interface Pattern {
  steps: readonly Step[]
  first: number
}

// Maximum length of a pattern, in characters. Source: reference, formats-and-data 5.1.
const patternMost = 500
// A pattern of that length has fewer steps unless it has counted repetitions.
const stepsMost = 2_000
const deepest = 30

const codeOf = (sign: string): number => sign.codePointAt(0) ?? 0
const isDigit: Test = (code) => code >= 48 && code <= 57
const isWord: Test = (code) => isDigit(code) || code === 95 || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
const isSpace: Test = (code) => (code >= 9 && code <= 13) || code === 32
const not =
  (test: Test): Test =>
  (code) =>
    !test(code)

const classes = new Map<string, Test>([
  ['d', isDigit],
  ['D', not(isDigit)],
  ['w', isWord],
  ['W', not(isWord)],
  ['s', isSpace],
  ['S', not(isSpace)],
])
const controls = new Map([
  ['n', 10],
  ['r', 13],
  ['t', 9],
  ['f', 12],
  ['v', 11],
])

/**
 * Which patterns are understood: those of mock paths, or also what the patterns of JSON Schema (ECMA-262) have beyond
 * them: look-ahead, word boundaries, and characters by their number or property.
 */
type Dialect = 'path' | 'schema'

class Parser {
  readonly #signs: string[]
  readonly #dialect: Dialect
  #at = 0

  constructor(text: string, dialect: Dialect) {
    this.#signs = [...text]
    this.#dialect = dialect
  }

  whole(): PatternNode {
    const node = this.#either(0)
    return this.#at < this.#signs.length ? this.#bad() : node
  }

  #bad(): never {
    throw new PatternError('bad', this.#at + 1)
  }

  #peek(): string {
    return this.#signs[this.#at] ?? ''
  }

  #take(): string {
    const sign = this.#signs[this.#at] ?? this.#bad()
    this.#at++
    return sign
  }

  #skips(text: string): boolean {
    if (
      !this.#signs
        .slice(this.#at, this.#at + text.length)
        .join('')
        .startsWith(text)
    )
      return false
    this.#at += text.length
    return true
  }

  #either(depth: number): PatternNode {
    if (depth > deepest) this.#bad()
    const ways = [this.#sequence(depth)]
    while (this.#skips('|')) ways.push(this.#sequence(depth))
    return ways.length === 1 && ways[0] ? ways[0] : { kind: 'any', ways }
  }

  #sequence(depth: number): PatternNode {
    const parts: PatternNode[] = []
    while (!['', '|', ')'].includes(this.#peek())) parts.push(this.#repeated(this.#atom(depth)))
    return { kind: 'all', parts }
  }

  #repeated(part: PatternNode): PatternNode {
    const count = this.#count()
    if (!count) return part
    // A lazy quantifier finds the same; a possessive one does not.
    this.#skips('?')
    if (['*', '+', '?'].includes(this.#peek()) || this.#count()) this.#bad()
    return { kind: 'repeat', part, ...count }
  }

  #count(): { min: number; max: number } | undefined {
    if (this.#skips('*')) return { min: 0, max: Number.POSITIVE_INFINITY }
    if (this.#skips('+')) return { min: 1, max: Number.POSITIVE_INFINITY }
    if (this.#skips('?')) return { min: 0, max: 1 }
    const rest = this.#signs.slice(this.#at, this.#at + 12).join('')
    const [text, from, comma, to] = /^\{(\d{1,4})(,)?(\d{0,4})\}/.exec(rest) ?? []
    if (text === undefined || (!comma && to !== '')) return undefined
    const min = Number(from)
    const max = !comma ? min : to === '' ? Number.POSITIVE_INFINITY : Number(to)
    if (min > max) this.#bad()
    this.#at += text.length
    return { min, max }
  }

  #atom(depth: number): PatternNode {
    const sign = this.#peek()
    if (['*', '+', '?'].includes(sign)) this.#bad()
    this.#at++
    if (sign === '(') return this.#group(depth)
    if (sign === '[') return { kind: 'one', test: this.#set() }
    if (sign === '^') return { kind: 'start' }
    if (sign === '$') return { kind: 'end' }
    if (sign === '.') return { kind: 'one', test: (code) => code !== 10 }
    if (this.#dialect === 'schema' && sign === '\\' && /[bB]/.test(this.#peek()))
      return { kind: 'edge', isNegative: this.#take() === 'B' }
    const wanted = sign === '\\' ? this.#escape() : codeOf(sign)
    return typeof wanted === 'number'
      ? { kind: 'one', test: (code) => code === wanted, sample: wanted }
      : { kind: 'one', test: wanted }
  }

  #group(depth: number): PatternNode {
    const isAhead = this.#dialect === 'schema' && this.#peek() === '?' && /[=!]/.test(this.#signs[this.#at + 1] ?? '')
    if (isAhead) {
      const isNegative = this.#signs[this.#at + 1] === '!'
      this.#at += 2
      const part = this.#either(depth + 1)
      return this.#skips(')') ? { kind: 'ahead', part, isNegative } : this.#bad()
    }
    if (this.#peek() === '?') {
      const [kind] = /^\?(?::|P?<\w{1,30}>)/.exec(this.#signs.slice(this.#at, this.#at + 40).join('')) ?? this.#bad()
      this.#at += kind.length
    }
    const inner = this.#either(depth + 1)
    return this.#skips(')') ? inner : this.#bad()
  }

  /** Parses what follows a backslash: a literal character, or a class. */
  #escape(): number | Test {
    const sign = this.#take()
    const known = classes.get(sign) ?? controls.get(sign)
    if (known !== undefined) return known
    const wide = this.#dialect === 'schema' ? this.#wideEscape(sign) : undefined
    if (wide !== undefined) return wide
    if (/[A-Za-z0-9]/.test(sign)) {
      this.#at--
      this.#bad()
    }
    return codeOf(sign)
  }

  /** Parses a character by its number or property: `\\u4e2d`, `\\u{1f642}`, `\\x41`, `\\0`, `\\p{L}`. */
  #wideEscape(sign: string): number | Test | undefined {
    const rest = this.#signs.slice(this.#at, this.#at + 60).join('')
    if (sign === '0' && !/^\d/.test(rest)) return 0
    const [digits, ...numbers] =
      (sign === 'u' ? /^(?:\{([\da-f]{1,6})\}|([\da-f]{4}))/i : sign === 'x' ? /^([\da-f]{2})/i : /^(?!)/).exec(rest) ??
      []
    if (digits !== undefined) {
      this.#at += digits.length
      return Number.parseInt(numbers.find((one) => one !== undefined) ?? '', 16)
    }
    const [property] = /^\{[\w=]{1,50}\}/.exec(rest) ?? []
    if (!/[pP]/.test(sign) || property === undefined) return undefined
    let pattern: RegExp
    try {
      // one character at a time, so its cost is that of a look-up
      pattern = new RegExp(`\\${sign}${property}`, 'u')
    } catch {
      return this.#bad()
    }
    this.#at += property.length
    return (code) => pattern.test(String.fromCodePoint(code))
  }

  #set(): Test {
    const isNegative = this.#skips('^')
    const tests: Test[] = []
    for (let isFirst = true; isFirst || this.#peek() !== ']'; isFirst = false) {
      if (this.#peek() === '[' && /[:.=]/.test(this.#signs[this.#at + 1] ?? '')) this.#bad()
      const low = this.#setSign()
      const isRange = typeof low === 'number' && this.#peek() === '-' && this.#signs[this.#at + 1] !== ']'
      if (typeof low !== 'number') tests.push(low)
      else if (!isRange) tests.push((code) => code === low)
      else {
        this.#at++
        const high = this.#setSign()
        if (typeof high !== 'number' || high < low) this.#bad()
        tests.push((code) => code >= low && code <= high)
      }
    }
    this.#at++
    const isIn: Test = (code) => tests.some((test) => test(code))
    return isNegative ? not(isIn) : isIn
  }

  #setSign(): number | Test {
    const sign = this.#take()
    return sign === '\\' ? this.#escape() : codeOf(sign)
  }
}

/** Compiles a tree to steps, from the last one to the first. */
class Layout {
  readonly steps: Step[] = [{ kind: 'found' }]
  #laid = 0

  #add(step: Step): number {
    return this.steps.push(step) - 1
  }

  /** Compiles `node` before the step `next`; returns its first step. */
  lay(node: PatternNode, next: number): number {
    if (++this.#laid > stepsMost) throw new PatternError('tooLarge')
    switch (node.kind) {
      case 'one':
        return this.#add({ kind: 'one', test: node.test, next })
      case 'all':
        return node.parts.reduceRight((after, part) => this.lay(part, after), next)
      case 'any':
        return this.#add({ kind: 'fork', ways: node.ways.map((way) => this.lay(way, next)) })
      case 'repeat':
        return this.#repeat(node, next)
      case 'ahead':
        return this.#add({ kind: 'ahead', first: this.lay(node.part, 0), isNegative: node.isNegative, next })
      case 'edge':
        return this.#add({ kind: 'edge', isNegative: node.isNegative, next })
      default:
        return this.#add({ kind: node.kind, next })
    }
  }

  #repeat({ part, min, max }: { part: PatternNode; min: number; max: number }, next: number): number {
    let first = next
    if (max === Number.POSITIVE_INFINITY) {
      const ways = [next]
      first = this.#add({ kind: 'fork', ways })
      ways.push(this.lay(part, first))
    } else
      for (let more = min; more < max; more++) first = this.#add({ kind: 'fork', ways: [next, this.lay(part, first)] })
    for (let must = 0; must < min; must++) first = this.lay(part, first)
    return first
  }
}

/** Parses a regular expression into its parts. @throws {PatternError} */
export function parsePatternTree(text: string, dialect: Dialect = 'path'): PatternNode {
  if (text.length > patternMost) throw new PatternError('tooLong', patternMost)
  return new Parser(text, dialect).whole()
}

/** Parses a regular expression. @throws {PatternError} */
export function parsePattern(text: string, dialect: Dialect = 'path'): Pattern {
  const layout = new Layout()
  const first = layout.lay(parsePatternTree(text, dialect), 0)
  return { steps: layout.steps, first }
}

/** How many steps are left, over all patterns that are tried. */
export interface Effort {
  left: number
}

/** Returns whether `pattern` matches anywhere in `text`; also false when no effort is left. */
export const isFound = (pattern: Pattern, text: string, effort: Effort): boolean =>
  isFoundFrom(pattern, Array.from(text, codeOf), { from: 0, isAnywhere: true }, effort)

/** @param place where a match begins: at `from`, or anywhere after it as well */
function isFoundFrom(
  { steps, first }: Pattern,
  signs: readonly number[],
  { from, isAnywhere }: { from: number; isAnywhere: boolean },
  effort: Effort,
): boolean {
  // For each step, the position at which it was last reached.
  const reached = new Int32Array(steps.length).fill(-1)
  const isWordAt = (at: number): boolean => at >= 0 && at < signs.length && isWord(signs[at] ?? 0)
  let here: number[] = [first]
  for (let at = from; at <= signs.length && here.length > 0; at++) {
    const ahead: number[] = []
    for (let number = here.pop(); number !== undefined; number = here.pop()) {
      if (reached[number] === at) continue
      reached[number] = at
      if (--effort.left < 0) return false
      const step = steps[number]
      switch (step?.kind) {
        case 'found':
          return true
        case 'fork':
          here.push(...step.ways)
          break
        case 'start':
          if (at === 0) here.push(step.next)
          break
        case 'end':
          if (at === signs.length) here.push(step.next)
          break
        case 'edge':
          if ((isWordAt(at - 1) === isWordAt(at)) === step.isNegative) here.push(step.next)
          break
        case 'ahead': {
          effort.left -= steps.length / 8
          const isMet = isFoundFrom({ steps, first: step.first }, signs, { from: at, isAnywhere: false }, effort)
          if (isMet !== step.isNegative) here.push(step.next)
          break
        }
        default:
          if (step && at < signs.length && step.test(signs[at] ?? 0)) ahead.push(step.next)
      }
    }
    here = isAnywhere ? [...ahead, first] : ahead
  }
  return false
}

const compiled = new Map<string, Pattern | undefined>()

/** Returns a pattern of JSON Schema, compiled; undefined for one that is not understood. */
function compiledPattern(text: string): Pattern | undefined {
  if (compiled.has(text)) return compiled.get(text)
  let pattern: Pattern | undefined
  try {
    pattern = parsePattern(text, 'schema')
  } catch (error) {
    if (!(error instanceof PatternError)) throw error
  }
  if (compiled.size >= 500) compiled.clear()
  compiled.set(text, pattern)
  return pattern
}

// Some 50 ms.
const effortMost = 5_000_000

/**
 * Whether a text has a match for a pattern of JSON Schema; undefined when the pattern is not understood, or when no
 * effort is left. Patterns come from descriptions that anybody may have written.
 */
export function matchesPattern(
  text: string,
  pattern: string,
  effort: Effort = { left: effortMost },
): boolean | undefined {
  const parsed = compiledPattern(pattern)
  const found = parsed !== undefined && isFound(parsed, text, effort)
  return parsed === undefined || effort.left < 0 ? undefined : found
}
