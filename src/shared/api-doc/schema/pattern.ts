/**
 * Regular expressions in linear time: all paths through a pattern are followed at once, so there is no backtracking and
 * no pattern can take forever. It supports only what needs no memory of the path: no look-around, no back references.
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
  | { kind: 'all'; parts: PatternNode[] }
  | { kind: 'any'; ways: PatternNode[] }
  | { kind: 'repeat'; part: PatternNode; min: number; max: number }

type Step =
  | { kind: 'one'; test: Test; next: number }
  | { kind: 'start' | 'end'; next: number }
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

class Parser {
  readonly #signs: string[]
  #at = 0

  constructor(text: string) {
    this.#signs = [...text]
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
    const wanted = sign === '\\' ? this.#escape() : codeOf(sign)
    return typeof wanted === 'number'
      ? { kind: 'one', test: (code) => code === wanted, sample: wanted }
      : { kind: 'one', test: wanted }
  }

  #group(depth: number): PatternNode {
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
    if (/[A-Za-z0-9]/.test(sign)) {
      this.#at--
      this.#bad()
    }
    return codeOf(sign)
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
export function parsePatternTree(text: string): PatternNode {
  if (text.length > patternMost) throw new PatternError('tooLong', patternMost)
  return new Parser(text).whole()
}

/** Parses a regular expression. @throws {PatternError} */
export function parsePattern(text: string): Pattern {
  const layout = new Layout()
  const first = layout.lay(parsePatternTree(text), 0)
  return { steps: layout.steps, first }
}

/** How many steps are left, over all patterns that are tried. */
export interface Effort {
  left: number
}

/** Returns whether `pattern` matches anywhere in `text`; also false when no effort is left. */
export function isFound({ steps, first }: Pattern, text: string, effort: Effort): boolean {
  const signs = Array.from(text, codeOf)
  // For each step, the position at which it was last reached.
  const reached = new Int32Array(steps.length).fill(-1)
  let here: number[] = []
  for (let at = 0; at <= signs.length; at++) {
    const ahead: number[] = []
    const open = [...here, first]
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      if (reached[number] === at) continue
      reached[number] = at
      if (--effort.left < 0) return false
      const step = steps[number]
      if (step?.kind === 'found') return true
      if (step?.kind === 'fork') open.push(...step.ways)
      else if (step?.kind === 'start' && at === 0) open.push(step.next)
      else if (step?.kind === 'end' && at === signs.length) open.push(step.next)
      else if (step?.kind === 'one' && at < signs.length && step.test(signs[at] ?? 0)) ahead.push(step.next)
    }
    here = ahead
  }
  return false
}
