/** A placeholder in a text: `@name` or `@name(arguments)`. */
export interface Placeholder {
  /** The placeholder as written. */
  source: string
  /** What follows the `@`, up to the first character that cannot be part of a name. */
  name: string
  args: readonly Argument[] | undefined
}

/** A text with placeholders, in order. */
export type Parts = readonly (string | Placeholder)[]

/** The argument of a placeholder: a value, a text to be filled in first, or a list of such. */
export type Argument = { value: unknown } | { parts: Parts } | { list: readonly Argument[] }

// Longer arguments, and arguments nested deeper, are treated as text.
const argumentsMost = 2_000
const deepest = 8

const name = /[^@#%&()?\s]+/y
const closing: Record<string, string> = { '(': ')', '[': ']' }

/** Counts effort, and throws when there is too much. */
type Step = (count: number) => void

/** Returns the position of the bracket that closes the one at `start`; undefined if there is none. */
function closingOf(text: string, start: number, step: Step): number | undefined {
  const end = findClosing(text, start)
  step(Math.ceil(((end ?? Math.min(text.length, start + argumentsMost)) - start) / 20))
  return end
}

// A quotation mark counts only where a value begins.
function findClosing(text: string, start: number): number | undefined {
  const open: string[] = []
  const end = Math.min(text.length, start + argumentsMost)
  for (let at = start; at < end; at++) {
    const sign = text.charAt(at)
    if ((sign === '"' || sign === "'") && /[([,]\s*$/.test(text.slice(Math.max(0, at - 4), at))) {
      const quote = endOfQuote(text, at)
      if (quote === undefined) return undefined
      at = quote
    } else if (sign === '(' || sign === '[') open.push(closing[sign] ?? '')
    else if (sign === open.at(-1)) {
      open.pop()
      if (open.length === 0) return at
    }
  }
  return undefined
}

function endOfQuote(text: string, start: number): number | undefined {
  const end = Math.min(text.length, start + argumentsMost)
  for (let at = start + 1; at < end; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === text[start]) return at
  }
  return undefined
}

/** Splits `text` at the commas that are outside brackets and quotation marks. */
function pieces(text: string, step: Step): string[] {
  const found: string[] = []
  let start = 0
  let at = 0
  while (at < text.length) {
    const sign = text.charAt(at)
    const isQuote = (sign === '"' || sign === "'") && text.slice(start, at).trim() === ''
    if (isQuote) at = endOfQuote(text, at) ?? at
    else if (sign === '(' || sign === '[') at = closingOf(text, at, step) ?? at
    else if (sign === ',') {
      found.push(text.slice(start, at))
      start = at + 1
    }
    at++
  }
  found.push(text.slice(start))
  return found
}

const words = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
])

function argumentOf(piece: string, step: Step, depth: number): Argument {
  const text = piece.trim()
  if (words.has(text)) return { value: words.get(text) }
  if (/^[+-]?(\d{1,20}(\.\d{0,20})?|\.\d{1,20})$/.test(text)) return { value: Number(text) }
  if (text.startsWith('[') && closingOf(text, 0, step) === text.length - 1)
    return { list: argumentsOf(text.slice(1, -1), step, depth + 1) }
  const isQuoted = /^["']/.test(text) && endOfQuote(text, 0) === text.length - 1
  const inner = isQuoted ? text.slice(1, -1).replaceAll(/\\([^@])/g, '$1') : text
  return { parts: parseParts(inner, step, depth + 1) }
}

const argumentsOf = (text: string, step: Step, depth: number): Argument[] =>
  text.trim() === '' ? [] : pieces(text, step).map((piece) => argumentOf(piece, step, depth))

/** Splits a text into its parts. An escaped character, `\@`, is literal. */
export function parseParts(text: string, step: Step, depth = 0): Parts {
  const parts: (string | Placeholder)[] = []
  let plain = ''
  let done = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', Math.max(done, at + 1))) {
    const isEscaped = at > done && text[at - 1] === '\\'
    plain += text.slice(done, isEscaped ? at - 1 : at)
    name.lastIndex = at + 1
    const [found] = (!isEscaped && depth <= deepest && name.exec(text)) || []
    const behind = at + 1 + (found?.length ?? 0)
    const isCall = found !== undefined && text[behind] === '('
    const end = isCall ? closingOf(text, behind, step) : undefined
    if (found === undefined || (isCall && end === undefined)) {
      plain += text.slice(at, behind)
      done = behind
      continue
    }
    done = (end ?? behind - 1) + 1
    if (plain !== '') parts.push(plain)
    plain = ''
    const args = end === undefined ? undefined : argumentsOf(text.slice(behind + 1, end), step, depth)
    parts.push({ source: text.slice(at, done), name: found, args })
  }
  plain += text.slice(done)
  if (plain !== '') parts.push(plain)
  return parts
}
