import { isJson, layOutJson } from '#shared/api-doc/json-text.ts'

// Longer texts are not formatted: that would block the page.
const most = 1_000_000
// Deeper JSON is not formatted: its indentation grows with the square of its depth.
const deepest = 100

/** Whether a JSON text nests deeper than people read. */
function isDeeplyNested(text: string): boolean {
  let depth = 0
  for (let at = 0, inText = false; at < text.length; at++) {
    const sign = text[at]
    if (inText && sign === '\\') at++
    else if (sign === '"') inText = !inText
    else if (!inText && (sign === '[' || sign === '{')) depth++
    else if (!inText && (sign === ']' || sign === '}')) depth--
    if (depth > deepest) return true
  }
  return false
}

/** Formats JSON without changing numbers and names; undefined for any other text. */
export function formatJson(text: string): string | undefined {
  if (text.length > most || !/^\s*[[{"\d-]/.test(text) || !isJson(text)) return undefined
  return layOutJson(text.trim(), '  ', deepest)
}

/** The kind of a JSON value. */
type JsonKind = 'object' | 'array' | 'string' | 'number' | 'word'

/** A value in a JSON text, as text offsets. */
export interface JsonPart {
  kind: JsonKind
  /** Its name with quotes, or its index in an array from 0; empty for the root. */
  name: string
  /** The start of its name, or of the value when it has no name. */
  from: number
  /** The start and end of the value. */
  begin: number
  end: number
  /** The number of values inside it. */
  count: number
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
const opens = (code: number) => code === 0x7b || code === 0x5b
const closes = (code: number) => code === 0x7d || code === 0x5d

/** Returns the end of the string that starts at `start`, after its closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  for (;;) {
    const end = text.indexOf('"', at)
    if (end < 0) return text.length
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return end + 1
    at = end + 1
  }
}

/** Returns the end of the object or array that starts at `start`, and the number of values in it. */
function endOfContainer(text: string, start: number): { end: number; count: number } {
  let depth = 0
  let commas = 0
  let isEmpty = true
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      isEmpty = false
      at = endOfString(text, at) - 1
    } else if (closes(code)) {
      if (--depth === 0) return { end: at + 1, count: isEmpty ? 0 : commas + 1 }
    } else if (opens(code)) {
      if (++depth > 1) isEmpty = false
    } else if (code === comma) {
      if (depth === 1) commas++
    } else if (isEmpty && !isSpace(code)) isEmpty = false
  }
  return { end: text.length, count: 0 }
}

const skipSpace = (text: string, at: number): number => {
  let next = at
  while (isSpace(text.charCodeAt(next))) next++
  return next
}

function partAt(text: string, begin: number, name: string, from: number): JsonPart {
  const code = text.charCodeAt(begin)
  if (opens(code))
    return { kind: code === 0x7b ? 'object' : 'array', name, from, begin, ...endOfContainer(text, begin) }
  if (code === quote) return { kind: 'string', name, from, begin, end: endOfString(text, begin), count: 0 }
  let end = begin
  for (let next = text.charCodeAt(end); end < text.length; next = text.charCodeAt(++end))
    if (next === comma || closes(next) || isSpace(next)) break
  return { kind: /[-\d]/.test(text[begin] ?? '') ? 'number' : 'word', name, from, begin, end, count: 0 }
}

/** Decodes an escape to a visible character; undefined for JSON syntax and for characters without a glyph. */
function letterOf(codes: string[]): string | undefined {
  const numbers = codes.map((code) => Number.parseInt(code, 16))
  const letter = String.fromCharCode(...numbers)
  // the most common case, and fast to detect
  const isHan = numbers.length === 1 && letter >= '\u4e00' && letter <= '\u9fff'
  return isHan || !/[\p{C}\p{Z}"\\]/u.test(letter) ? letter : undefined
}

/** Replaces escapes with the characters they stand for. */
const readable = (text: string): string =>
  text.includes('\\u')
    ? text.replace(
        /\\(?:u(d[89ab]..)\\u(d[c-f]..)|u([\da-f]{4})|.)/gis,
        (whole: string, ...[high, low, one]: string[]) =>
          high && low ? (letterOf([high, low]) ?? whole) : one ? (letterOf([one]) ?? whole) : whole,
      )
    : text

/** A JSON text that is parsed on demand, part by part: closed parts cost nothing. */
export class JsonText {
  /** The text that parts and offsets refer to. */
  readonly text: string
  readonly whole: JsonPart
  readonly #children = new Map<number, JsonPart[]>()

  private constructor(text: string) {
    this.text = text
    this.whole = partAt(text, skipSpace(text, 0), '', 0)
  }

  /** Parses a text; undefined when it is not JSON, is a single value, or nests too deep. */
  static of(text: string): JsonText | undefined {
    if (!/^\s*[[{]/.test(text) || isDeeplyNested(text)) return undefined
    try {
      JSON.parse(text)
    } catch {
      return undefined
    }
    return new JsonText(readable(text))
  }

  /** Returns the values in an object or array. */
  in(part: JsonPart): readonly JsonPart[] {
    const known = this.#children.get(part.begin)
    if (known) return known
    const made = part.kind === 'object' || part.kind === 'array' ? this.#read(part) : []
    this.#children.set(part.begin, made)
    return made
  }

  #read({ kind, begin, end }: JsonPart): JsonPart[] {
    const { text } = this
    const parts: JsonPart[] = []
    for (let at = skipSpace(text, begin + 1); at < end - 1; ) {
      const nameEnd = kind === 'object' ? endOfString(text, at) : at
      const value = kind === 'object' ? skipSpace(text, skipSpace(text, nameEnd) + 1) : at
      const part = partAt(text, value, kind === 'object' ? text.slice(at, nameEnd) : String(parts.length), at)
      parts.push(part)
      at = skipSpace(text, part.end)
      if (text.charCodeAt(at) === comma) at = skipSpace(text, at + 1)
    }
    return parts
  }
}
